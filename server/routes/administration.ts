// Administration routes.
import type { FastifyInstance } from 'fastify';
import { actFor, findAccounts } from '../accounts/impersonation.ts';
import { mount } from '../http/mount.ts';
import { answerNotice, changeVisibility, listNotices } from '../requests/notices.ts';

export function administrationRoutes(app: FastifyInstance): void {
  mount(app, 'administration.accounts', findAccounts);
  mount(app, 'administration.actFor', actFor(app));
  mount(app, 'administration.notices', listNotices);
  mount(app, 'administration.answerNotice', answerNotice);
  mount(app, 'administration.setVisibility', changeVisibility);
}
