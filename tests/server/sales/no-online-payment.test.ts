// Without a payment provider of its own a market asks nobody for money online, and takes nothing for paid.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');

describe('a market without online payment', () => {
  let market: TestMarket;
  let shopper: Shopper;
  let item: typeof products.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket({ now: NOW, env: { demo: false, payment: 'none' } });
    await makeDelivery(market.db);
    const merchant = await makeUser(market.db, { email: 'marche@etal.test' });
    const shop = await makeStore(market.db, { ownerId: merchant.id, name: 'La Halle', paymentOnDelivery: true });
    item = await makeProduct(market.db, { storeId: shop.id, name: 'Carpe', price: 900, stock: 5 });
    shopper = await makeShopper(market);
  });
  afterAll(() => market.close());
  const stock = async () =>
    (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, item.id)))[0]?.stock;

  test('reports it, starts none, and reserves no stock', async () => {
    const configurations = await market.inject<Collection<{ key: string; value: string }>>(
      'GET',
      '/api/configurations',
    );
    expect(configurations.body['hydra:member']).toMatchObject([{ key: 'onlinePayment', value: 'none' }]);
    const order = await shopper.ready([item.id, 2]);
    const { status, body } = await shopper.prepare<ErrorBody>(order);
    expect([status, body.code]).toEqual([409, 'online-payment-closed']);
    expect(body['hydra:description']).toBe('Le paiement en ligne n’est pas proposé sur ce marché.');
    expect(await stock()).toBe(5);
    expect(statesOf((await shopper.seeOrder(order)).body)).toEqual(['new']);
    expect(await market.db.select().from(payments)).toEqual([]);
  });

  test('still accepts payment on delivery', async () => {
    const buyer = await makeShopper(market);
    const order = expectOk(await buyer.order(await buyer.fill([item.id, 1])));
    await buyer.deliver(order, { shippingType: 'custom_store', ...PERSON, ...PLACE });
    const { status, body } = await buyer.call<Order>('PUT', order['@id'], { paymentOnDelivery: true });
    expect([status, statesOf(body)]).toEqual([200, ['payed']]);
    expect(await stock()).toBe(4);
  });

  test('does not accept an earlier sandbox payment', async () => {
    const other = await makeShopper(market);
    const order = await other.ready([item.id, 1]);
    const [payment] = await market.db
      .insert(payments)
      .values({
        orderId: order.id,
        amount: 900,
        createdAt: NOW,
        updatedAt: NOW,
        expiresAt: new Date('2026-10-12T10:30:00Z'),
      })
      .returning();
    await market.db.update(storeOrders).set({ state: 'payment_pending' }).where(eq(storeOrders.orderId, order.id));
    const address = `/paiement/${payment?.id}`;
    expect((await market.inject('GET', address)).status).toBe(404);
    expect((await market.inject('POST', address, { form: { result: 'accepted' } })).status).toBe(404);
    expect(statesOf((await other.pay(order)).body)).toEqual(['payment_pending']);
  });
});
