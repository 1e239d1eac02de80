// Administration area: access for administrators.
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { hasRole, useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { Empty, LineShapes, LoadingPage } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './accounts-page.module.css';
import { AccountsPage } from './accounts-page.tsx';

/** Then the loading state shows a text, milliseconds. */
const LATE_MS = 5000;

export default function AdministrationArea() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const siteName = useSiteName();
  const late = useLongerThan(!session.ready, LATE_MS);
  if (!session.ready) {
    return (
      <div className={`wrap ${styles.page}`}>
        {late ? (
          <OfflineState silent page>
            L’administration s’ouvrira dès que le réseau répondra.
          </OfflineState>
        ) : (
          <LoadingPage>
            <LineShapes count={4} />
          </LoadingPage>
        )}
      </div>
    );
  }
  if (session.status === 'anonymous') {
    const back = new URLSearchParams({ retour: `${pathname}${search}` });
    return <Navigate to={`${paths.authentication}?${back}`} replace />;
  }
  if (hasRole(session, 'ROLE_ADMIN')) return <AccountsPage />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Administration" siteName={siteName} noIndex />
      <Empty
        page
        title="Vous n’avez pas accès à l’administration du marché."
        action={
          <LinkButton to={paths.home} variant="secondary">
            Revenir à l’accueil
          </LinkButton>
        }
      >
        {session.user?.act
          ? `Vous agissez en tant que ${session.user.username}\u00a0: quittez d’abord, puis reconnectez-vous.`
          : 'Cet espace est réservé aux personnes qui tiennent le marché.'}
      </Empty>
    </div>
  );
}
