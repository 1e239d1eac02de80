// Invitation page: joins the people of a store from a mailed link, with a new account or the one of that address.
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { ROLE_NAMES, ROLE_SUMMARIES } from '#domain/store-people.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { acceptInvitation, type Invitation, readInvitation } from '#state/merchant/store-people.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useFlash } from '#state/page/flash.ts';
import { logout, useSession } from '#state/session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './authentication-space.module.css';
import { InvitationPassword } from './invitation-password.tsx';
import { type LinkOfMail, useLinkOfMail } from './link-of-mail.ts';

type Read = Awaited<ReturnType<typeof readInvitation>>;

export function InvitationPage() {
  const siteName = useSiteName();
  const { online } = useConnectivity();
  const link = useLinkOfMail();
  const [result, setResult] = useState<Read | null>(null);
  useEffect(() => {
    if (link.token === '' || !online) return;
    let isOver = false;
    readInvitation(link).then(
      (read) => isOver || setResult((before) => (before?.outcome === 'read' ? before : read)),
      (failure: unknown) => {
        console.error(failure);
        if (!isOver) setResult({ outcome: 'refused', message: UNEXPECTED_FAILURE, violations: [] });
      },
    );
    return () => {
      isOver = true;
    };
  }, [link, online]);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Rejoindre une boutique" siteName={siteName} noIndex />
      <div className={styles.sign}>
        <h1 className={styles.title}>Rejoindre une boutique</h1>
        {!online && (
          <p className={styles.offline} role="status">
            <Icon name="offline" size={20} />
            <span>Hors connexion&nbsp;: il faut du réseau pour rejoindre l’équipe. Gardez cette page ouverte.</span>
          </p>
        )}
        <div className={styles.form}>
          {link.token === '' ? (
            <p>
              Rouvrez le lien du message que vous avez reçu&nbsp;: il n’est pas conservé quand la page est rechargée.
            </p>
          ) : result?.outcome === 'read' ? (
            <Welcome link={link} invitation={result.invitation} />
          ) : result?.outcome === 'refused' ? (
            <p className={styles.over} role="alert">
              {result.message}
            </p>
          ) : (
            <LineShapes count={4} />
          )}
        </div>
        <p className={styles.other}>
          <Link to={paths.contact}>Écrire au marché</Link>
        </p>
      </div>
    </div>
  );
}

function Welcome({ link, invitation }: { link: LinkOfMail; invitation: Invitation }) {
  const session = useSession();
  const navigate = useNavigate();
  const flash = useFlash();
  const { store, email, role } = invitation;
  const joined = () => {
    flash(`Bienvenue dans l’équipe de ${store}\u00a0!`);
    navigate(paths.merchant, { replace: true });
  };
  // An ended session asks for the password.
  const current = session.status === 'authenticated' ? (session.user?.email ?? null) : null;
  return (
    <>
      <p>
        <b>{store}</b> vous invite dans son équipe, avec le rôle «&nbsp;{ROLE_NAMES[role]}&nbsp;»&nbsp;:{' '}
        {ROLE_SUMMARIES[role]}
      </p>
      {current === email ? (
        <AcceptButton link={link} invitation={invitation} onJoined={joined} />
      ) : current ? (
        <OtherAccount email={email} current={current} />
      ) : (
        <InvitationPassword link={link} invitation={invitation} onJoined={joined} />
      )}
    </>
  );
}

interface JoiningProps {
  link: LinkOfMail;
  invitation: Invitation;
  onJoined(): void;
}

function AcceptButton({ link, invitation, onJoined }: JoiningProps) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = async () => {
    setAsking(true);
    const result = await acceptInvitation(link, invitation, null).catch(() => null);
    setAsking(false);
    if (result?.outcome === 'joined') return onJoined();
    setProblem(
      result?.outcome === 'refused'
        ? result.message
        : 'Le marché est injoignable pour le moment. Réessayez dans un instant.',
    );
  };
  return (
    <>
      <FieldError text={problem} />
      <Button size="large" wide busy={isAsking} onClick={() => void accept()}>
        Rejoindre l’équipe
      </Button>
    </>
  );
}

function OtherAccount({ email, current }: { email: string; current: string }) {
  return (
    <>
      <p className={styles.over}>
        L’invitation est pour {email}, et cet appareil est connecté avec {current}.
      </p>
      <Button size="large" wide variant="secondary" onClick={() => void logout()}>
        Me déconnecter
      </Button>
    </>
  );
}
