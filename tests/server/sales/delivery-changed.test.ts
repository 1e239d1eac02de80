// A shop changes how it delivers, and for how much, between the making of an order and its payment: what is paid is what
// delivery costs now, and nothing is paid for a way that is no longer there. Whoever asks may leave the form out.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { deliveryPrices, relayPoints } from '#server/db/schema/content.ts';
import { payments } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const near = { distance: 5, price: 300, minimumOrderValue: 0 };
const far = { distance: 20, price: 900, minimumOrderValue: 3000 };

let market: TestMarket;
let shopper: Shopper;
let shop: typeof stores.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
});
afterAll(() => market.close());
beforeEach(async () => {
  await market.db.delete(deliveryPrices);
  await makeDelivery(market.db);
  shop = await makeStore(market.db, { name: 'Chez Rose', customShippingPrice: 600, relayPointPrice: 200 });
  shopper = await makeShopper(market);
});

const set = (values: Partial<typeof stores.$inferInsert>) =>
  market.db.update(stores).set(values).where(eq(stores.id, shop.id));
async function orderedBy(form: Record<string, unknown>, price = 4000): Promise<Order> {
  const { id } = await makeProduct(market.db, { storeId: shop.id, price, stock: 3 });
  const order = expectOk(await shopper.order(await shopper.fill([id])));
  const { distance, ...rest } = form;
  const [part] = order.storeOrders;
  if (distance !== undefined) expectOk(await shopper.call('PUT', `${part?.['@id']}/set_distance`, { distance }));
  await shopper.deliver(order, { ...PERSON, ...PLACE, ...rest });
  return expectOk(await shopper.seeOrder(order));
}
const aRelayPoint = async (id: string) => {
  const place = { name: 'Tabac', address1: '1 rue', postalCode: '55100', city: 'Verdun', latitude: 49, longitude: 5 };
  await market.db.insert(relayPoints).values({ id, ...place, hours: [] });
  return id;
};

/** Neither way of paying begins; nothing is taken, nothing is owed. */
async function isRefused(order: Order, pattern: RegExp) {
  const answers = [
    await shopper.prepare<ErrorBody>(order),
    await shopper.call<ErrorBody>('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }),
  ];
  for (const { status, body } of answers) {
    // A way that the shop does not hand over itself is not paid on delivery, whatever it costs.
    if (status === 422 && body.violations?.[0]?.propertyPath === 'paymentOnDelivery') continue;
    expect([status, body.code]).toEqual([409, 'order-changed']);
    expect(body['hydra:description']).toMatch(pattern);
  }
  expect(answers[0]?.status).toBe(409);
  expect(await market.db.select().from(payments).where(eq(payments.orderId, order.id))).toEqual([]);
  const before = await market.db.select({ stock: products.stock }).from(products).where(eq(products.storeId, shop.id));
  expect(before).toEqual([{ stock: 3 }]);
}

/** Made anew, the order says what it comes to now, and keeps what was filled in. */
async function isRemade(order: Order, total: number): Promise<Order> {
  const again = expectOk(await shopper.order(await shopper.openCart()));
  expect(again.id).not.toBe(order.id);
  expect(again.storeOrders.map((part) => [part.total.amount, part.firstName])).toEqual([[total, 'Jeanne']]);
  return again;
}
async function isPaid(order: Order, amount: number) {
  expectOk(await shopper.prepare(order));
  expect(await market.db.select().from(payments).where(eq(payments.orderId, order.id))).toMatchObject([{ amount }]);
}

test('an unchanged order is paid as created, with every shipping type', async () => {
  for (const shippingType of ['store', 'home', 'custom_store', 'custom_relay']) {
    const order = await orderedBy({ shippingType });
    expectOk(await shopper.prepare(order));
    shopper = await makeShopper(market);
  }
  expectOk(await shopper.prepare(await orderedBy({ shippingType: 'relay', pickupId: await aRelayPoint('R1') })));
});

test.each([
  ['brings it for more', 'custom_store', { customShippingPrice: 900 }, /de 9,00\s€ au lieu de 6,00\s€/, 4900],
  ['brings it for less', 'custom_store', { customShippingPrice: 100 }, /de 1,00\s€ au lieu de 6,00\s€/, 4100],
  ['brings it for nothing', 'custom_store', { freeDeliveryPriceFromAmount: 4000 }, /de 0,00\s€ au lieu/, 4000],
  ['asks more at its own relay point', 'custom_relay', { relayPointPrice: 350 }, /de 3,50\s€ au lieu de 2,00/, 4350],
])('its store %s', async (_what, shippingType, change, pattern, total) => {
  const order = await orderedBy({ shippingType });
  await set(change);
  await isRefused(order, pattern);
  await isPaid(await isRemade(order, total), total);
});

test('delivery was free from an amount and is no longer', async () => {
  await set({ freeDeliveryPriceFromAmount: 4000 });
  const order = await orderedBy({ shippingType: 'custom_store' });
  expect(order.storeOrders[0]?.total.amount).toBe(4000);
  await set({ freeDeliveryPriceFromAmount: null });
  await isRefused(order, /Chez Rose\s: la livraison est maintenant de 6,00\s€ au lieu de 0,00\s€/);
  await isPaid(await isRemade(order, 4600), 4600);
});

test('the carrier asks more', async () => {
  const order = await orderedBy({ shippingType: 'home' });
  await market.db.update(deliveryPrices).set({ price: 990 }).where(eq(deliveryPrices.shippingType, 'home'));
  await isRefused(order, /de 9,90\s€ au lieu de 6,90\s€/);
  await isPaid(await isRemade(order, 4990), 4990);
});

test('the parcel is heavier than before', async () => {
  const order = await orderedBy({ shippingType: 'home' });
  await market.db.update(products).set({ weight: 5000 }).where(eq(products.storeId, shop.id));
  await isRefused(order, /de 14,90\s€ au lieu de 6,90\s€/);
});

test('its way of delivery is given up', async () => {
  const order = await orderedBy({ shippingType: 'custom_store' });
  await set({ deliveryMethods: ['store'] });
  await isRefused(order, /Chez Rose\s: «\sLivraison par la boutique\s» n’est plus proposé/);
  await isPaid(await isRemade(order, 4000), 4000);
});

test.each([
  ['is no longer served', [near]],
  ['is beyond the reach of the shop', [near, far], 10],
  ['asks for a larger order', [near, { ...far, minimumOrderValue: 4000 }]],
])('its distance %s', async (_what, distancePriceLevels, customShippingMaxDistance: number | null = null) => {
  await set({ distancePriceLevels: [near, far] });
  const order = await orderedBy({ shippingType: 'custom_store', distance: 20 });
  await set({ distancePriceLevels, customShippingMaxDistance });
  await isRefused(order, /Chez Rose\s: la livraison à 20\skm n’est plus proposée/);
  const again = await isRemade(order, 4600);
  // How far it is has to be said anew.
  expect((await shopper.prepare<ErrorBody>(again)).body.code).toBe('incomplete');
});

test('its distance costs more', async () => {
  await set({ distancePriceLevels: [near, far] });
  const order = await orderedBy({ shippingType: 'custom_store', distance: 20 });
  await set({ distancePriceLevels: [near, { ...far, price: 1200 }] });
  await isRefused(order, /de 12,00\s€ au lieu de 9,00\s€/);
  await isPaid(await isRemade(order, 5200), 5200);
});

test('its relay point has closed', async () => {
  const order = await orderedBy({ shippingType: 'relay', pickupId: await aRelayPoint('R2') });
  await market.db.delete(relayPoints).where(eq(relayPoints.id, 'R2'));
  await isRefused(order, /Chez Rose\s: ce point relais n’existe plus/);
  const again = await isRemade(order, 4450);
  expect((await shopper.prepare<ErrorBody>(again)).body.code).toBe('incomplete');
});

test('a coupon that is active again is in the next order of the same cart', async () => {
  const { id } = await makeProduct(market.db, { storeId: shop.id, price: 2000 });
  const code = 'DE-RETOUR';
  await market.db.insert(coupons).values({ storeId: shop.id, code, discountType: 'fix', discount: 500, active: true });
  const cart = await shopper.fill([id]);
  expectOk(await shopper.call('POST', `/carts/${cart.id}/coupon/apply`, { code }));
  await market.db.update(coupons).set({ active: false }).where(eq(coupons.code, code));
  const without = expectOk(await shopper.order(cart));
  expect(without.storeOrders[0]?.total.amount).toBe(2000);
  await market.db.update(coupons).set({ active: true }).where(eq(coupons.code, code));
  expect((await shopper.openCart()).totalAfterDiscount.amount).toBe(1500);
  const withIt = expectOk(await shopper.order(cart));
  expect(withIt.storeOrders[0]?.total.amount).toBe(1500);
});
