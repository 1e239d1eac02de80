// Account area: login, sign-up, password, mail links, withdrawal, and the shopper's account.
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { AccountSpace } from './account-space.tsx';
import { AuthenticationSpace } from './login/authentication-space.tsx';
import { InvitationPage } from './login/invitation-page.tsx';
import { ConfirmEmailPage, RestoreEmailPage } from './login/mail-link-page.tsx';
import { ResetPasswordPage } from './login/reset-password-page.tsx';
import { WithdrawalPage } from './withdrawal/withdrawal-page.tsx';

/** All pages under /authentication and /compte, and the targets of mail links. */
export default function AccountArea() {
  const { pathname } = useLocation();
  if (pathname === paths.resetPassword) return <ResetPasswordPage />;
  if (pathname === paths.restoreEmail) return <RestoreEmailPage />;
  if (pathname === paths.confirmEmail) return <ConfirmEmailPage />;
  if (pathname === paths.invitation) return <InvitationPage />;
  if (pathname === paths.withdrawal) return <WithdrawalPage />;
  return matchPath(`${paths.account}/*`, pathname) ? <AccountSpace /> : <AuthenticationSpace />;
}
