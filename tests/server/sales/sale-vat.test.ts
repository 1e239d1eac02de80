// VAT of an order: as agreed at the order, by rate, to the cent of its total.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import { vatRates } from '#server/db/schema/catalogue.ts';
import { coupons, storeOrderItems } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { LEGAL_IDENTITY, makeDelivery, makeProduct, makeUser } from '../../support/builders.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { PERSON, PLACE } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());

async function rate(basisPoints: number): Promise<string> {
  const name = `TVA ${basisPoints}`;
  const [row] = await market.db.insert(vatRates).values({ name, rate: basisPoints }).returning();
  return row?.id ?? '';
}

test('an order keeps the rates of its day, over a coupon and delivery, and products without a rate have none', async () => {
  const { db } = market;
  const { storeId } = await makeMerchant(market);
  const reduced = await rate(550);
  const normal = await rate(2000);
  const bought = [
    await makeProduct(db, { storeId, price: 1000, vatRateId: reduced }),
    await makeProduct(db, { storeId, price: 500, vatRateId: normal }),
    await makeProduct(db, { storeId, price: 500 }),
  ];
  await db.insert(coupons).values({ storeId, code: 'DIX', discountType: 'relative', discount: 10 });
  const token = await market.login((await makeUser(db)).email);
  const call = async <T>(method: string, path: string, body?: unknown) =>
    (await market.inject<T>(method, `/api${path}`, { token, ...(body !== undefined && { body }) })).body;
  const cart = await call<Cart>('POST', '/carts', {});
  for (const { id } of bought) await call('PUT', `/carts/${cart.id}/add`, { id, optionValues: [], quantity: 2 });
  await call('POST', `/carts/${cart.id}/coupon/apply`, { code: 'DIX' });

  const read = async () => (await call<Order>('GET', `/carts/${cart.id}/order`)).storeOrders[0];
  const collected = await call<Order['storeOrders'][number]>('PUT', (await read())?.['@id'] ?? '', {
    ...PERSON,
    shippingType: 'store',
  });
  // 10 % less each: 18,00 € and 9,00 € (and 9,00 € without a rate).
  expect(collected).toMatchObject({ total: { amount: 3600 }, shippingFees: { amount: 0 } });
  expect(collected.vat?.map(({ rate: percent, amount, tax }) => [percent, amount.amount, tax.amount])).toEqual([
    [5.5, 1800, 94],
    [20, 900, 150],
  ]);

  const sent = await call<Order['storeOrders'][number]>('PUT', collected['@id'], {
    ...PERSON,
    ...PLACE,
    shippingType: 'home',
  });
  const fees = sent.shippingFees.amount;
  expect(fees).toBeGreaterThan(0);
  const [low, high] = sent.vat ?? [];
  // Half of the goods are at 5.5 %, a quarter at 20 %.
  expect(Math.abs((low?.amount.amount ?? 0) - 1800 - fees / 2)).toBeLessThan(1);
  expect(Math.abs((high?.amount.amount ?? 0) - 900 - fees / 4)).toBeLessThan(1);

  await db.update(vatRates).set({ rate: 1000 }).where(eq(vatRates.id, reduced));
  expect((await call<Order>('GET', `/orders/${sent.order.split('/').at(-1)}`)).storeOrders[0]?.vat).toEqual(sent.vat);
});

test('a seller who charges no VAT sells without a rate, whatever its products have', async () => {
  const { db } = market;
  const { storeId } = await makeMerchant(market);
  await db
    .update(stores)
    .set({ legalIdentity: { ...LEGAL_IDENTITY, vatNumber: '' } })
    .where(eq(stores.id, storeId));
  const { id } = await makeProduct(db, { storeId, price: 1000, vatRateId: await rate(550) });
  const token = await market.login((await makeUser(db)).email);
  const call = async <T>(method: string, path: string, body?: unknown) =>
    (await market.inject<T>(method, `/api${path}`, { token, ...(body !== undefined && { body }) })).body;
  const cart = await call<Cart>('POST', '/carts', {});
  await call('PUT', `/carts/${cart.id}/add`, { id, optionValues: [], quantity: 1 });
  const [part] = (await call<Order>('GET', `/carts/${cart.id}/order`)).storeOrders;
  expect(part).toMatchObject({ vat: [], total: { amount: 1000 } });
  const items = await db
    .select({ vatRate: storeOrderItems.vatRate })
    .from(storeOrderItems)
    .where(eq(storeOrderItems.productId, id));
  expect(items).toEqual([{ vatRate: null }]);
});
