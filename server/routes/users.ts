// Account and session routes.
import type { FastifyInstance } from 'fastify';
import { emailChange } from '../accounts/change-email.ts';
import { emailConfirmation } from '../accounts/confirm-email.ts';
import { endOfAccount } from '../accounts/end-account.ts';
import { exportData } from '../accounts/export-data.ts';
import { changeConsent, readConsent } from '../accounts/newsletter.ts';
import { ownSecondFactor } from '../accounts/own-second-factor.ts';
import { passwordReset } from '../accounts/password-reset.ts';
import { sessions } from '../accounts/sessions.ts';
import { signUp } from '../accounts/sign-up.ts';
import { mount } from '../http/mount.ts';

export function userRoutes(app: FastifyInstance): void {
  const { comparePassword, login, refresh, logout } = sessions(app);
  mount(app, 'session.login', login, comparePassword);
  mount(app, 'session.refresh', refresh);
  mount(app, 'session.logout', logout);
  mount(app, 'users.create', signUp(app));
  const confirmation = emailConfirmation(app);
  mount(app, 'users.sendConfirmation', confirmation.send);
  mount(app, 'users.confirmEmail', confirmation.confirm);
  const email = emailChange(app);
  mount(app, 'users.update', email.change, email.comparePassword);
  mount(app, 'users.undoEmail', email.undo);
  const { hashNewPassword, requestLink, reset } = passwordReset(app);
  mount(app, 'users.forgotPassword', requestLink);
  mount(app, 'users.resetPassword', reset, hashNewPassword);
  mount(app, 'users.export', exportData);
  mount(app, 'users.newsletter', readConsent);
  mount(app, 'users.setNewsletter', changeConsent);
  const factor = ownSecondFactor(app);
  mount(app, 'users.secondFactor', factor.read);
  mount(app, 'users.beginSecondFactor', factor.begin, factor.comparePassword);
  mount(app, 'users.confirmSecondFactor', factor.confirm);
  mount(app, 'users.removeSecondFactor', factor.remove, factor.comparePassword);
  const ending = endOfAccount(app);
  mount(app, 'users.delete', ending.end, ending.comparePassword);
}
