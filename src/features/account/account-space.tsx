// Frame of the shopper's account with its tabs.
import { Navigate, NavLink, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { ADMINISTRATION, paths } from '#paths';
import { useOrderNotifications } from '#state/account/own-order-push.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { hasRole, logout, useSession } from '#state/session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { useLongerThan } from '#ui/loading/use-longer-than.ts';
import { ErrorState, LineShapes, LoadingPage } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { AppointmentsPage } from './appointments/appointments-page.tsx';
import styles from './layout/account.module.css';
import { ConfirmEmailNotice } from './login/confirm-email-notice.tsx';
import { OrderPage } from './orders/order-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { ProfilePage } from './profile/profile-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';

const roundPage = lazyPart(() => import('./round/round-page.tsx'));

/** Then a loading state is shown instead of a blank page, milliseconds. */
const LATE_MS = 5000;

/** The shopper's account. An expired session can still read it; visitors are redirected. */
export function AccountSpace() {
  const session = useSession();
  const { ready, status, user } = session;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { online, sure } = useConnectivity();
  const late = useLongerThan(!ready, LATE_MS);
  useOrderNotifications(navigate);
  if (!ready) {
    return (
      <div className={`wrap ${styles.page}`} aria-busy="true">
        {late ? (
          <OfflineState silent page>
            Votre compte s’ouvrira dès que le réseau répondra.
          </OfflineState>
        ) : (
          <LoadingPage />
        )}
      </div>
    );
  }
  if (status === 'anonymous' || !user) {
    // The redirect depends on connectivity, so it waits until that is known.
    if (!sure) {
      return (
        <div className={`wrap ${styles.page}`} aria-busy="true">
          <LoadingPage />
        </div>
      );
    }
    const login = { pathname: paths.login, search: `?retour=${encodeURIComponent(pathname)}` };
    return <Navigate to={online ? paths.home : login} replace />;
  }

  const linkClass = (active: boolean) => (active ? `${styles.link} ${styles.current}` : styles.link);
  // The detail of an order belongs to the entry of the orders.
  const inOrders = pathname.startsWith(paths.accountOrders) || pathname.startsWith('/compte/commande/');
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.welcome}>
        <h1>Bienvenue {user.username} !</h1>
        {status !== 'locked' && user.emailConfirmed === false && (
          <ConfirmEmailNotice userId={user.user_id} email={user.email} />
        )}
      </header>
      <nav className={styles.menu} aria-label="Mon compte">
        <ul>
          <li>
            <NavLink to={paths.accountOrders} className={linkClass(inOrders)}>
              <Icon name="basket" size={20} />
              Gérer vos commandes
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.accountRound} className={({ isActive }) => linkClass(isActive)}>
              <Icon name="pin" size={20} />
              Ma tournée
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.accountProfile} className={({ isActive }) => linkClass(isActive)}>
              <Icon name="edit" size={20} />
              Modifier vos informations
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.accountAppointments} className={({ isActive }) => linkClass(isActive)}>
              <Icon name="calendar" size={20} />
              Gérer vos demandes de RDV
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.accountRequests} className={({ isActive }) => linkClass(isActive)}>
              <Icon name="mail" size={20} />
              Mes demandes
            </NavLink>
          </li>
          <li>
            <NavLink to={paths.favourites} className={styles.link}>
              <Icon name="heart" size={20} />
              Mes favoris
            </NavLink>
          </li>
          {hasRole(session, 'ROLE_VIEW_STORE_ADMIN') && (
            <li>
              <NavLink to={paths.merchant} className={styles.link}>
                <Icon name="store" size={20} />
                Gérer mon magasin
              </NavLink>
            </li>
          )}
          {operatorRolesOf(user.roles).length > 0 && (
            <li>
              <a href={ADMINISTRATION} className={styles.link}>
                <Icon name="user" size={20} />
                Administrer le marché
              </a>
            </li>
          )}
          <li>
            <Button variant="quiet" icon="exit" onClick={() => void logout(() => navigate(paths.home))}>
              Déconnexion
            </Button>
          </li>
        </ul>
      </nav>
      <div>
        <Routes>
          <Route path={paths.accountProfile} element={<ProfilePage user={user} />} />
          <Route path={paths.accountOrders} element={<OrdersPage userId={user.user_id} />} />
          <Route path={paths.accountOrder} element={<OrderPage />} />
          <Route
            path={paths.accountRound}
            element={
              <LazyPart
                part={roundPage}
                props={{ userId: user.user_id }}
                fallback={<LineShapes count={6} />}
                missing={(again) => <ErrorState onRetry={again} />}
              />
            }
          />
          <Route path={paths.accountRequests} element={<RequestsPage userId={user.user_id} email={user.email} />} />
          <Route path={paths.accountAppointments} element={<AppointmentsPage userId={user.user_id} />} />
          <Route path={paths.account} element={<Navigate to={paths.accountProfile} replace />} />
        </Routes>
      </div>
    </div>
  );
}
