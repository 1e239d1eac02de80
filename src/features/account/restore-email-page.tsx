// The page that the mail about a changed address opens: the address of before, at a click, since programs follow the links of
// mails, too.
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSiteName } from '#state/reads/configuration.ts';
import { type Restored, restoreEmail } from '#state/writes/profile.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/controls/fields.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './authentication-space.module.css';
import { failed } from './forgotten-password.ts';
import { useLinkOfMail } from './link-of-mail.ts';

export function RestoreEmailPage() {
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const link = useLinkOfMail();
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<Restored | null>(null);

  const restore = async () => {
    setAsking(true);
    const answer = await restoreEmail(link).catch((failure: unknown): Restored => {
      console.error(failure);
      return { outcome: 'refused', message: failed };
    });
    setAsking(false);
    setResult(answer);
  };

  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Rétablir mon adresse e-mail" siteName={siteName} noIndex />
      <div className={styles.sign}>
        <h1 className={styles.title}>Rétablir mon adresse</h1>
        {!online && (
          <p className={styles.offline} role="status">
            <Icon name="offline" size={20} />
            <span>Hors connexion&nbsp;: rétablir l’adresse demande le réseau. Gardez cette page ouverte.</span>
          </p>
        )}
        <div className={styles.form}>
          {result?.outcome === 'restored' ? (
            <Done email={result.email} />
          ) : link.token === '' ? (
            <p>
              Ouvrez le lien du message que vous avez reçu à votre ancienne adresse. Cette page ne le garde pas&nbsp;:
              rechargée, elle le redemande.
            </p>
          ) : (
            <>
              <p>
                L’adresse e-mail de votre compte a été changée. Vous pouvez rétablir celle où vous avez reçu le
                message&nbsp;: tous les appareils seront déconnectés du compte.
              </p>
              <FieldError text={problemOf(result)} />
              <Button size="large" wide busy={isAsking} onClick={() => void restore()}>
                Rétablir mon adresse
              </Button>
            </>
          )}
        </div>
        <p className={styles.other}>
          <Link to={paths.contact}>Écrire au marché</Link>
        </p>
      </div>
    </div>
  );
}

function problemOf(result: Restored | null): string | null {
  if (result?.outcome === 'offline') return 'Le marché est injoignable pour le moment. Réessayez dans un instant.';
  return result?.outcome === 'refused' ? result.message : null;
}

function Done({ email }: { email: string }) {
  return (
    <>
      <p className={styles.sent} role="status">
        <Icon name="check" size={20} />
        <span>L’adresse de votre compte est de nouveau {email}. Tous les appareils sont déconnectés.</span>
      </p>
      <p>
        Si ce changement n’était pas le vôtre, quelqu’un connaît votre mot de passe&nbsp;: choisissez-en un nouveau sans
        attendre.
      </p>
      <LinkButton to={paths.forgotPassword} size="large" wide>
        Choisir un nouveau mot de passe
      </LinkButton>
    </>
  );
}
