// A shop cancels its part of a confirmed order: once, with the stock and the money back where they came from.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { refunds } from '#server/db/schema/payments.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let token: string;
let otherToken: string;
let cheese: string;
let beer: string;

beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  const [owner, other] = [await makeUser(market.db), await makeUser(market.db)];
  const shop = await makeStore(market.db, { ownerId: owner.id, paymentOnDelivery: true });
  const neighbour = await makeStore(market.db, { ownerId: other.id, paymentOnDelivery: true });
  [token, otherToken] = [await market.login(owner.email), await market.login(other.email)];
  cheese = (await makeProduct(market.db, { storeId: shop.id, stock: 5, price: 1200 })).id;
  beer = (await makeProduct(market.db, { storeId: neighbour.id, stock: 5, price: 300 })).id;
  shopper = await makeShopper(market);
});

const stockOf = async (id: string) =>
  (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
const partOf = (order: Order, product: string) =>
  order.storeOrders.find(({ items }) => items.some(({ product: { id } }) => id === product)) ?? expect.fail('no part');
const cancel = <T = StoreOrder>(part: StoreOrder, as = token, reason = 'Plus de lait cette semaine.') =>
  market.inject<T>('PUT', `/api/store_orders/${part.id}/cancel`, { token: as, body: { reason } });
const refundsOf = (part: StoreOrder) => market.db.select().from(refunds).where(eq(refunds.storeOrderId, part.id));
const listed = async () =>
  (await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`)).body['hydra:member'];
const mailsTo = async (address: string) => (await market.sentMails()).filter((mail) => mail.includes(`To: ${address}`));

async function paid(): Promise<Order> {
  const order = await shopper.ready([cheese, 2], [beer, 1]);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return expectOk(await shopper.pay(order));
}

describe('an online payment', () => {
  test('is refunded for this store’s part only, its articles are in stock again, and the shopper gets the reason', async () => {
    const order = await paid();
    const part = partOf(order, cheese);
    expect([await stockOf(cheese), await stockOf(beer)]).toEqual([3, 4]);
    const canceled = expectOk(await cancel(part));
    expect(canceled).toMatchObject({ state: 'canceled', refunded: { amount: 2400 }, version: part.version + 1 });
    expect(await refundsOf(part)).toMatchObject([{ amount: 2400 }]);
    expect([await stockOf(cheese), await stockOf(beer)]).toEqual([5, 4]);
    const seen = expectOk(await shopper.seeOrder(order));
    expect(partOf(seen, cheese)).toMatchObject({ state: 'canceled', refunded: { amount: 2400 } });
    expect(partOf(seen, beer)).toMatchObject({ state: 'payed', refunded: null });
    expect((await listed()).map(({ id }) => id)).toContain(order.id);
    const mail = (await mailsTo(shopper.email)).at(-1) ?? '';
    expect(mail).toContain('Plus de lait cette semaine.');
    expect(mail.replaceAll(/=C2=A0|\u00a0/g, ' ')).toMatch(/24,00 /);
  });

  test('is given back once, however often and from however many devices it is asked', async () => {
    const part = partOf(await paid(), cheese);
    const answers = await Promise.all([cancel(part), cancel(part), cancel(part)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body }) => body.notice === 'already')).toHaveLength(2);
    expect(await refundsOf(part)).toHaveLength(1);
    expect(await stockOf(cheese)).toBe(5);
    expect((await mailsTo(shopper.email)).filter((mail) => mail.includes('Plus de lait'))).toHaveLength(1);
  });

  test('stays due when the provider refuses the refund: retried under its own id until accepted', async () => {
    const part = partOf(await paid(), cheese);
    const provider = market.app.market.payment;
    const { refund } = provider;
    const asked: string[] = [];
    provider.refund = async (_tx, { id }) => {
      asked.push(id);
      if (asked.length < 3) throw new Error('The bank is closed.');
    };
    try {
      expect(expectOk(await cancel(part))).toMatchObject({ state: 'canceled', refunded: { amount: 2400 } });
      const [owed] = await refundsOf(part);
      expect(owed).toMatchObject({ amount: 2400, attempts: 1, error: 'The bank is closed.' });
      const soon = owed?.dueAt?.getTime() ?? expect.fail('not due');
      await requestDueRefunds(market.app.market, new Date(soon - 1));
      expect(asked).toHaveLength(1);
      await requestDueRefunds(market.app.market, new Date(soon));
      const again = (await refundsOf(part))[0]?.dueAt?.getTime() ?? expect.fail('not due');
      expect(again - soon).toBeGreaterThan(60_000);
      // As from two processes at once: one of them asks.
      await Promise.all([1, 2].map(() => requestDueRefunds(market.app.market, new Date(again))));
      await requestDueRefunds(market.app.market, new Date(again * 2));
    } finally {
      provider.refund = refund;
    }
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(1);
    expect(await refundsOf(part)).toMatchObject([{ dueAt: null, error: null }]);
    expect(await stockOf(cheese)).toBe(5);
  });

  test('several due refunds are requested in one round', async () => {
    const order = await paid();
    const provider = market.app.market.payment;
    const { refund } = provider;
    provider.refund = async () => {
      throw new Error('The bank is closed.');
    };
    try {
      expectOk(await cancel(partOf(order, cheese)));
      expectOk(await cancel(partOf(order, beer), otherToken));
    } finally {
      provider.refund = refund;
    }
    const owed = async () => [...(await refundsOf(partOf(order, cheese))), ...(await refundsOf(partOf(order, beer)))];
    const due = (await owed()).map(({ dueAt }) => dueAt?.getTime() ?? expect.fail('not due'));
    expect(due).toHaveLength(2);
    await requestDueRefunds(market.app.market, new Date(Math.max(...due)));
    expect((await owed()).map(({ dueAt, error }) => [dueAt, error])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('both stores cancel: all of it is refunded, and the order stays readable as cancelled', async () => {
    const order = await paid();
    expectOk(await cancel(partOf(order, cheese)));
    expectOk(await cancel(partOf(order, beer), otherToken));
    expect(statesOf(expectOk(await shopper.seeOrder(order)))).toEqual(['canceled', 'canceled']);
    expect((await listed()).map(({ id }) => id)).toContain(order.id);
    expect(await stockOf(beer)).toBe(5);
  });
});

test('an order paid on delivery gives the stock back, and no money', async () => {
  const ready = await shopper.ready([cheese, 1]);
  const order = expectOk(await shopper.call<Order>('PUT', `/orders/${ready.id}`, { paymentOnDelivery: true }));
  const part = partOf(order, cheese);
  expect(expectOk(await cancel(part))).toMatchObject({ state: 'canceled', refunds: [{ amount: 1200, means: 'due' }] });
  expect(await refundsOf(part)).toMatchObject([{ means: 'due', paymentId: null, dueAt: null }]);
  expect((await mailsTo(shopper.email)).at(-1)).toContain('Rien n’a été encaissé'.split('’')[0]);
  expect(await stockOf(cheese)).toBe(5);
});

test('shipped, unconfirmed and other stores’ orders are not cancelled', async () => {
  const order = await paid();
  const part = partOf(order, cheese);
  expect((await cancel(part, otherToken)).status).toBe(404);
  expect((await cancel(part, shopper.token)).status).toBe(403);
  expect((await cancel(part, token, 'x'.repeat(501))).status).toBe(422);
  for (const state of ['shipped', 'new', 'payment_pending', 'payment_declined'] as const) {
    await market.db.update(storeOrders).set({ state }).where(eq(storeOrders.id, part.id));
    const { status, body } = await cancel<ErrorBody>(part);
    expect([state, status]).toEqual([state, 422]);
    expect(body.violations?.[0]).toMatchObject({ propertyPath: 'state' });
  }
  expect(await refundsOf(part)).toEqual([]);
  expect(await stockOf(cheese)).toBe(3);
});
