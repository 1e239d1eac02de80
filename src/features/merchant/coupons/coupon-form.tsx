// Form of a coupon: code, discount, last day, limits.
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { MAX_COUPON_CODE, MAX_COUPON_PRODUCTS, MAX_COUPON_USES } from '#contract/limits.ts';
import { tomorrowOf } from '#domain/time/tomorrow.ts';
import { paths } from '#paths';
import { useOfflineForm } from '#state/forms/use-offline-form.ts';
import { type EditedCoupon, useRefusedCoupon } from '#state/merchant/coupons.ts';
import { useOwnProducts } from '#state/merchant/products.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { FieldError, RadioGroup } from '#ui/fields/fields.tsx';
import { SeveralField } from '#ui/fields/several-field.tsx';
import { CheckboxField, TextField } from '#ui/fields/text-fields.tsx';
import { toastSaved } from '../store/saved-toast.ts';
import styles from './coupon-form.module.css';
import { type CouponValues, couponRefusal, editedCouponForm, newCouponForm } from './coupon-values.ts';

interface CouponFormProps {
  /** Null: a new one. */
  edited: EditedCoupon | null;
}

function countHint(uses = 0): string {
  const before = uses === 0 ? '' : ` Déjà utilisé ${uses} fois.`;
  return `Facultatif\u00a0: en tout, pour l’ensemble de vos clients.${before}`;
}

export function CouponEditForm({ edited }: CouponFormProps) {
  const navigate = useNavigate();
  const [tomorrow] = useState(() => tomorrowOf(new Date()));
  const definition = edited ? editedCouponForm(edited) : newCouponForm;
  const refused = useRefusedCoupon(edited?.coupon.id ?? null);
  const { form, submit, isSending, messages } = useOfflineForm<CouponValues>({
    ...definition,
    refusal: refused && couponRefusal(edited, refused),
    onSaved({ outcome }) {
      const done = edited ? 'Modifications enregistrées' : 'Code promo créé!';
      if (outcome !== 'unchanged') toastSaved(outcome, done);
      navigate(paths.merchantCoupons);
    },
  });
  const { register, formState, watch, control } = form;
  const { errors } = formState;
  const { online } = useConnectivity();
  const products = useOwnProducts().data?.['hydra:member'];
  const [discountType, discount, minimumAmount] = watch(['discountType', 'discount', 'minimumAmount']);
  const isPercentage = discountType === 'relative';

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_COUPON_CODE}
        error={errors.code?.message}
        {...register('code')}
      />
      <RadioGroup
        label="Type de montant"
        options={[
          { value: 'fix', label: 'Remise fixe' },
          { value: 'relative', label: 'Remise en pourcentage' },
        ]}
        error={errors.discountType?.message}
        {...register('discountType')}
      />
      <AmountField
        label="Montant"
        typed={isPercentage ? '' : discount}
        {...(isPercentage && { unit: '%' })}
        error={errors.discount?.message}
        {...register('discount')}
      />
      <TextField
        label="Date d’expiration"
        hint="Facultative : le code compte jusqu’à la fin de ce jour."
        type="date"
        min={tomorrow}
        error={errors.expirationDate?.message}
        {...register('expirationDate')}
      />
      <fieldset className={styles.limits}>
        <legend>Limites</legend>
        <Controller
          control={control}
          name="products"
          render={({ field: { value, onChange, onBlur } }) => (
            <SeveralField
              label="Produits concernés"
              hint="Facultatif&nbsp;: sans choix, le code vaut pour tous vos produits."
              add="Ajouter un produit"
              choices={products?.map((product) => ({ iri: product['@id'], name: product.name }))}
              online={online}
              most={MAX_COUPON_PRODUCTS}
              value={value}
              error={errors.products?.message}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        <AmountField
          label="À partir de"
          hint="Facultatif&nbsp;: montant des articles concernés dans le panier."
          typed={minimumAmount}
          error={errors.minimumAmount?.message}
          {...register('minimumAmount')}
        />
        <TextField
          label="Nombre d’utilisations"
          hint={countHint(edited?.coupon.uses)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(MAX_COUPON_USES).length}
          error={errors.maxUses?.message}
          {...register('maxUses')}
        />
        <CheckboxField
          label="Une seule fois par personne"
          error={errors.oncePerPerson?.message}
          {...register('oncePerPerson')}
        />
      </fieldset>
      <FieldError text={messages.join(' ')} />
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={isSending}>
          Enregistrer
        </Button>
        <LinkButton to={paths.merchantCoupons} variant="quiet">
          Annuler
        </LinkButton>
      </div>
    </form>
  );
}
