// Administration routes: the calls of operators.
import type { FastifyInstance } from 'fastify';
import { setBlocked } from '../accounts/block-account.ts';
import { endAccountOf } from '../accounts/end-account.ts';
import { exportAccount } from '../accounts/export-data.ts';
import { findAccounts, readAccount } from '../accounts/find-accounts.ts';
import { actFor } from '../accounts/impersonation.ts';
import { listActions } from '../administration/actions.ts';
import { secondFactor } from '../administration/second-factor.ts';
import { mount } from '../http/mount.ts';
import { answerContest } from '../requests/answer-contest.ts';
import { listContents, readContent } from '../requests/contents.ts';
import { listDecisions, readDecision } from '../requests/contests.ts';
import { answerNotice, changeVisibility, listNotices, readNotice } from '../requests/notices.ts';

export function administrationRoutes(app: FastifyInstance): void {
  const factor = secondFactor(app);
  mount(app, 'administration.me', factor.me);
  mount(app, 'administration.beginSecondFactor', factor.begin);
  mount(app, 'administration.confirmSecondFactor', factor.confirm);
  mount(app, 'administration.checkSecondFactor', factor.check);
  mount(app, 'administration.notices', listNotices);
  mount(app, 'administration.notice', readNotice);
  mount(app, 'administration.answerNotice', answerNotice);
  mount(app, 'administration.contents', listContents);
  mount(app, 'administration.content', readContent);
  mount(app, 'administration.setVisibility', changeVisibility);
  mount(app, 'administration.decisions', listDecisions);
  mount(app, 'administration.decision', readDecision);
  mount(app, 'administration.answerContest', answerContest);
  mount(app, 'administration.accounts', findAccounts);
  mount(app, 'administration.account', readAccount);
  mount(app, 'administration.actFor', actFor(app));
  mount(app, 'administration.setBlocked', setBlocked);
  mount(app, 'administration.exportAccount', exportAccount);
  mount(app, 'administration.endAccount', endAccountOf);
  mount(app, 'administration.actions', listActions);
}
