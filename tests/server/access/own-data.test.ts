// What is kept about a person: given to them, and gone with their account.
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { availabilityProducts, platformMessages } from '#server/db/schema/requests.ts';
import { tables } from '#server/db/tables.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PLACE, type Shopper } from '../../support/shopper.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let store: { id: string; ownerId: string | null };
let product: { id: string };
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  store = await makeStore(market.db, { takesAppointments: true, takesEstimates: true });
  product = await makeProduct(market.db, { storeId: store.id, stock: 50, price: 500 });
  shopper = await makeShopper(market);
});

/** What only this person has written: found in a row, it is theirs. */
const traces = () => {
  const mark = shopper.id.slice(0, 8);
  const digits = String(Number.parseInt(mark, 16)).slice(-8).padStart(8, '0');
  const phoneNumber = `06 ${digits.match(/../g)?.join(' ')}`;
  return {
    words: `Mes mots ${mark}`,
    ...{ firstName: `Zéphyrine-${mark}`, lastName: `Bellerose-${mark}`, phoneNumber },
    place: { ...PLACE.address, address1: `${mark} rue du Rû` },
  };
};
const end = (password: unknown = DEMO_PASSWORD, who = shopper) =>
  shopper.call<ErrorBody>('DELETE', `/users/${who.id}`, { password });
const exported = () => shopper.call<Record<string, unknown>>('GET', `/users/${shopper.id}/export`);

/** One of everything that a person leaves in a market; the order is paid and handed over. */
async function live(): Promise<Order> {
  const { words: WORDS, place: address, ...names } = traces();
  const person = { ...names, email: shopper.email };
  const order = expectOk(await shopper.order(await shopper.fill([product.id, 2])));
  await shopper.deliver(order, { shippingType: 'home', ...person, address });
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  expectOk(await shopper.pay(order));
  await shopper.fill([product.id]);
  const at = { store: `/stores/${store.id}` };
  const slot = { date: '2999-12-01', beginHour: '10:00', endHour: '11:00' };
  for (const [path, body] of [
    ['/product_reviews', { product: `/products/${product.id}`, rating: 5, author: names.firstName, text: WORDS }],
    ['/store_reviews', { ...at, rating: 5, author: names.firstName, text: WORDS }],
    ['/store_messages', { ...at, subject: WORDS, message: WORDS }],
    ['/store_appointments', { ...at, message: WORDS, timeSlots: [slot] }],
    ['/estimates', { ...at, message: WORDS, items: [{ label: WORDS, quantity: 1, comment: '' }] }],
  ] as const) {
    const { status, text } = await shopper.call('POST', path, body);
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
  }
  await market.db.insert(availabilityProducts).values({ email: shopper.email, productId: product.id });
  await market.db
    .insert(platformMessages)
    .values({ name: names.firstName, email: shopper.email, subject: 'x', message: WORDS });
  return order;
}
const handOver = (order: Order) =>
  market.db.execute(sql`update store_orders set state = 'shipped' where order_id = ${order.id}`);

/** Every row of every table, as text. */
async function everything(): Promise<string[]> {
  const names = Object.values(tables)
    .filter((table) => is(table, PgTable))
    .map((table) => getTableName(table as PgTable));
  const rows = await Promise.all(
    names.map((name) =>
      market.db.execute<{ row: string }>(
        sql`select ${name}::text || ' ' || to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      ),
    ),
  );
  return rows.flatMap((found) => found.rows.map(({ row }) => row));
}

test('the export contains all data of a person and of nobody else', async () => {
  const order = await live();
  const other = await makeShopper(market);
  await other.call('POST', '/store_messages', {
    store: `/stores/${store.id}`,
    subject: 'Autre',
    message: 'D’une autre',
  });
  const { status, body, text, headers } = await exported();
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('no-store');
  expect(body.account).toMatchObject({ id: shopper.id, email: shopper.email });
  expect(body.orders).toMatchObject([
    {
      id: order.id,
      parts: [
        { first_name: traces().firstName, items: [{ quantity: 2 }], documents: [{ kind: 'invoice', number: 1 }] },
      ],
    },
  ]);
  expect(body.cart).toMatchObject([{ quantity: 1 }]);
  for (const kind of [
    'productReviews',
    'storeReviews',
    'messages',
    'appointments',
    'estimates',
    'alerts',
    'platformMessages',
    'sessions',
  ])
    expect((body[kind] as unknown[]).length, kind).toBe(1);
  expect((body.mails as unknown[]).length).toBeGreaterThan(0);
  for (const others of [other.email, 'D’une autre', 'password', 'argon2', 'hash']) expect(text).not.toContain(others);
  expect((await other.call('GET', `/users/${shopper.id}/export`)).status).toBe(404);
  expect((await market.inject('GET', `/api/users/${shopper.id}/export`)).status).toBe(401);
});

test('the export contains no unsent links that open the account', async () => {
  const { mail } = market.app.market;
  const { send } = mail;
  mail.send = () => Promise.reject(new Error('away'));
  await market.inject('POST', '/api/users/reset_password', { body: { identifier: shopper.email } });
  // The answer does not wait for the letter, so that its time tells nothing about the account.
  const { text } = await eventually(async () => {
    const answer = await exported();
    expect(answer.body.mails).toMatchObject([{ kind: 'password-forgotten', sent_at: null }]);
    return answer;
  });
  mail.send = send;
  expect(text).not.toContain('token=');
});

describe('an account ends', () => {
  test('a deleted account leaves no personal data; orders keep articles and amounts', async () => {
    const order = await live();
    await handOver(order);
    const { words: WORDS, place, ...names } = traces();
    const personal = [shopper.email, place.address1, ...Object.values(names)];
    const before = await everything();
    for (const trace of [...personal, WORDS])
      expect(
        before.some((row) => row.includes(trace)),
        trace,
      ).toBe(true);
    expect((await end()).status).toBe(204);
    const after = await everything();
    for (const trace of personal) {
      // The last mail says that it is done; to whom is forgotten with it.
      const left = after.filter((row) => row.includes(trace) && !row.includes('account-ended'));
      expect(
        left.filter((row) => !row.startsWith('sale_documents')),
        trace,
      ).toEqual([]);
    }
    // The law keeps an invoice for ten years, with the name and address of the customer, and nothing else.
    const [invoice, ...others] = after.filter(
      (row) => row.startsWith('sale_documents') && row.includes(names.lastName),
    );
    expect(others).toEqual([]);
    for (const trace of [shopper.email, names.phoneNumber]) expect(invoice).not.toContain(trace);
    // What was said in public stays, without who said it.
    const words = after.filter((row) => row.includes(WORDS));
    expect(words.map((row) => row.split(' ')[0]).sort()).toEqual(['product_reviews', 'store_reviews']);
    for (const row of words) expect(row).toContain('Compte supprimé');
    const merchant = after.find((row) => row.startsWith('store_orders') && row.includes(`"order_id": ${order.id}`));
    expect(merchant).toContain('"total": 1');
    await expect(market.login(shopper.email)).rejects.toThrow('401');
    // The address is free again.
    const anew = { email: shopper.email, plainPassword: 'Un autre mot de passe' };
    expect((await market.inject('POST', '/api/users', { body: anew })).status).toBe(201);
  });

  test('only with its password, and only one’s own', async () => {
    for (const password of ['Faux-mot-de-passe', '', null, 'x'.repeat(300)]) {
      const { status, body } = await end(password);
      expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'password']);
    }
    const other = await makeShopper(market);
    expect((await end(DEMO_PASSWORD, other)).status).toBe(404);
    expect(await market.login(shopper.email)).toMatch(/^eyJ/);
    expect(await market.login(other.email)).toMatch(/^eyJ/);
  });

  test('not while an order is open', async () => {
    const order = await live();
    const refused = await end();
    expect([refused.status, refused.body.code]).toEqual([409, 'order-underway']);
    expect((await shopper.seeOrder(order)).status).toBe(200);
    await handOver(order);
    expect((await end()).status).toBe(204);
  });

  test('not while it owns a store', async () => {
    const merchant = await makeMerchant(market);
    const refused = await merchant.call<ErrorBody>('DELETE', `/users/${merchant.id}`, { password: DEMO_PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([409, 'store-owner']);
  });

  test('with all its sessions: no token of them does anything any more', async () => {
    const { body } = await market.inject<{ refresh_token: string }>('POST', '/api/login_check', {
      body: { login: shopper.email, password: DEMO_PASSWORD },
    });
    expect((await end()).status).toBe(204);
    const refresh = await market.inject('POST', '/api/token/refresh', { form: { refresh_token: body.refresh_token } });
    expect(refresh.status).toBe(401);
    const back = { email: 'revenante@etal.test', password: DEMO_PASSWORD };
    expect((await shopper.call('PUT', `/users/${shopper.id}`, back)).status).toBe(401);
    expect((await end()).status).toBe(401);
    const { id } = await makeUser(market.db);
    expect(id).not.toBe(shopper.id);
  });
});
