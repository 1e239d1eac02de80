// Relay point page: the store's own collection place apart from the store.
import { Link } from 'react-router-dom';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { MAX_INFORMATION, MAX_NAME } from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { amountRule, inputToSent, sentToInput } from '#domain/money.ts';
import { paths } from '#paths';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import { type PartProps, SettingsPage } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

type RelayValues = Record<'relayPoint' | 'relayPointInformation' | 'relayPointPrice', string>;

const valuesOf = ({ relayPoint, relayPointInformation, relayPointPrice }: MerchantStore): RelayValues => ({
  relayPoint,
  relayPointInformation,
  relayPointPrice: sentToInput(relayPointPrice),
});

const changesOf = (typed: RelayValues): StoreChanges => ({
  relayPoint: typed.relayPoint.trim(),
  relayPointInformation: typed.relayPointInformation.trim(),
  relayPointPrice: inputToSent(typed.relayPointPrice) ?? { amount: 0 },
});

export const relayPointPart: StoreFormPart<RelayValues> = { draft: 'boutique point relais', valuesOf, changesOf };

export function RelayPointPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantRelayPoint"
      title="Point relais"
      lead="Un lieu à vous, autre que la boutique, où vos clients retirent leurs commandes."
      online
    >
      {(part) => <RelayPointForm {...part} />}
    </SettingsPage>
  );
}

function RelayPointForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(relayPointPart, part);
  const { register, formState, watch } = form;
  const { errors } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Modifier le point relais commerçant">
      {!part.shown.store.deliveryMethods.includes('custom_relay') && (
        <p className={styles.note}>
          Vos clients ne le verront qu’une fois le mode «&nbsp;Point relais du commerçant&nbsp;» coché dans{' '}
          <Link to={paths.merchantShipping}>Livraison</Link>.
        </p>
      )}
      <fieldset className={styles.card}>
        <legend>Modifier le point relais commerçant</legend>
        <TextField
          label="Titre"
          hint="Le nom du lieu, tel que vos clients le reconnaîtront."
          maxLength={MAX_NAME}
          error={errors.relayPoint?.message}
          {...register('relayPoint')}
        />
        <TextArea
          label="Description"
          hint="L’adresse, les heures de retrait, à qui s’adresser."
          rows={4}
          maxLength={MAX_INFORMATION}
          error={errors.relayPointInformation?.message}
          {...register('relayPointInformation')}
        />
        <div className={styles.narrow}>
          <AmountField
            label="Prix de livraison"
            hint="0 = gratuit"
            typed={watch('relayPointPrice')}
            error={errors.relayPointPrice?.message}
            {...register('relayPointPrice', { validate: amountRule })}
          />
        </div>
      </fieldset>
      <SaveBar {...bar} />
    </form>
  );
}
