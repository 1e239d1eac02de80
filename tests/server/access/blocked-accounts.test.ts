// A blocked account: its sessions end at once, nobody logs in to it, and both have the reasons.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TokenPair } from '#contract/account/users.ts';
import type { Account } from '#contract/administration/accounts.ts';
import type { OperatorAction } from '#contract/administration/actions.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let admin: { id: string; email: string };
let token: string;
let person: { id: string; email: string };
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  token = await market.login(admin.email);
  person = await makeUser(market.db, { username: 'Claire' });
});

const setBlocked = (isBlocked: boolean, reasons = 'Fausses commandes.', id = person.id) =>
  market.inject<Pick<Account, 'blocked'> & ErrorBody>('PUT', `/api/administration/accounts/${id}/blocked`, {
    token,
    body: { isBlocked, reasons },
  });
const logIn = (email = person.email) =>
  market.inject<TokenPair & ErrorBody>('POST', '/api/login_check', { body: { login: email, password: DEMO_PASSWORD } });
const ordersWith = async (by: string) =>
  (await market.inject('GET', `/api/users/${person.id}/orders`, { token: by })).status;
const lastMail = async () =>
  (await market.sentMails()).map(decodeMail).findLast((mail) => mail.includes(`To: ${person.email}`));

test('its sessions end at once, and it cannot be opened, until it is unblocked', async () => {
  const open = (await logIn()).body;
  expect(await ordersWith(open.token)).toBe(200);
  const blocked = await setBlocked(true);
  expect(blocked.body.blocked).toMatchObject({ reasons: 'Fausses commandes.' });
  expect(await ordersWith(open.token)).toBe(401);
  const form = { refresh_token: open.refresh_token };
  expect((await market.inject('POST', '/api/token/refresh', { form })).status).toBe(401);
  expect(await logIn()).toMatchObject({ status: 403 });
  expect(await lastMail()).toContain('Fausses commandes.');
  expect((await setBlocked(false, 'Une erreur.')).body.blocked).toBeNull();
  expect((await logIn()).status).toBe(200);
  expect(await ordersWith(open.token)).toBe(401);
  expect(await lastMail()).toContain('Une erreur.');
  const log = await market.inject<Collection<OperatorAction>>('GET', '/api/administration/actions', { token });
  expect(log.body['hydra:member'].slice(0, 2)).toMatchObject([
    { action: 'account-unblocked', title: 'Claire', reasons: 'Une erreur.', operator: admin.email },
    { action: 'account-blocked', title: 'Claire', reasons: 'Fausses commandes.' },
  ]);
});

test('a wrong password does not tell that it is blocked', async () => {
  await setBlocked(true);
  const refused = await market.inject('POST', '/api/login_check', { body: { login: person.email, password: 'autre' } });
  expect(refused.status).toBe(401);
});

test('blocked again, it keeps its reasons, and nobody is mailed', async () => {
  await setBlocked(true);
  const mails = (await market.sentMails()).length;
  expect((await setBlocked(true, 'Autre chose.')).body.blocked).toMatchObject({ reasons: 'Fausses commandes.' });
  expect(await market.sentMails()).toHaveLength(mails);
});

test('an administrator, oneself and nobody cannot be blocked', async () => {
  const other = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_MODERATOR'] });
  expect(await setBlocked(true, 'Non', other.id)).toMatchObject({ status: 409, body: { code: 'administrator' } });
  expect(await setBlocked(true, 'Non', admin.id)).toMatchObject({ status: 409, body: { code: 'yourself' } });
  expect((await setBlocked(true, 'Non', '00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

test('an account that a demo market publishes cannot be blocked', async () => {
  const shared = await makeUser(market.db, { email: 'client@etal.test' });
  expect(await setBlocked(true, 'Non', shared.id)).toMatchObject({ status: 409, body: { code: 'demo' } });
});
