// A shop's devices are told of an order that is theirs to do: once, by whichever server, and never in the order's way.
import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatCents } from '#domain/money.ts';
import { pushDeliveries, pushSubscriptions } from '#server/db/schema/pushes.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { storeMembers } from '#server/db/schema/stores.ts';
import { makeDelivery, makeMember, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { type Device, type PushReceiver, startPushReceiver } from '../../support/push-receiver.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { send, startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-11-23T09:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

let receiver: PushReceiver;
beforeAll(async () => {
  receiver = await startPushReceiver();
});
afterAll(() => receiver.close());

interface Shop extends Merchant {
  product: string;
}
const open = async (market: TestMarket, name: string): Promise<Shop> => {
  const merchant = await makeMerchant(market, { name });
  return { ...merchant, product: (await makeProduct(market.db, { storeId: merchant.storeId, price: 1250 })).id };
};
const subscribed = async (shop: Merchant): Promise<Device> => {
  const device = receiver.device();
  expectOk(await shop.call('POST', `/stores/${shop.storeId}/push_subscriptions`, device.subscription));
  return device;
};

/** @returns the numbers of its parts */
async function buy(shopper: Shopper, ...lines: [string, number?][]): Promise<number[]> {
  const order = await shopper.ready(...lines);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return order.storeOrders.map(({ id }) => id);
}

const waiting = (market: TestMarket) => market.db.$count(pushDeliveries);
const dueAt = async (market: TestMarket) => (await market.db.select().from(pushDeliveries))[0]?.dueAt;

describe('on one server', () => {
  let market: TestMarket;
  let shopper: Shopper;
  let [dairy, bakery]: Shop[] = [];
  const shops = () => {
    if (!dairy || !bakery) throw new Error('No shops.');
    return [dairy, bakery] as const;
  };
  beforeAll(async () => {
    market = await startTestMarket({ now: START, env: { pushHosts: [receiver.origin] } });
    await makeDelivery(market.db);
    [dairy, bakery] = [await open(market, 'La fromagerie'), await open(market, 'Le fournil')];
    shopper = await makeShopper(market);
  });
  beforeEach(async () => {
    market.setClock(START);
    await market.db.delete(pushSubscriptions);
  });
  afterAll(() => market.close());

  test('each device of each store is notified once: store, articles, total, link; no shopper data', async () => {
    const [first, second] = shops();
    const devices = [await subscribed(first), await subscribed(first), await subscribed(second)];
    const [ofDairy, ofBakery] = await buy(shopper, [first.product, 2], [second.product]);
    for (const { received } of devices) await expect.poll(() => received).toHaveLength(1);
    const [one, , three] = devices.map(({ received }) => received[0]?.message);
    expect(one).toEqual({
      title: `Nouvelle commande n° ${ofDairy}`,
      body: `La fromagerie\u00a0: 2\u00a0articles, ${formatCents(2500)}`,
      path: `/admin/boutique/store/commandes/${ofDairy}`,
      toDo: 1,
    });
    expect(three?.title).toBe(`Nouvelle commande n° ${ofBakery}`);
    expect(three?.body).toBe(`Le fournil\u00a0: 1\u00a0article, ${formatCents(1250)}`);
    const bodies = JSON.stringify(devices.map(({ received }) => received));
    expect(bodies).not.toMatch(/Jeanne|Lorrain|03 29|Verdun|personne-/);

    await expect.poll(() => waiting(market)).toBe(0);
    await market.app.market.pushes.deliver();
    for (const { received } of devices) expect(received).toHaveLength(1);
    const [remaining] = await market.db.select().from(pushSubscriptions);
    expect(remaining).toMatchObject({ lastSuccessAt: START, failures: 0 });
  });

  test('the service learns how long, how urgent and which topic, and whose market it is by a signature', async () => {
    const [shop] = shops();
    const device = await subscribed(shop);
    const [id] = await buy(shopper, [shop.product]);
    await expect.poll(() => device.received).toHaveLength(1);
    const headers = device.received[0]?.headers ?? {};
    expect(headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: `order-${id}`,
      'content-encoding': 'aes128gcm',
    });
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(key).toBe(market.app.push.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256'));
    expect(payload.aud).toBe(receiver.origin);
  });

  test('an unpaid or declined order sends no message', async () => {
    const [shop] = shops();
    const device = await subscribed(shop);
    const order = await shopper.ready([shop.product]);
    const { payment_url } = expectOk(await shopper.prepare(order));
    expect(await waiting(market)).toBe(0);
    await shopper.answer(payment_url, 'declined');
    expect(await waiting(market)).toBe(0);
    expect(device.received).toEqual([]);
  });

  test.each([404, 410])('an expired device (%i) is deleted, and the others are notified', async (status) => {
    const [shop] = shops();
    const [gone, there] = [await subscribed(shop), await subscribed(shop)];
    gone.answers.push(status);
    await buy(shopper, [shop.product]);
    await expect.poll(() => market.db.$count(pushSubscriptions)).toBe(1);
    await expect.poll(() => there.received).toHaveLength(1);
    await expect.poll(() => waiting(market)).toBe(0);
    expect(gone.received).toHaveLength(1);
  });

  test('a failing service is retried later, then done', async () => {
    const [shop] = shops();
    const device = await subscribed(shop);
    device.answers.push(500, 302);
    const { pushes } = market.app.market;
    await buy(shopper, [shop.product]);
    await expect.poll(() => dueAt(market)).toEqual(later(10));
    market.setClock(later(9));
    await pushes.deliver();
    expect(device.received).toHaveLength(1);
    market.setClock(later(10));
    await pushes.deliver();
    // Where it would lead is not gone to.
    await expect.poll(() => dueAt(market)).toEqual(later(100));
    market.setClock(later(100));
    await pushes.deliver();
    await expect.poll(() => waiting(market)).toBe(0);
    expect(device.received).toHaveLength(3);
  });

  test('after a few tries it is given up, and counted', async () => {
    const [shop] = shops();
    const device = await subscribed(shop);
    device.answers.push(500, 503, 429, 500, 403);
    await buy(shopper, [shop.product]);
    let at = 0;
    for (const wait of [10, 90, 300, 1800]) {
      at += wait;
      await expect.poll(() => dueAt(market)).toEqual(later(at));
      market.setClock(later(at));
      await market.app.market.pushes.deliver();
    }
    await expect.poll(() => device.received).toHaveLength(5);
    await expect.poll(() => waiting(market)).toBe(0);
    const failures = async () => (await market.db.select().from(pushSubscriptions))[0]?.failures;
    await expect.poll(failures).toBe(1);
  });

  test('a slow service delays nothing: the order is answered, others are notified, and it gets one request', async () => {
    const [shop] = shops();
    const [slow, quick] = [await subscribed(shop), await subscribed(shop)];
    const pending: ServerResponse[] = [];
    slow.answers.push((response) => void pending.push(response));
    await buy(shopper, [shop.product]);
    await expect.poll(() => pending).toHaveLength(1);
    await expect.poll(() => quick.received).toHaveLength(1);
    await buy(shopper, [shop.product]);
    await expect.poll(() => quick.received).toHaveLength(2);
    await expect.poll(() => slow.received).toHaveLength(2);
    expect(await waiting(market)).toBe(1);
    pending[0]?.writeHead(201).end();
    await expect.poll(() => waiting(market)).toBe(0);
    expect(slow.received).toHaveLength(2);
  });

  test('a processed or cancelled order sends no message, nor does any order to a former owner', async () => {
    const [shop] = shops();
    const device = await subscribed(shop);
    device.answers.push(500);
    const [id] = await buy(shopper, [shop.product]);
    await expect.poll(() => dueAt(market)).toEqual(later(10));
    await market.db
      .update(storeOrders)
      .set({ state: 'validated' })
      .where(eq(storeOrders.id, id ?? 0));
    market.setClock(later(60));
    await market.app.market.pushes.deliver();
    await expect.poll(() => waiting(market)).toBe(0);
    expect(device.received).toHaveLength(1);

    market.setClock(START);
    device.answers.push(500);
    await buy(shopper, [shop.product]);
    await expect.poll(() => device.received).toHaveLength(2);
    await market.db.delete(storeMembers).where(eq(storeMembers.userId, shop.id));
    expect([await waiting(market), await market.db.$count(pushSubscriptions)]).toEqual([0, 0]);
    await makeMember(market.db, { storeId: shop.storeId, userId: shop.id, role: 'owner' });
  });
});

describe('two servers over one PostgreSQL', () => {
  let market: TestMarket;
  let second: FastifyInstance;
  beforeAll(async () => {
    market = await startTestMarket({ database: 'postgres', env: { pushHosts: [receiver.origin] } });
    await makeDelivery(market.db);
    second = await market.another();
  });
  afterAll(() => market.close());

  test('each message is sent once, however many look for it at the same time', async () => {
    const shop = await open(market, 'La fromagerie');
    const devices = await Promise.all(Array.from({ length: 8 }, () => subscribed(shop)));
    const shopper = await makeShopper(market);
    const looks = () =>
      [market.app, second].flatMap((app) => Array.from({ length: 4 }, () => app.market.pushes.deliver()));
    const bought: number[] = [];
    for (let orders = 0; orders < 4; orders += 1) {
      const order = await shopper.ready([shop.product]);
      const { payment_url } = expectOk(await shopper.prepare(order));
      const paid = send(second, 'POST', new URL(payment_url).pathname, { form: { result: 'accepted' } });
      await Promise.all([paid, ...looks()]);
      await Promise.all(looks());
      bought.push(...order.storeOrders.map(({ id }) => id));
    }
    await expect.poll(() => waiting(market)).toBe(0);
    for (const { received } of devices) {
      expect(received.map(({ headers }) => headers.topic).sort()).toEqual(bought.map((id) => `order-${id}`).sort());
    }
  });

  test('messages of a closing server are sent by another after their lease', async () => {
    let ahead = 0;
    const other = await startTestMarket({
      database: 'postgres',
      env: { pushHosts: [receiver.origin] },
      now: () => new Date(Date.now() + ahead),
    });
    await makeDelivery(other.db);
    const shop = await open(other, 'Le fournil');
    const device = await subscribed(shop);
    const pending: ServerResponse[] = [];
    device.answers.push((response) => void pending.push(response));
    // The limit of time of its own, which would end the wait as well, never comes.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const shopper = await makeShopper(other);
    const heir = await other.another();
    await buy(shopper, [shop.product]);
    await expect.poll(() => pending).toHaveLength(1);
    await other.app.market.pushes.deliver();
    await other.app.close();
    await heir.market.pushes.deliver();
    expect(device.received).toHaveLength(1);
    ahead = 61_000;
    await heir.market.pushes.deliver();
    await expect.poll(() => device.received).toHaveLength(2);
    await expect.poll(() => waiting(other)).toBe(0);
    await other.close();
  });
});
