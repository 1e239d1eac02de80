// Rules about money that are applied a second time: to a form saved again, to an order made anew, to a line that grows.
// What the first time has left behind (a fee, a tier, a coupon) must not count as if it were goods.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { coupons } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeOption, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let shopper: Shopper;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(NOW);
  shopper = await makeShopper(market);
});

type Shop = typeof stores.$inferSelect;
const brings = (values: Partial<Shop> = {}) =>
  makeStore(market.db, { freeDeliveryPriceFromAmount: 8000, customShippingPrice: 600, ...values });
const tiers = [
  { distance: 5, price: 300, minimumOrderValue: 0 },
  { distance: 20, price: 900, minimumOrderValue: 3000 },
];
async function cartOf(shop: Shop, price: number, quantity = 1): Promise<Cart> {
  const { id } = await makeProduct(market.db, { storeId: shop.id, price });
  return shopper.fill([id, quantity]);
}
async function giveCoupon(shop: Shop, cart: Cart, values: Partial<typeof coupons.$inferInsert> = {}): Promise<string> {
  const code = `MOINS-${randomUUID().slice(0, 6)}`;
  await market.db.insert(coupons).values({ storeId: shop.id, code, discountType: 'relative', discount: 10, ...values });
  expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
  return code;
}
const ordered = async (cart: { id: string }): Promise<Order> => expectOk(await shopper.order(cart));
const partOf = ({ storeOrders: [part] }: Order): StoreOrder => {
  if (!part) throw new Error('an order without a shop');
  return part;
};
const save = <T = StoreOrder>(part: StoreOrder, form: object) => shopper.call<T>('PUT', part['@id'], form);
const choose = async (part: StoreOrder, shippingType: string) =>
  expectOk(await shopper.call<StoreOrder>('PUT', `${part['@id']}/set_shipping_type`, { shippingType }));
const amounts = ({ shippingFees, total, totalBeforeDiscount }: StoreOrder) => ({
  fees: shippingFees.amount,
  total: total.amount,
  before: totalBeforeDiscount.amount,
});
const broughtForm = { shippingType: 'custom_store', ...PERSON, ...PLACE };

test('earlier delivery fees do not make delivery free: saved repeatedly, a form costs the same', async () => {
  const part = partOf(await ordered(await cartOf(await brings(), 7700)));
  const once = { fees: 600, total: 8300, before: 8300 };
  expect(amounts(await choose(part, 'custom_store'))).toEqual(once);
  for (let time = 0; time < 3; time += 1) expect(amounts(expectOk(await save(part, broughtForm)))).toEqual(once);
  expect(amounts(await choose(part, 'custom_store'))).toEqual(once);
  // Nor when the order is made anew with what was filled in.
  const { id } = await makeProduct(market.db, { storeId: part.store.id, price: 100 });
  const again = partOf(await ordered(await shopper.fill([id])));
  expect(amounts(again)).toEqual({ fees: 600, total: 8400, before: 8400 });
});

test.each([
  [8888, 600],
  [8889, 0],
])(
  'delivery is free from its amount, after the coupon: %i less ten per cent costs %i to bring',
  async (price, fees) => {
    const shop = await brings();
    const cart = await cartOf(shop, price);
    await giveCoupon(shop, cart);
    const part = partOf(await ordered(cart));
    const paid = price - Math.round(price / 10);
    const expected = { fees, total: paid + fees, before: price + fees };
    expect(amounts(await choose(part, 'custom_store'))).toEqual(expected);
    expect(amounts(expectOk(await save(part, broughtForm)))).toEqual(expected);
  },
);

test('the minimum of a store counts goods only, without delivery', async () => {
  const part = partOf(await ordered(await cartOf(await brings({ minimumDelivery: 8000 }), 7700)));
  expect(amounts(await choose(part, 'custom_store')).total).toBe(8300);
  const { status, body } = await save<ErrorBody>(part, broughtForm);
  expect(status).toBe(422);
  expect(body.violations).toEqual([
    { propertyPath: 'shippingType', message: "La livraison pour cette boutique n'est disponible qu'à partir de 80 €" },
  ]);
});

test('nor does it reach the smallest amount of a distance', async () => {
  const part = partOf(await ordered(await cartOf(await brings({ distancePriceLevels: tiers }), 2800)));
  const go = (distance: number) => shopper.call<StoreOrder>('PUT', `${part['@id']}/set_distance`, { distance });
  expect(amounts(expectOk(await go(5)))).toEqual({ fees: 300, total: 3100, before: 3100 });
  expect((await go(20)).status).toBe(422);
});

test.each([
  ['fewer articles', 1501, 2],
  ['a coupon', 3001, 1],
])('a new order with %s drops a distance whose minimum it no longer reaches', async (less, price, quantity) => {
  const shop = await brings({ distancePriceLevels: tiers });
  const cart = await cartOf(shop, price, quantity);
  const first = partOf(await ordered(cart));
  const far = await shopper.call<StoreOrder>('PUT', `${first['@id']}/set_distance`, { distance: 20 });
  expect(expectOk(far)).toMatchObject({ distance: 20, shippingFees: { amount: 900 } });
  if (less === 'a coupon') await giveCoupon(shop, cart);
  else expectOk(await shopper.call('PUT', cart.items[0]?.['@id'] ?? '', { quantity: 1 }));
  const anew = partOf(await ordered(cart));
  expect(anew).toMatchObject({ distance: null, shippingType: 'custom_store', shippingFees: { amount: 600 } });
});

test('a distance whose minimum is just reached is dropped: the total must exceed it', async () => {
  const shop = await brings({ distancePriceLevels: tiers });
  const cart = await cartOf(shop, 1500, 3);
  const first = partOf(await ordered(cart));
  expectOk(await shopper.call('PUT', `${first['@id']}/set_distance`, { distance: 20 }));
  expectOk(await shopper.call('PUT', cart.items[0]?.['@id'] ?? '', { quantity: 2 }));
  expect(partOf(await ordered(cart))).toMatchObject({ distance: null, shippingType: 'custom_store' });
});

test.each([
  ['ended', { expirationDate: new Date('2026-10-12T09:00:00Z') }],
  ['switched off', { active: false }],
  ['withdrawn', { deletedAt: new Date('2026-10-12T09:00:00Z') }],
])('a coupon %s after ordering gives no discount in the next order of the same cart', async (_, change) => {
  const shop = await brings();
  const cart = await cartOf(shop, 2000);
  const code = await giveCoupon(shop, cart);
  const before = await ordered(cart);
  expect(partOf(before)).toMatchObject({ total: { amount: 1800 }, totalBeforeDiscount: { amount: 2000 } });
  expect((await ordered(cart)).id).toBe(before.id);
  await market.db.update(coupons).set(change).where(eq(coupons.code, code));
  const after = await ordered(cart);
  expect(partOf(after)).toMatchObject({ total: { amount: 2000 }, totalBeforeDiscount: { amount: 2000 } });
  expect(statesOf((await shopper.seeOrder(before)).body)).toEqual(['canceled']);
});

test('a line grows only as far as the other lines of its product allow, and the answer has the limit', async () => {
  const shop = await brings();
  const product = await makeProduct(market.db, { storeId: shop.id, price: 500, stock: 5 });
  const { values } = await makeOption(market.db, product.id, 'Taille', { petit: 0, grand: 0 });
  const cart = await shopper.fill(...values.map(({ id }) => [product.id, 2, [id]] as [string, number, string[]]));
  const line = cart.items[0]?.['@id'] ?? '';
  const put = (quantity: number) => shopper.call<Cart>('PUT', line, { quantity });
  expect(await put(4)).toMatchObject({ status: 409, body: { code: 'stock', detail: { available: 3 } } });
  expect(expectOk(await put(3)).items.map(({ quantity }) => quantity)).toEqual([3, 2]);
  expect((await put(5)).status).toBe(409);
});

test('a line whose product fell below the other lines’ quantity reports none left', async () => {
  const shop = await brings();
  const product = await makeProduct(market.db, { storeId: shop.id, price: 500, stock: 5 });
  const { values } = await makeOption(market.db, product.id, 'Taille', { petit: 0, grand: 0 });
  const cart = await shopper.fill(...values.map(({ id }) => [product.id, 2, [id]] as [string, number, string[]]));
  await market.db.update(products).set({ stock: 1 }).where(eq(products.id, product.id));
  const put = await shopper.call('PUT', cart.items[0]?.['@id'] ?? '', { quantity: 3 });
  expect(put).toMatchObject({ status: 409, body: { code: 'stock', detail: { available: 0 } } });
});
