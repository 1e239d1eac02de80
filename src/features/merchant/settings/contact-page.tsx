// Contact page: address, telephone and points of sale of the store.

import type { UseFormReturn } from 'react-hook-form';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { phoneRule, postalCodeRule, writtenPhone, writtenPostalCode } from '#contract/fields/phone.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_DESCRIPTION,
  MAX_LEGAL_FORM,
  MAX_LEGAL_NUMBER,
  MAX_MEDIATOR,
  MAX_NAME,
  MAX_PHONE,
  MAX_POSTAL_CODE,
} from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { formatSiret, identityMistakes, type LegalIdentity, writtenIdentity } from '#domain/legal-identity.ts';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import { type PartProps, SettingsPage } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

interface ContactValues {
  address: { address1: string; address2: string; postalCode: string; city: string };
  phoneNumber: { value: string };
  legalIdentity: LegalIdentity;
  placeOfSales: string;
  additionalInformation: string;
}

const noIdentity: LegalIdentity = { legalName: '', legalForm: '', siret: '', vatNumber: '', mediator: '' };
const isGiven = (identity: LegalIdentity) => Object.values(identity).some((value) => value.trim() !== '');

const valuesOf = ({ legalIdentity, ...store }: MerchantStore): ContactValues => ({
  address: store.address,
  phoneNumber: { value: store.phoneNumber?.value ?? '' },
  legalIdentity: legalIdentity
    ? { ...noIdentity, ...legalIdentity, siret: formatSiret(legalIdentity.siret) }
    : noIdentity,
  placeOfSales: store.placeOfSales,
  additionalInformation: store.additionalInformation,
});

const valueOrNull = (value: string | null) => (value === null ? null : { value });

const changesOf = ({ address, phoneNumber, legalIdentity, ...typed }: ContactValues): StoreChanges => ({
  address: {
    address1: address.address1.trim(),
    address2: address.address2.trim(),
    postalCode: writtenPostalCode(address.postalCode) ?? '',
    city: address.city.trim(),
  },
  phoneNumber: valueOrNull(writtenPhone(phoneNumber.value)),
  legalIdentity: isGiven(legalIdentity) ? writtenIdentity(legalIdentity) : null,
  placeOfSales: typed.placeOfSales.trim(),
  additionalInformation: typed.additionalInformation.trim(),
});

export const contactPart: StoreFormPart<ContactValues> = { draft: 'boutique contact', valuesOf, changesOf };

export function ContactPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantContact"
      title="Informations de contact"
      lead="Où vous trouver et comment vous joindre."
    >
      {(part) => <ContactForm {...part} />}
    </SettingsPage>
  );
}

function ContactForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(contactPart, part);
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Informations de contact">
      <fieldset className={styles.card}>
        <legend>Adresse</legend>
        <TextField
          label="Adresse"
          autoComplete="address-line1"
          maxLength={MAX_ADDRESS_LINE}
          error={errors.address?.address1?.message}
          {...register('address.address1')}
        />
        <TextField
          label="Complément d’adresse"
          autoComplete="address-line2"
          maxLength={MAX_ADDRESS_LINE}
          error={errors.address?.address2?.message}
          {...register('address.address2')}
        />
        <div className={styles.place}>
          <TextField
            label="Code postal"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={MAX_POSTAL_CODE}
            error={errors.address?.postalCode?.message}
            {...register('address.postalCode', {
              validate: (typed) => typed.trim() === '' || postalCodeRule(typed),
            })}
          />
          <TextField
            label="Ville"
            autoComplete="address-level2"
            maxLength={MAX_CITY}
            error={errors.address?.city?.message}
            {...register('address.city')}
          />
        </div>
        <TextField
          label="Téléphone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE}
          error={errors.phoneNumber?.value?.message}
          {...register('phoneNumber.value', {
            validate: (typed) => typed.trim() === '' || phoneRule(typed),
          })}
        />
      </fieldset>
      <IdentityFields form={form} />
      <fieldset className={styles.card}>
        <legend>Sur place</legend>
        <TextArea
          label="Lieu de vente"
          hint="La boutique, les marchés, les dépôts où l’on vous trouve."
          rows={3}
          maxLength={MAX_DESCRIPTION}
          error={errors.placeOfSales?.message}
          {...register('placeOfSales')}
        />
        <TextArea
          label="Informations complémentaires"
          hint="Ce qu’il est bon de savoir avant de venir ou de commander."
          rows={4}
          maxLength={MAX_DESCRIPTION}
          error={errors.additionalInformation?.message}
          {...register('additionalInformation')}
        />
      </fieldset>
      <SaveBar {...bar} />
    </form>
  );
}

function IdentityFields({ form: { register, formState, getValues } }: { form: UseFormReturn<ContactValues> }) {
  const errors = formState.errors.legalIdentity;
  const field = (name: keyof LegalIdentity) => ({
    error: errors?.[name]?.message,
    ...register(`legalIdentity.${name}`, {
      validate: () => {
        const identity = getValues('legalIdentity');
        return !isGiven(identity) || (identityMistakes(identity)[name] ?? true);
      },
    }),
  });
  return (
    <fieldset className={styles.card}>
      <legend>Identité légale</legend>
      <p className={styles.hint}>
        Obligatoire pour vendre en ligne. Vos clients la lisent dans votre boutique et sur vos factures.
      </p>
      <TextField
        label="Raison sociale, ou nom de l’exploitant"
        autoComplete="off"
        maxLength={MAX_NAME}
        {...field('legalName')}
      />
      <div className={styles.pairs}>
        <TextField
          label="Forme juridique"
          hint="Par exemple EI, EARL, SARL ou association."
          autoComplete="off"
          maxLength={MAX_LEGAL_FORM}
          {...field('legalForm')}
        />
        <TextField
          label="Numéro SIRET"
          hint="Quatorze chiffres."
          inputMode="numeric"
          autoComplete="off"
          maxLength={MAX_LEGAL_NUMBER}
          {...field('siret')}
        />
      </div>
      <TextField
        label="Numéro de TVA"
        hint="Laissez vide si vous ne facturez pas la TVA&nbsp;: vos factures porteront la mention «&nbsp;TVA non applicable, art. 293 B du CGI&nbsp;»."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_LEGAL_NUMBER}
        {...field('vatNumber')}
      />
      <TextField
        label="Médiateur de la consommation"
        hint="Facultatif&nbsp;: son nom, son adresse et son site. Sans lui, vos clients lisent celui du marché."
        autoComplete="off"
        maxLength={MAX_MEDIATOR}
        {...field('mediator')}
      />
    </fieldset>
  );
}
