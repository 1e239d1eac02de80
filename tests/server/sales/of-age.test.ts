// What may not be sold to minors is ordered only by somebody who says to be of age, once for the order; its shop is told.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AgreedTerms, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const ASKED = 'Confirmez que vous avez 18 ans ou plus.';
const collected = { shippingType: 'store', ...PERSON };

let market: TestMarket;
let shopper: Shopper;
let merchant: string;
let shopId: string;
let beer: typeof products.$inferSelect;
let bread: typeof products.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
  const owner = await makeUser(market.db);
  merchant = owner.email;
  shopId = (await makeStore(market.db, { ownerId: owner.id, paymentOnDelivery: true })).id;
  beer = await makeProduct(market.db, { storeId: shopId, price: 4000, stock: 5, notSellToMinor: true });
  bread = await makeProduct(market.db, { storeId: (await makeStore(market.db)).id, price: 4000 });
});

const stockOf = async ({ id }: { id: string }) =>
  (await market.db.select().from(products).where(eq(products.id, id)))[0]?.stock;
const asked = (order: Order) => {
  const part = order.storeOrders.find(({ items }) => items.some(({ product }) => product.id === beer.id));
  return [{ propertyPath: `storeOrders[${part?.id}].isAdult`, message: ASKED }];
};
async function ordered(form: Record<string, unknown> = collected): Promise<Order> {
  const order = expectOk(await shopper.order(await shopper.fill([beer.id, 2], [bread.id])));
  await shopper.deliver(order, form);
  return order;
}

test('undeclared, no payment starts and no stock is reserved', async () => {
  const order = await ordered();
  const prepared = await shopper.prepare<ErrorBody>(order);
  expect([prepared.status, prepared.body.code]).toEqual([422, 'incomplete']);
  expect(prepared.body.violations).toEqual(asked(order));
  shopper = await makeShopper(market);
  const alone = expectOk(await shopper.order(await shopper.fill([beer.id])));
  await shopper.deliver(alone);
  const onDelivery = await shopper.call<ErrorBody>('PUT', `/orders/${alone.id}`, {
    paymentOnDelivery: true,
  });
  expect([onDelivery.status, onDelivery.body.code]).toEqual([422, 'incomplete']);
  expect(statesOf(expectOk(await shopper.seeOrder(alone)))).toEqual(['new']);
  expect(await stockOf(beer)).toBe(5);
});

test('denied, the form of that store reports it, and nothing else', async () => {
  const order = expectOk(await shopper.order(await shopper.fill([beer.id], [bread.id])));
  for (const part of order.storeOrders) {
    const isOfBeer = part.items.some(({ product }) => product.notSellToMinor);
    const saved = await shopper.call<ErrorBody>('PUT', part['@id'], { ...collected, isAdult: false });
    expect([saved.status, saved.body.violations ?? []]).toEqual(
      isOfBeer ? [422, [{ propertyPath: 'isAdult', message: ASKED }]] : [200, []],
    );
  }
});

test('declared, it is paid, and the store sees the age limit and the declaration', async () => {
  const order = await ordered({ ...collected, isAdult: true });
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  expect(new Set(statesOf(expectOk(await shopper.pay(order))))).toEqual(new Set(['payed']));
  expect(await stockOf(beer)).toBe(3);
  const token = await market.login(merchant);
  const part = order.storeOrders.find(({ store }) => store.id === shopId);
  const seen = expectOk(await market.inject<StoreOrder>('GET', `/api${part?.['@id']}`, { token }));
  expect(seen).toMatchObject({ isAdult: true, items: [{ product: { notSellToMinor: true } }] });
});

test('declared once it is kept when the delivery changes, and asked for articles that become restricted', async () => {
  const order = await ordered({ ...collected, isAdult: true });
  await shopper.deliver(order, collected);
  expect((await shopper.prepare(order)).status).toBe(201);

  shopper = await makeShopper(market);
  const other = expectOk(await shopper.order(await shopper.fill([bread.id])));
  await shopper.deliver(other);
  await market.db.update(products).set({ notSellToMinor: true }).where(eq(products.id, bread.id));
  expect((await shopper.prepare<ErrorBody>(other)).body.code).toBe('incomplete');
});

test('of an order committed without a network, too', async () => {
  const cart = await shopper.fill([beer.id, 2]);
  const agreed = (isAdult?: boolean): AgreedTerms => ({
    lines: [{ product: beer.id, optionValues: [], quantity: 2, unitPrice: 4000 }],
    coupon: null,
    parts: [
      {
        ...{ ...PERSON, store: shopId, shippingType: 'store', fees: 0, distance: null, pickupId: null, email: '' },
        address: { address1: '', address2: '', postalCode: '', city: '' },
      },
    ],
    paymentOnDelivery: true,
    ifChanged: 'ask',
    most: 8000,
    ...(isAdult !== undefined && { isAdult }),
  });
  const commit = <T>(body: AgreedTerms) =>
    market.inject<T>('POST', `/api/carts/${cart.id}/commit`, {
      ...{ token: shopper.token, body, headers: { 'idempotency-key': randomUUID() } },
    });
  for (const declared of [undefined, false]) {
    const { status, body } = await commit<ErrorBody>(agreed(declared));
    expect([status, body.code]).toEqual([409, 'order-changed']);
    const { changes, now } = body.detail as unknown as OrderChanged;
    expect([changes.join(), now]).toEqual([expect.stringContaining(ASKED), null]);
  }
  expect(await stockOf(beer)).toBe(5);
  expect(statesOf(expectOk(await commit<Order>(agreed(true))))).toEqual(['payed']);
  expect(await stockOf(beer)).toBe(3);
});
