// Profile page: email address, password, second factor, newsletter, own data.
import { useState } from 'react';
import type { TokenContent } from '#contract/account/users.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { askForNewPassword } from '#state/account/password.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useFlash } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from '../layout/account.module.css';
import { EmailForm } from './email-form.tsx';
import { NewsletterChoice } from './newsletter-choice.tsx';
import { OwnData } from './own-data.tsx';
import { SecondFactor } from './second-factor.tsx';

const needsNetwork = 'Hors connexion : le message ne peut pas partir maintenant.';

export function ProfilePage({ user }: { user: TokenContent }) {
  const flash = useFlash();
  const siteName = useSiteName();
  const [isAsking, setAsking] = useState(false);
  const askNewPassword = async () => {
    setAsking(true);
    const result = await askForNewPassword(user.email).catch(() => null);
    setAsking(false);
    if (result?.outcome === 'sent')
      return flash('Un message vient de vous être envoyé. Veuillez consulter votre boîte mail.');
    if (result?.outcome === 'offline') return flash(needsNetwork, 'error');
    // Administrators acting for the user are refused.
    const isForbidden = result?.outcome === 'refused' && result.error.status === 403;
    flash(isForbidden ? result.error.message : UNEXPECTED_FAILURE, 'error');
  };

  return (
    <section className={styles.section} aria-labelledby="profile-title">
      <PageMeta title="Modifier vos informations" siteName={siteName} noIndex />
      <h2 id="profile-title">Modifier vos informations</h2>
      <EmailForm user={user} />
      <div className={styles.password}>
        <h3>Mot de passe</h3>
        <p className={styles.hint}>Un message vous est envoyé, avec un lien pour en choisir un nouveau.</p>
        <Button variant="secondary" busy={isAsking} onClick={() => void askNewPassword()}>
          Réinitialiser le mot de passe
        </Button>
      </div>
      <SecondFactor user={user} />
      <NewsletterChoice userId={user.user_id} />
      <OwnData userId={user.user_id} />
    </section>
  );
}
