// What changes between the making of an order and its payment: nobody pays more than was shown, nor for what is not sold.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { productOptionValues, products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { makeDelivery, makeOption, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let market: TestMarket;
let shopper: Shopper;
let shop: typeof stores.$inferSelect;
let item: typeof products.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW, env: { paymentMinutes: 10 } });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(NOW);
  const merchant = await makeUser(market.db);
  shop = await makeStore(market.db, { ownerId: merchant.id, paymentOnDelivery: true });
  shopper = await makeShopper(market);
  item = await makeProduct(market.db, { storeId: shop.id, name: 'Truite fumée', price: 1250, stock: 5 });
});

const stockOf = async () =>
  (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, item.id)))[0]?.stock;
const setProduct = (values: Partial<typeof products.$inferInsert>) =>
  market.db.update(products).set(values).where(eq(products.id, item.id));
const payOnDelivery = (order: Order) =>
  shopper.call<ErrorBody & Order>('PUT', `/orders/${order.id}`, { paymentOnDelivery: true });

/** Neither way of paying begins; nothing is taken, nothing is owed. */
async function isRefused(order: Order, pattern: RegExp) {
  for (const pay of [shopper.prepare<ErrorBody>, payOnDelivery]) {
    const { status, body } = await pay(order);
    expect([status, body.code]).toEqual([409, 'order-changed']);
    expect(body['hydra:description']).toMatch(pattern);
    expect(body['hydra:description']).toMatch(/Rien n’a été débité/);
  }
  expect(await stockOf()).toBe(5);
  expect(await market.db.select().from(payments).where(eq(payments.orderId, order.id))).toEqual([]);
}

/** Made anew, the order says what it comes to now, keeps its delivery, and can be paid. */
async function isRemade(order: Order, total: number) {
  const again = expectOk(await shopper.order(await shopper.openCart()));
  expect(again.id).not.toBe(order.id);
  expect(again.storeOrders.map((part) => part.total.amount)).toEqual([total]);
  expect(again.storeOrders[0]?.firstName).toBe('Jeanne');
  expectOk(await shopper.prepare(again));
  expect(await market.db.select().from(payments).where(eq(payments.orderId, again.id))).toMatchObject([
    { amount: total },
  ]);
}

describe('an order that is not paid yet is not paid once', () => {
  test('a price rose', async () => {
    const order = await shopper.ready([item.id, 2]);
    await setProduct({ price: 1400 });
    await isRefused(order, /Truite fumée\s: le prix est maintenant de 14,00\s€ au lieu de 12,50\s€/);
    await isRemade(order, 2800);
  });

  test('a price fell: less is asked for, and shown first', async () => {
    const order = await shopper.ready([item.id]);
    await setProduct({ reducedPrice: 990 });
    await isRefused(order, /9,90\s€ au lieu de 12,50\s€/);
    await isRemade(order, 990);
  });

  test('two prices changed by the same amount, one up, one down', async () => {
    const other = await makeProduct(market.db, { storeId: shop.id, name: 'Brochet', price: 1000, stock: 5 });
    const order = await shopper.ready([item.id], [other.id]);
    await setProduct({ price: 1350 });
    await market.db.update(products).set({ price: 900 }).where(eq(products.id, other.id));
    await isRefused(order, /Truite fumée.*Brochet/);
    await isRemade(order, 2250);
  });

  test('a choice costs more', async () => {
    const { option, values } = await chooseable();
    const order = await shopper.ready([item.id, 1, [values[0] ?? '']]);
    expect(order.storeOrders[0]?.total.amount).toBe(1450);
    await option(300);
    await isRefused(order, /15,50\s€ au lieu de 14,50\s€/);
  });

  test('it has no price any more, or only an indicative one, or its store is not ready', async () => {
    const order = await shopper.ready([item.id]);
    await setProduct({ priceDisabled: true });
    await isRefused(order, /Truite fumée\s: ce produit n’est plus vendu ainsi/);
    await setProduct({ priceDisabled: false, indicativePrice: true });
    await isRefused(order, /n’est plus vendu/);
    await setProduct({ indicativePrice: false });
    await market.db.update(stores).set({ ready: false }).where(eq(stores.id, shop.id));
    await isRefused(order, /n’est plus vendu/);
    await market.db.update(stores).set({ ready: true }).where(eq(stores.id, shop.id));
    expectOk(await shopper.prepare(order));
  });

  test.each([
    ['ended', { expirationDate: later(-1) }, 1250],
    ['was switched off', { active: false }, 1250],
    ['was deleted', { deletedAt: NOW }, 1250],
    ['gives less', { discount: 100 }, 1150],
  ])('its coupon %s', async (_what, change, total) => {
    const [coupon] = await market.db
      .insert(coupons)
      .values({
        storeId: shop.id,
        code: 'REMISE5',

        discountType: 'fix',
        discount: 500,
        active: true,
      })
      .returning();
    const cart = await shopper.fill([item.id]);
    expectOk(await shopper.call('POST', `/carts/${cart.id}/coupon/apply`, { code: coupon?.code }));
    const order = expectOk(await shopper.order(cart));
    await shopper.deliver(order);
    expect(order.storeOrders[0]?.total.amount).toBe(750);
    await market.db
      .update(coupons)
      .set(change)
      .where(eq(coupons.id, coupon?.id ?? ''));
    await isRefused(order, /code promo/);
    await isRemade(order, total);
  });
});

test('once the payment has started, the order is fixed', async () => {
  const order = await shopper.ready([item.id]);
  const { payment_url: url } = expectOk(await shopper.prepare(order));
  await setProduct({ price: 9900 });
  expect(expectOk(await shopper.prepare(order)).payment_url).toBe(url);
  await shopper.answer(url, 'accepted');
  expect(statesOf((await shopper.pay(order)).body)).toEqual(['payed']);
});

test('an order not paid in time ends, releases its stock, and its shopper gets a mail', async () => {
  const order = await shopper.ready([item.id, 2]);
  expectOk(await shopper.prepare(order));
  expect(await stockOf()).toBe(3);
  const before = market.mails().length;
  await checkDuePayments(market.app.market, later(9));
  expect(await stockOf()).toBe(3);
  await checkDuePayments(market.app.market, later(10));
  await checkDuePayments(market.app.market, later(11));
  expect(await stockOf()).toBe(5);
  const mails = (await market.sentMails()).slice(before);
  expect(mails.filter((mail) => mail.includes(`To: ${shopper.email}`))).toHaveLength(1);
  expect((await shopper.openCart()).items.map(({ quantity }) => quantity)).toEqual([2]);
  await isRemade(order, 2500);
});

async function chooseable() {
  const { values } = await makeOption(market.db, item.id, 'Poids', { Grand: 200 });
  const [value] = values;
  const option = (price: number) =>
    market.db
      .update(productOptionValues)
      .set({ price })
      .where(eq(productOptionValues.id, value?.id ?? ''));
  return { option, values: values.map(({ id }) => id) };
}
