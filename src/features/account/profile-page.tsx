// The shopper's profile and its form.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TokenContent } from '#contract/users.ts';
import { notKeptSentence } from '#domain/not-kept.ts';
import { useFlash } from '#state/page/flash.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { forgetDraft } from '#state/session/draft-store.ts';
import { useDraft } from '#state/session/use-draft.ts';
import { askForNewPassword } from '#state/writes/password.ts';
import { saveProfile } from '#state/writes/profile.ts';
import { useEnd } from '#state/writes/requests.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmailField } from '#ui/controls/text-fields.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './account-space.module.css';
import { failed as unexpected } from './forgotten-password.ts';
import { OwnData } from './own-data.tsx';

const failed = "Une erreur s'est produite";
const needsNetwork = 'Hors connexion : le message ne peut pas partir maintenant.';

export function ProfilePage({ user }: { user: TokenContent }) {
  const flash = useFlash();
  const siteName = useSiteName();
  const [waiting, setWaiting] = useState<string | null>(null);
  const form = useForm({
    values: { email: user.email },
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState, setError } = form;
  useDraft('profil', form);

  // A change that waited is said to be saved once the market has taken it.
  useEnd(waiting, (outcome) => {
    setWaiting(null);
    if (outcome === 'done') flash('Modifications enregistrées');
    if (outcome === 'rejected') flash(failed, 'error');
  });

  const save = handleSubmit(async ({ email }) => {
    setWaiting(null);
    try {
      const result = await saveProfile(user.user_id, email);
      if (result.outcome === 'sent' || result.outcome === 'queued') forgetDraft('profil');
      if (result.outcome === 'sent') return flash('Modifications enregistrées');
      if (result.outcome === 'queued') return setWaiting(result.id);
      if (result.outcome === 'refused') {
        const said = result.violations.find(({ propertyPath }) => propertyPath === 'email');
        if (said) setError('email', { type: 'server', message: said.message }, { shouldFocus: true });
      }
      flash(failed, 'error');
    } catch (failure) {
      console.error(failure);
      flash(notKeptSentence(failure), 'error');
    }
  });

  const [isAsking, setAsking] = useState(false);
  const askNewPassword = async () => {
    setAsking(true);
    const result = await askForNewPassword(user.email).catch(() => null);
    setAsking(false);
    if (result?.outcome === 'sent')
      return flash('Un message vient de vous être envoyé. Veuillez consulter votre boîte mail.');
    flash(result?.outcome === 'offline' ? needsNetwork : unexpected, 'error');
  };

  return (
    <section className={styles.section} aria-labelledby="profile-title">
      <PageMeta title="Modifier vos informations" siteName={siteName} noIndex />
      <h2 id="profile-title">Modifier vos informations</h2>
      <form className={styles.form} onSubmit={save} noValidate>
        <EmailField
          hint="Elle sert à vous connecter et à recevoir les nouvelles de vos commandes."
          error={formState.errors.email?.message}
          {...register('email', { required: 'Veuillez saisir un email' })}
        />
        {waiting !== null && (
          <p className={styles.waiting} role="status">
            <WaitingBadge /> Gardé sur cet appareil ; la modification partira dès que le réseau revient.
          </p>
        )}
        <div>
          <Button type="submit" size="large" busy={formState.isSubmitting}>
            Mettre à jour les informations
          </Button>
        </div>
      </form>
      <div className={styles.password}>
        <h3>Mot de passe</h3>
        <p className={styles.hint}>Un message vous est envoyé, avec un lien pour en choisir un nouveau.</p>
        <Button variant="secondary" busy={isAsking} onClick={() => void askNewPassword()}>
          Réinitialiser le mot de passe
        </Button>
      </div>
      <OwnData userId={user.user_id} />
    </section>
  );
}
