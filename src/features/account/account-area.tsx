// The routes of login, sign-up, a new password, an address given back and the shopper's own space.
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { AccountSpace } from './account-space.tsx';
import { AuthenticationSpace } from './login/authentication-space.tsx';
import { ConfirmEmailPage, RestoreEmailPage } from './login/mail-link-page.tsx';
import { ResetPasswordPage } from './login/reset-password-page.tsx';

/** Everything under /authentication and under /compte, and what the mails about a password and an address lead to. */
export default function AccountArea() {
  const { pathname } = useLocation();
  if (pathname === paths.resetPassword) return <ResetPasswordPage />;
  if (pathname === paths.restoreEmail) return <RestoreEmailPage />;
  if (pathname === paths.confirmEmail) return <ConfirmEmailPage />;
  return matchPath(`${paths.account}/*`, pathname) ? <AccountSpace /> : <AuthenticationSpace />;
}
