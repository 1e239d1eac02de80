// The routes of login, sign-up, a new password and the shopper's own space.
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { AccountSpace } from './account-space.tsx';
import { AuthenticationSpace } from './authentication-space.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

/** Everything under /authentication and under /compte, and what the mail of a forgotten password leads to. */
export default function AccountArea() {
  const { pathname } = useLocation();
  if (pathname === paths.resetPassword) return <ResetPasswordPage />;
  return matchPath(`${paths.account}/*`, pathname) ? <AccountSpace /> : <AuthenticationSpace />;
}
