// The routes of login, sign-up and the shopper's own space.
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { AccountSpace } from './account-space.tsx';
import { AuthenticationSpace } from './authentication-space.tsx';

/** Everything under /authentication and under /compte. */
export default function AccountArea() {
  const { pathname } = useLocation();
  return matchPath(`${paths.account}/*`, pathname) ? <AccountSpace /> : <AuthenticationSpace />;
}
