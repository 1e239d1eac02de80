// Targets of mail links about an email address. The action requires a click, since mail scanners open links, too.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { paths } from '#paths';
import { confirmEmail, type LinkUsed, restoreEmail } from '#state/account/profile.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './authentication-space.module.css';
import { type LinkOfMail, useLinkOfMail } from './link-of-mail.ts';

interface MailLinkPageProps {
  title: string;
  action: string;
  offline: ReactNode;
  /** Content without a link in the address. */
  missing: ReactNode;
  intro: ReactNode;
  use(link: LinkOfMail): Promise<LinkUsed>;
  done(email: string): ReactNode;
}

function MailLinkPage({ title, action, offline, missing, intro, use, done }: MailLinkPageProps) {
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const link = useLinkOfMail();
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<LinkUsed | null>(null);

  const ask = async () => {
    setAsking(true);
    const answer = await use(link).catch((failure: unknown): LinkUsed => {
      console.error(failure);
      return { outcome: 'refused', message: UNEXPECTED_FAILURE, violations: [] };
    });
    setAsking(false);
    setResult(answer);
  };

  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title={`${title} e-mail`} siteName={siteName} noIndex />
      <div className={styles.sign}>
        <h1 className={styles.title}>{title}</h1>
        {!online && (
          <p className={styles.offline} role="status">
            <Icon name="offline" size={20} />
            <span>{offline}</span>
          </p>
        )}
        <div className={styles.form}>
          {result?.outcome === 'done' ? (
            done(result.email)
          ) : link.token === '' ? (
            <p>{missing}</p>
          ) : (
            <>
              <p>{intro}</p>
              <FieldError text={problemOf(result)} />
              <Button size="large" wide busy={isAsking} onClick={() => void ask()}>
                {action}
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

function problemOf(result: LinkUsed | null): string | null {
  if (result?.outcome === 'offline') return 'Le marché est injoignable pour le moment. Réessayez dans un instant.';
  return result?.outcome === 'refused' ? result.message : null;
}

const Done = ({ children }: { children: ReactNode }) => (
  <p className={styles.sent} role="status">
    <Icon name="check" size={20} />
    <span>{children}</span>
  </p>
);

/** The address of before, given back. */
export function RestoreEmailPage() {
  return (
    <MailLinkPage
      title="Rétablir mon adresse"
      action="Rétablir mon adresse"
      offline="Hors connexion&nbsp;: il faut du réseau pour rétablir l’adresse. Gardez cette page ouverte."
      missing="Rouvrez le lien du message que vous avez reçu à votre ancienne adresse&nbsp;: il n’est pas conservé quand la page est rechargée."
      intro="L’adresse e-mail de votre compte a été changée. Vous pouvez rétablir celle où vous avez reçu le message&nbsp;: tous les appareils seront déconnectés du compte."
      use={restoreEmail}
      done={(email) => (
        <>
          <Done>L’adresse de votre compte est de nouveau {email}. Tous les appareils sont déconnectés.</Done>
          <p>
            Si ce changement n’était pas le vôtre, quelqu’un connaît votre mot de passe&nbsp;: choisissez-en un nouveau
            sans attendre.
          </p>
          <LinkButton to={paths.forgotPassword} size="large" wide>
            Choisir un nouveau mot de passe
          </LinkButton>
        </>
      )}
    />
  );
}

/** Confirms the email address of an account. */
export function ConfirmEmailPage() {
  return (
    <MailLinkPage
      title="Confirmer mon adresse"
      action="Confirmer mon adresse"
      offline="Hors connexion&nbsp;: il faut du réseau pour confirmer l’adresse. Gardez cette page ouverte."
      missing="Rouvrez le lien du message que vous avez reçu&nbsp;: il n’est pas conservé quand la page est rechargée."
      intro="Confirmez que l’adresse où vous avez reçu ce message est la vôtre&nbsp;: les nouvelles de vos commandes y arriveront."
      use={confirmEmail}
      done={(email) => (
        <>
          <Done>Merci&nbsp;! L’adresse {email} est confirmée.</Done>
          <LinkButton to={paths.home} size="large" wide>
            Aller au marché
          </LinkButton>
        </>
      )}
    />
  );
}
