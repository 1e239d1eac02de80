// Coupons of several shops in one cart: each shop's part of the order has its own discount, one code per shop.
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

test('codes of two shops both count, and each is removed alone', async () => {
  const shopper = await makeShopper(market);
  const shops = [await makeStore(market.db), await makeStore(market.db)];
  const products = await Promise.all(shops.map(({ id }) => makeProduct(market.db, { storeId: id, price: 1000 })));
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const of = (at: number, code: string, discount: number) => ({
    ...{ storeId: shops[at]?.id ?? '', code, discount, discountType: 'fix', createdAt },
  });
  await market.db.insert(coupons).values([of(0, 'PAIN', 100), of(1, 'MIEL', 200), of(1, 'RUCHE', 50)]);
  const cart = await shopper.fill(...products.map(({ id }): [string] => [id]));
  const apply = async (code: string) =>
    expectOk(await shopper.call<Cart>('POST', `${cart['@id']}/coupon/apply`, { code }));
  const codes = ({ coupons: entered = [] }: Cart) => entered.map(({ code, applies }) => [code, applies]);
  await apply('PAIN');
  const both = await apply('miel');
  expect([codes(both), both.totalAfterDiscount.amount]).toEqual([
    [
      ['PAIN', true],
      ['MIEL', true],
    ],
    1700,
  ]);
  expect(both.coupon?.code, 'the newest').toBe('MIEL');

  const replaced = await apply('RUCHE');
  expect([codes(replaced), replaced.totalAfterDiscount.amount], 'one per shop').toEqual([
    [
      ['PAIN', true],
      ['RUCHE', true],
    ],
    1850,
  ]);
  const order = expectOk(await shopper.order(replaced));
  expect(order.storeOrders.map(({ total }) => total.amount).sort()).toEqual([900, 950]);

  const removed = expectOk(await shopper.call<Cart>('DELETE', `${cart['@id']}/coupon?code=pain`));
  expect([codes(removed), removed.totalAfterDiscount.amount]).toEqual([[['RUCHE', true]], 1950]);
  const none = expectOk(await shopper.call<Cart>('DELETE', `${cart['@id']}/coupon`));
  expect([none.coupons, none.coupon, none.totalAfterDiscount.amount]).toEqual([[], null, 2000]);
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
