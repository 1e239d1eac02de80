// One code of two shops in one cart: each shop's part of the order has its own discount.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());

test('the order applies each store’s discount, and is paid so', async () => {
  const shopper = await makeShopper(market);
  const shops = [await makeStore(market.db), await makeStore(market.db)];
  const products = await Promise.all(shops.map(({ id }) => makeProduct(market.db, { storeId: id, price: 4000 })));
  const [first, second] = shops.map(({ id }) => id);
  const createdAt = new Date('2026-01-01T00:00:00Z');
  await market.db.insert(coupons).values([
    { storeId: first ?? '', code: 'MARCHE', discountType: 'fix', discount: 500, createdAt },
    { storeId: second ?? '', code: 'marche', discountType: 'relative', discount: 10, createdAt },
  ]);
  const cart = await shopper.fill(...products.map(({ id }): [string] => [id]));
  const applied = expectOk(await shopper.call<Cart>('POST', `${cart['@id']}/coupon/apply`, { code: 'Marche' }));
  expect(applied.totalAfterDiscount.amount).toBe(8000 - 500 - 400);
  const order = expectOk(await shopper.order(applied));
  await shopper.deliver(order);
  const parts = order.storeOrders.map(({ store, total }) => [store.id, total.amount]);
  expect(new Map(parts as [string, number][])).toEqual(
    new Map([
      [first, 3500],
      [second, 3600],
    ]),
  );
  expectOk(await shopper.prepare(order));
});

test('the smallest total of a store follows from its minimum and its coupon, to the cent', async () => {
  const shopper = await makeShopper(market);
  const { id: storeId } = await makeStore(market.db, { minimumDelivery: 1500 });
  const product = await makeProduct(market.db, { storeId, price: 1851 });
  const createdAt = new Date('2026-01-01T00:00:00Z');
  await market.db.insert(coupons).values({ storeId, code: 'PANIER350', discountType: 'fix', discount: 350, createdAt });
  const cart = await shopper.fill([product.id]);
  const least = ({ items }: Cart) => items[0]?.product.store.leastTotal?.amount;
  expect(least(cart)).toBe(1501);
  const applied = expectOk(await shopper.call<Cart>('POST', `${cart['@id']}/coupon/apply`, { code: 'PANIER350' }));
  expect(least(applied)).toBe(1851);
  const order = expectOk(await shopper.order(applied));
  await shopper.deliver(order);
  expectOk(await shopper.prepare(order));
});
