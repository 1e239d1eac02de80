// A shopper's devices learn how an order goes on, each event once, with the store's name and nothing else; never those of
// another person, of another shopper, or after a logout.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShippingType } from '#contract/fields/values.ts';
import { pushDeliveries, pushSubscriptions } from '#server/db/schema/pushes.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { type Device, type PushReceiver, startPushReceiver } from '../../support/push-receiver.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

let receiver: PushReceiver;
let market: TestMarket;
let shop: Merchant;
let product: string;
let shopper: Shopper;
beforeAll(async () => {
  receiver = await startPushReceiver();
  market = await startTestMarket({ env: { pushHosts: [receiver.origin] } });
  await makeDelivery(market.db);
  shop = await makeMerchant(market, { name: 'La fromagerie' });
  product = (await makeProduct(market.db, { storeId: shop.storeId, price: 1250 })).id;
});
afterAll(async () => {
  await market.close();
  await receiver.close();
});
beforeEach(async () => {
  await market.db.delete(pushSubscriptions);
  shopper = await makeShopper(market);
});

interface Subscribed {
  id: string;
}
const subscribe = async (who: Shopper, device: Device = receiver.device()) => {
  const { id } = expectOk(
    await who.call<Subscribed>('POST', `/users/${who.id}/push_subscriptions`, device.subscription),
  );
  return { device, id };
};
/** @returns the order's number and its part's */
async function paid(shippingType: ShippingType = 'store') {
  const order = await shopper.ready([product]);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  const part = order.storeOrders[0]?.id ?? 0;
  await market.db.update(storeOrders).set({ shippingType }).where(eq(storeOrders.id, part));
  return { order: order.id, part };
}
const step = async (part: number, name: 'validate' | 'ready' | 'ship' | 'cancel') =>
  expectOk(await shop.call('PUT', `/store_orders/${part}/${name}`, {}));
const allSent = () => expect.poll(() => market.db.$count(pushDeliveries)).toBe(0);
const titlesAt = ({ received }: Device) => received.map(({ message }) => message?.title);

test('each of their devices shows once that an order is ready: the store, and no number, article, price or person', async () => {
  const devices = [(await subscribe(shopper)).device, (await subscribe(shopper)).device];
  const { order, part } = await paid();
  await step(part, 'validate');
  expect(devices.map(titlesAt)).toEqual([[], []]);
  await step(part, 'ready');
  for (const device of devices) await expect.poll(() => device.received).toHaveLength(1);
  expect(devices[0]?.received[0]?.message).toEqual({
    title: 'Votre commande est prête',
    body: 'La fromagerie',
    path: `/compte/commande/${order}`,
    tag: `part-${part}`,
    toDo: 1,
  });
  await step(part, 'ready');
  await step(part, 'ship');
  await allSent();
  await market.app.market.pushes.deliver();
  for (const { received } of devices) expect(received).toHaveLength(1);
});

test.each<[ShippingType, string]>([
  ['home', 'Votre commande est expédiée'],
  ['relay', 'Votre commande est expédiée'],
  ['custom_store', 'Votre commande est livrée'],
  ['custom_relay', 'Votre commande vous attend au point relais'],
  ['demat', 'Votre commande est envoyée par e-mail'],
])('a part for %s is shown when it leaves', async (type, title) => {
  const { device } = await subscribe(shopper);
  const { part } = await paid(type);
  await step(part, 'validate');
  await step(part, 'ship');
  await expect.poll(() => titlesAt(device)).toEqual([title]);
});

test('a canceled part and a declined payment are shown', async () => {
  const { device } = await subscribe(shopper);
  const { part } = await paid();
  await step(part, 'cancel');
  await expect.poll(() => titlesAt(device)).toEqual(['Votre commande est annulée']);
  const { payment_url } = expectOk(await shopper.prepare(await shopper.ready([product])));
  await shopper.answer(payment_url, 'declined');
  await expect
    .poll(() => titlesAt(device))
    .toEqual(['Votre commande est annulée', 'Le paiement de votre commande est refusé']);
});

test('a message that is no longer true when it is sent is dropped', async () => {
  const { device } = await subscribe(shopper);
  const { part } = await paid();
  await step(part, 'validate');
  device.answers.push(503);
  await step(part, 'ready');
  await expect.poll(() => device.received).toHaveLength(1);
  await step(part, 'ship');
  await market.db.update(pushDeliveries).set({ dueAt: new Date(0) });
  await market.app.market.pushes.deliver();
  await allSent();
  expect(device.received).toHaveLength(1);
});

test('who has not asked gets none, and neither do other shoppers or the store', async () => {
  const other = await makeShopper(market);
  const { device } = await subscribe(other);
  const ofStore = receiver.device();
  expectOk(await shop.call('POST', `/stores/${shop.storeId}/push_subscriptions`, ofStore.subscription));
  const { part } = await paid();
  await expect.poll(() => ofStore.received).toHaveLength(1);
  await step(part, 'validate');
  await step(part, 'ready');
  await allSent();
  expect([titlesAt(device), ofStore.received.length]).toEqual([[], 1]);
});

describe('a device', () => {
  const rowOf = async ({ subscription }: Device) =>
    (await market.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, subscription.endpoint)))[0];

  test('belongs to the last person who has asked on it', async () => {
    const { device } = await subscribe(shopper);
    const other = await makeShopper(market);
    await subscribe(other, device);
    expect(await rowOf(device)).toMatchObject({ userId: other.id, ownOrders: true });
    const { part } = await paid();
    await step(part, 'validate');
    await step(part, 'ready');
    expect(await market.db.$count(pushDeliveries)).toBe(0);
    expect(device.received).toEqual([]);
  });

  test('of a merchant may show both, and ends each by itself', async () => {
    const device = receiver.device();
    const store = { storeId: shop.storeId };
    const ofStore = expectOk(
      await shop.call<Subscribed>('POST', `/stores/${shop.storeId}/push_subscriptions`, device.subscription),
    );
    const own = expectOk(
      await shop.call<Subscribed>('POST', `/users/${shop.id}/push_subscriptions`, device.subscription),
    );
    expect(own.id).toBe(ofStore.id);
    expect(await rowOf(device)).toMatchObject({ ...store, ownOrders: true });
    expect((await shop.call('DELETE', `/order_push_subscriptions/${own.id}`)).status).toBe(204);
    expect(await rowOf(device)).toMatchObject({ ...store, ownOrders: false });
    expect((await shop.call('DELETE', `/order_push_subscriptions/${own.id}`)).status).toBe(404);
    expect((await shop.call('DELETE', `/push_subscriptions/${own.id}`)).status).toBe(204);
    expect(await rowOf(device)).toBeUndefined();
  });

  test('is nobody’s after a logout, and cannot be ended or taken for another account', async () => {
    const { device, id } = await subscribe(shopper);
    const other = await makeShopper(market);
    expect((await other.call('DELETE', `/order_push_subscriptions/${id}`)).status).toBe(404);
    const taken = await other.call('POST', `/users/${shopper.id}/push_subscriptions`, receiver.device().subscription);
    expect(taken.status).toBe(404);
    expect(await rowOf(device)).toMatchObject({ userId: shopper.id });
    const { body } = await market.inject<{ refresh_token: string }>('POST', '/api/login_check', {
      body: { login: shopper.email, password: DEMO_PASSWORD },
    });
    await market.inject('POST', '/api/token/revoke', { form: { refresh_token: body.refresh_token } });
    expect(await rowOf(device)).toBeUndefined();
  });
});
