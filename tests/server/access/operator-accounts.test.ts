// What an operator does with somebody's account: the export of its data, its end, and a search that an index answers.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorAction } from '#contract/administration/actions.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { matchesWords } from '#server/accounts/find-accounts.ts';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let admin: { id: string; email: string };
let token: string;
let shopper: Shopper;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  token = await market.login(admin.email);
  shopper = await makeShopper(market);
});

const decide = <T = ErrorBody>(what: 'export' | 'end', reasons = 'Sa demande du 12 mars.', id = shopper.id) =>
  market.inject<T>('POST', `/api/administration/accounts/${id}/${what}`, {
    token,
    body: { reasons },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
const lastAction = async () => {
  const log = await market.inject<Collection<OperatorAction>>('GET', '/api/administration/actions', { token });
  return log.body['hydra:member'][0];
};
const userRow = async (id = shopper.id) => (await market.db.select().from(users).where(eq(users.id, id)))[0];

test('an export is the person’s own one, and the log says who took it and why', async () => {
  const own = await shopper.call<Record<string, unknown>>('GET', `/users/${shopper.id}/export`);
  const { status, body, headers } = await decide<Record<string, unknown>>('export');
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('no-store');
  const dataOf = ({ exportedAt: _at, '@context': _context, ...data }: Record<string, unknown>) => data;
  expect(dataOf(body)).toEqual(dataOf(own.body));
  expect(await lastAction()).toMatchObject({
    ...{ action: 'account-exported', operator: admin.email, reasons: 'Sa demande du 12 mars.' },
    subject: `/administration/accounts/${shopper.id}`,
  });
  const stored = await market.db
    .select()
    .from(idempotency)
    .where(eq(idempotency.scope, `u:${admin.id}`));
  expect(stored).toEqual([]);
});

test('an account ends as if its person had ended it, and the reasons are in the mail and in the log', async () => {
  const { username } = (await userRow()) ?? {};
  await market.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, shopper.id));
  expect(await decide('end')).toMatchObject({ status: 204 });
  expect(await userRow()).toMatchObject({ passwordHash: '', username: 'Compte supprimé' });
  expect((await shopper.call('GET', `/users/${shopper.id}/orders`)).status).toBe(401);
  expect(await lastAction()).toMatchObject({ action: 'account-ended', title: username, operator: admin.email });
  const mail = (await market.sentMails()).map(decodeMail).findLast((one) => one.includes(`To: ${shopper.email}`));
  expect(mail).toContain('Sa demande du 12 mars.');
  expect((await decide('end')).status).toBe(404);
  expect((await decide('export')).status).toBe(404);
});

test('an account with an open order, or of a store, stays, and nothing is in the log', async () => {
  const store = await makeStore(market.db);
  const product = await makeProduct(market.db, { storeId: store.id, stock: 5, price: 500 });
  const order = expectOk(await shopper.order(await shopper.fill([product.id])));
  await market.db.execute(sql`update store_orders set state = 'payed' where order_id = ${order.id}`);
  const before = await lastAction();
  expect(await decide('end')).toMatchObject({ status: 409, body: { code: 'order-underway' } });
  expect(await decide('end', 'Non', store.ownerId ?? '')).toMatchObject({ status: 409, body: { code: 'store-owner' } });
  expect((await userRow())?.passwordHash).not.toBe('');
  expect(await lastAction()).toEqual(before);
});

test('an operator, oneself and a published account of a demo market are ended by nobody', async () => {
  const other = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_MODERATOR'] });
  const shared = await makeUser(market.db, { email: 'client@etal.test' });
  expect(await decide('end', 'Non', other.id)).toMatchObject({ status: 409, body: { code: 'administrator' } });
  expect(await decide('end', 'Non', admin.id)).toMatchObject({ status: 409, body: { code: 'yourself' } });
  expect(await decide('end', 'Non', shared.id)).toMatchObject({ status: 409, body: { code: 'demo' } });
  expect(await decide('end', ' ')).toMatchObject({ status: 422 });
});

test('a search of people reads an index, not everybody', async () => {
  await market.db.execute(sql`insert into users (email, username, password_hash)
    select 'personne' || n || '@exemple' || n || '.fr', 'Prénom' || n || ' Nom' || n, 'x' from generate_series(1, 20000) n`);
  await market.db.execute(sql`analyze users`);
  const query = market.db
    .select({ id: users.id })
    .from(users)
    .where(await matchesWords(market.db as Tx, 'nom777:*'));
  const { rows } = await market.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('users_words');
  expect(plan).not.toContain('Seq Scan on users');
});
