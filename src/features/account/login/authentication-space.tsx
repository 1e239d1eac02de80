// Frame of login, sign-up and forgotten password.
import { Navigate, NavLink, Route, Routes, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { hasRole, useSession } from '#state/session/session.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { OrderSteps } from '#ui/text/order-steps.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './authentication-space.module.css';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { returnPath } from './return-path.ts';
import { SignUpPage } from './sign-up-page.tsx';

/** Redirects users who are logged in. */
export function AuthenticationSpace() {
  const session = useSession();
  const { search, state } = useLocation();
  const [query] = useSearchParams();
  const { online } = useConnectivity();
  const siteName = useSiteName();

  if (session.ready && session.status === 'authenticated') {
    const account = { isMerchant: hasRole(session, 'ROLE_STORE_ADMIN'), hasCart: session.user?.cart != null };
    return <Navigate to={returnPath(query, window.location.origin, account)} state={state} replace />;
  }
  const tabClass = ({ isActive }: { isActive: boolean }) => (isActive ? `${styles.tab} ${styles.current}` : styles.tab);
  const isOrdering = query.get('ordering') === '1';
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="Authentification" siteName={siteName} noIndex />
      {isOrdering && (
        <div className={styles.steps}>
          <OrderSteps />
        </div>
      )}
      <div className={styles.sign}>
        <h1 className={styles.title}>Authentification</h1>
        {isOrdering && (
          <p className={styles.reason}>
            <Icon name="basket" size={20} />
            <span>
              Vous devez vous connecter pour confirmer votre commande
              <small className={styles.calm}>Votre panier vous attend tel que vous l’avez laissé.</small>
            </span>
          </p>
        )}
        <nav className={styles.tabs} aria-label="Authentification">
          <NavLink to={{ pathname: paths.login, search }} className={tabClass} replace>
            Se connecter
          </NavLink>
          <NavLink to={{ pathname: paths.signUp, search }} className={tabClass} replace>
            Créer un compte
          </NavLink>
        </nav>
        {!online && (
          <p className={styles.offline} role="status">
            <Icon name="offline" size={20} />
            <span>
              Hors connexion&nbsp;: il faut du réseau pour se connecter. Ce que vous saisissez reste ici
              {query.has('retour') ? ', et la page demandée s’ouvrira ensuite.' : '.'}
            </span>
          </p>
        )}
        <Routes>
          <Route path={paths.authentication} element={<Navigate to={{ pathname: paths.login, search }} replace />} />
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.signUp} element={<SignUpPage />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        </Routes>
      </div>
    </div>
  );
}
