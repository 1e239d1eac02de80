// Infos page: name, descriptions and web addresses of the store.

import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { MAX_DESCRIPTION, MAX_LINK, MAX_LONG_DESCRIPTION, MAX_NAME, MAX_PAYMENT_ACCOUNT } from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { TextArea, TextField } from '#ui/fields/text-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import { type PartProps, SettingsPage } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

const links = [
  ['website', 'Site web'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['twitter', 'Twitter'],
  ['snapchat', 'Snapchat'],
] as const;
type LinkName = (typeof links)[number][0];

type InfosValues = Record<'name' | 'description' | 'aboutText' | 'sMoneyAccount' | LinkName, string>;

const valuesOf = ({ name, description, aboutText, ...store }: MerchantStore): InfosValues => ({
  name,
  description,
  aboutText,
  sMoneyAccount: store.sMoneyAccount ?? '',
  website: store.website ?? '',
  facebook: store.facebook ?? '',
  instagram: store.instagram ?? '',
  twitter: store.twitter ?? '',
  snapchat: store.snapchat ?? '',
});

/** Completes 'www.exemple.fr' to an https address. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^http:\/\//i.test(text)) return text.replace(/^http:/i, 'https:');
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

const changesOf = (typed: InfosValues): StoreChanges => ({
  name: typed.name.trim(),
  description: typed.description.trim(),
  aboutText: typed.aboutText.trim(),
  sMoneyAccount: typed.sMoneyAccount.trim() || null,
  website: addressOf(typed.website),
  facebook: addressOf(typed.facebook),
  instagram: addressOf(typed.instagram),
  twitter: addressOf(typed.twitter),
  snapchat: addressOf(typed.snapchat),
});

export const infosPart: StoreFormPart<InfosValues> = { draft: 'boutique infos', valuesOf, changesOf };

export function InfosPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantInfos"
      title="Informations de la boutique"
      lead="Ce que vos clients lisent de vous, dans l’annuaire et sur la page de votre boutique."
    >
      {(part) => <InfosForm {...part} />}
    </SettingsPage>
  );
}

function InfosForm(part: PartProps) {
  const { form, submit, bar } = useStoreForm(infosPart, part);
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Informations de la boutique">
      <fieldset className={styles.card}>
        <legend>Présentation</legend>
        <TextField
          label="Nom"
          autoComplete="organization"
          maxLength={MAX_NAME}
          error={errors.name?.message}
          {...register('name', { validate: (typed) => typed.trim() !== '' || 'Nom requis' })}
        />
        <TextArea
          label="Description"
          hint="En quelques phrases : elle accompagne votre nom dans l’annuaire."
          rows={4}
          maxLength={MAX_DESCRIPTION}
          error={errors.description?.message}
          {...register('description')}
        />
        <TextArea
          label="À propos"
          hint="Votre histoire, votre métier : une page entière, si vous voulez."
          rows={8}
          maxLength={MAX_LONG_DESCRIPTION}
          error={errors.aboutText?.message}
          {...register('aboutText')}
        />
      </fieldset>
      <fieldset className={styles.card}>
        <legend>Ailleurs sur le web</legend>
        <div className={styles.pairs}>
          {links.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              type="url"
              maxLength={MAX_LINK}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.card}>
        <legend>Paiement en ligne</legend>
        <TextField
          label="Compte de paiement"
          hint="L’identifiant que le service de paiement vous a donné. Il n’est jamais montré."
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_PAYMENT_ACCOUNT}
          error={errors.sMoneyAccount?.message}
          {...register('sMoneyAccount')}
        />
      </fieldset>
      <SaveBar {...bar} />
    </form>
  );
}
