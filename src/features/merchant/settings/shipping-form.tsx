// ShippingForm: shipping types, minimum order, collection slots, price and range of the store's own delivery.

import { shippingTypes } from '#contract/fields/values.ts';
import { MAX_INFORMATION } from '#contract/limits.ts';
import { amountRule } from '#domain/money.ts';
import { isDeliveredByStore, SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { CheckboxField, TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { isDistance } from './distances.ts';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import type { PartProps } from './settings-page.tsx';
import { inOrder, type ShippingValues, shippingChanges, shippingValues } from './shipping-values.ts';
import { SlotFields } from './slot-fields.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

const hints: Readonly<Record<(typeof shippingTypes)[number], string>> = {
  store: 'Vos clients viennent chercher leur commande chez vous, gratuitement.',
  home: 'Un transporteur livre chez vos clients, au tarif du marché selon le poids.',
  relay: 'Un transporteur dépose le colis dans un point relais, au tarif du marché.',
  custom_store: 'Vous livrez vous-même, aux prix réglés plus bas.',
  custom_relay: 'Vos clients retirent leur commande dans votre propre point relais.',
  demat: 'Les articles dématérialisés partent par e-mail, gratuitement.',
};

export const shippingPart: StoreFormPart<ShippingValues> = {
  draft: 'boutique livraison',
  valuesOf: shippingValues,
  changesOf: shippingChanges,
};

export function ShippingForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(shippingPart, part);
  const { register, formState, watch } = form;
  const { errors } = formState;
  const chosen = inOrder(watch('deliveryMethods'));
  const names = part.shown.store.availableShippingTypes ?? {};
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Livraison">
      <fieldset className={styles.card}>
        <legend>Modes de livraison</legend>
        <div className={styles.choices}>
          {shippingTypes.map((type) => (
            <CheckboxField
              key={type}
              label={names[type] ?? SHIPPING_LABELS[type]}
              hint={hints[type]}
              value={type}
              {...register('deliveryMethods', {
                validate: (types) => types.length > 0 || 'Choisissez au moins un mode de livraison.',
              })}
            />
          ))}
          <FieldError text={errors.deliveryMethods?.message} />
        </div>
        <div className={styles.narrow}>
          <AmountField
            label="Minimum de commande"
            hint="0 = aucun minimum"
            typed={watch('minimumDelivery')}
            error={errors.minimumDelivery?.message}
            {...register('minimumDelivery', { validate: amountRule })}
          />
        </div>
      </fieldset>
      {chosen.includes('store') && <SlotFields form={form} store={part.shown.store} />}
      {chosen.includes('custom_store') && (
        <fieldset className={styles.card}>
          <legend>Livraison par le commerçant</legend>
          <div className={styles.pairs}>
            <AmountField
              label="Prix de livraison"
              hint="0 = gratuit"
              typed={watch('customShippingPrice')}
              error={errors.customShippingPrice?.message}
              {...register('customShippingPrice', { validate: amountRule })}
            />
            <AmountField
              label="Livraison offerte à partir de"
              hint="Vide = jamais offerte"
              typed={watch('freeDeliveryPriceFromAmount')}
              error={errors.freeDeliveryPriceFromAmount?.message}
              {...register('freeDeliveryPriceFromAmount', { validate: amountRule })}
            />
            <TextField
              label="Distance maximale"
              hint="Vide = sans limite"
              unit="km"
              inputMode="numeric"
              autoComplete="off"
              error={errors.customShippingMaxDistance?.message}
              {...register('customShippingMaxDistance', {
                validate: (typed) => typed.trim() === '' || isDistance(typed),
              })}
            />
          </div>
        </fieldset>
      )}
      {chosen.some(isDeliveredByStore) && (
        <fieldset className={styles.card}>
          <legend>Paiement à la livraison</legend>
          <CheckboxField
            label="Accepter le paiement à la livraison"
            hint="Pour ce que vous remettez vous-même : à la boutique, à domicile ou dans votre point relais."
            error={errors.paymentOnDelivery?.message}
            {...register('paymentOnDelivery')}
          />
          {watch('paymentOnDelivery') && (
            <TextArea
              label="Informations de paiement à la livraison"
              hint="Les moyens de paiement que vous acceptez sur place."
              rows={3}
              maxLength={MAX_INFORMATION}
              error={errors.paymentOnDeliveryInformation?.message}
              {...register('paymentOnDeliveryInformation')}
            />
          )}
        </fieldset>
      )}
      <SaveBar {...bar} />
    </form>
  );
}
