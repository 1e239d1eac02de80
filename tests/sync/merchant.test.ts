import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Owner } from '#db/rows.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { projectRows } from '#sync/commands/registry.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { cancelCommand, listRefusedWrites, requeueCommand } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import { makeDelivery, makeStore, makeUser } from '../support/builders.ts';
import { decodeMail } from '../support/mails.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

let market: TestMarket;
let machine: Machine;
let network: Network;
let device: Device;
let owner: Owner;
let token: string;
let storeId: string;
let buyerId: string;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  await makeDelivery(market.db);
  const merchant = await makeUser(market.db);
  owner = `u:${merchant.id}`;
  storeId = (await makeStore(market.db, { ownerId: merchant.id })).id;
  token = await market.login(merchant.email);
  buyerId = (await makeUser(market.db)).id;
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine(Date.now());
  network = createNetwork(market.app);
  const credentials: Credentials = {
    user: async () => owner,
    token: async (asked) => (asked === owner ? token : null),
    refresh: async () => 'unreachable',
  };
  device = await openDevice(machine, network, { credentials });
  await device.db.session.put({ k: 'current', owner, token, expiresAt: Number.MAX_SAFE_INTEGER });
});
afterEach(() => device.kill());

async function payedOrder(): Promise<number> {
  const [order] = await market.db.insert(orders).values({ userId: buyerId }).returning();
  const [row] = await market.db
    .insert(storeOrders)
    .values({ orderId: order?.id ?? 0, storeId, state: 'payed', total: 1000, totalBeforeDiscount: 1000 })
    .returning();
  return row?.id ?? 0;
}

const onServer = async (id: number) =>
  (await market.inject<StoreOrder>('GET', `/api/store_orders/${id}`, { token })).body;
const elsewhere = (id: number, path: string, body: object = {}) =>
  market.inject('PUT', `/api/store_orders/${id}${path}`, { token, body });

test('an order is processed, given its tracking code and sent without a network, in that order', async () => {
  const id = await payedOrder();
  const snapshot = await onServer(id);
  network.up = false;
  await device.submit({ type: 'storeOrders.validate', args: { id } });
  await device.submit({
    type: 'storeOrders.tracking',
    args: { id, trackingCode: 'AB1' },
    base: { values: { trackingCode: null } },
  });
  await device.submit({ type: 'storeOrders.ship', args: { id } });
  await device.drain();
  const shown = projectRows(snapshot, await ownerRows(device.db, owner));
  expect(shown).toMatchObject({ state: 'shipped', trackingCode: 'AB1' });
  expect((await listPendingWrites(device.local, owner)).map(({ sentence }) => sentence)).toEqual([
    `Traiter la commande n°\u00a0${id}`,
    `Enregistrer le code de suivi AB1 (commande n°\u00a0${id})`,
    `Marquer la commande n°\u00a0${id} comme envoyée`,
  ]);

  network.up = true;
  machine.time.now += 60_000;
  network.plan('lost', 'none', 'half');
  for (let round = 0; round < 4; round++) {
    await device.drain();
    machine.time.now += 60_000;
  }
  expect(await ownerRows(device.db, owner)).toEqual([]);
  expect(await onServer(id)).toMatchObject({ state: 'shipped', trackingCode: 'AB1' });
  expect(await listRefusedWrites(device.local, owner)).toEqual([]);
});

test('an order is marked as ready without a network, once, and its customer gets one mail', async () => {
  const id = await payedOrder();
  network.up = false;
  await device.submit({ type: 'storeOrders.validate', args: { id } });
  await device.submit({ type: 'storeOrders.ready', args: { id } });
  await device.drain();
  expect((await listPendingWrites(device.local, owner)).at(-1)?.sentence).toBe(
    `Marquer la commande n°\u00a0${id} comme prête`,
  );

  network.up = true;
  network.plan('none', 'lost');
  const mailsBefore = market.mails().length;
  for (let round = 0; round < 4; round++) {
    machine.time.now += 60_000;
    await device.drain();
  }
  expect(await ownerRows(device.db, owner)).toEqual([]);
  expect(await onServer(id)).toMatchObject({ state: 'validated', readyAt: expect.any(String) });
  expect(await listRefusedWrites(device.local, owner)).toEqual([]);
  const mails = market.mails().slice(mailsBefore).map(decodeMail);
  expect(mails.filter((mail) => mail.includes('Votre commande vous attend'))).toHaveLength(1);
});

test('an order handed over on another device meanwhile is not marked as ready, and says so', async () => {
  const id = await payedOrder();
  await elsewhere(id, '/validate');
  await device.submit({ type: 'storeOrders.ready', args: { id } });
  await elsewhere(id, '/ship');
  await device.drain();
  expect(await onServer(id)).toMatchObject({ state: 'shipped', readyAt: null });
  expect(await listRefusedWrites(device.local, owner)).toMatchObject([{ outcome: 'done', type: 'storeOrders.ready' }]);
});

test('its own lost answer is not mistaken for another device', async () => {
  const id = await payedOrder();
  await device.submit({ type: 'storeOrders.validate', args: { id } });
  network.plan('lost');
  await device.drain();
  machine.time.now += 60_000;
  await device.drain();
  expect(await listRefusedWrites(device.local, owner)).toEqual([]);
  expect((await onServer(id)).state).toBe('validated');
});

test('F27 · a tracking code changed on another device: both are shown; insisting overwrites it once, giving up writes nothing', async () => {
  const id = await payedOrder();
  await elsewhere(id, '', { trackingCode: 'THEIRS' });
  const mine = {
    type: 'storeOrders.tracking',
    args: { id, trackingCode: 'MINE' },
    base: { values: { trackingCode: null } },
  } as const;
  await device.submit(mine);
  await device.drain();
  const [waiting] = await listPendingWrites(device.local, owner);
  expect(waiting).toMatchObject({ parkedFor: 'conflict', detail: { theirs: 'THEIRS' }, inDoubt: false });
  expect((await onServer(id)).trackingCode).toBe('THEIRS');

  await requeueCommand(device.local, waiting?.id ?? '');
  await device.drain();
  expect((await onServer(id)).trackingCode).toBe('MINE');
  const keys = network.log.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);

  await elsewhere(id, '', { trackingCode: 'AGAIN' });
  await device.submit(mine);
  await device.drain();
  const [parked] = await listPendingWrites(device.local, owner);
  expect(await cancelCommand(device.local, parked?.id ?? '')).toBe('cancelled');
  await device.drain();
  expect((await onServer(id)).trackingCode).toBe('AGAIN');
});

test('an order canceled meanwhile is reported, and blocks no other order', async () => {
  const [canceled, other] = [await payedOrder(), await payedOrder()];
  await market.db.update(storeOrders).set({ state: 'canceled' }).where(eq(storeOrders.id, canceled));
  await device.submit({ type: 'storeOrders.validate', args: { id: canceled } });
  await device.submit({ type: 'storeOrders.validate', args: { id: other } });
  await device.drain();
  expect(await ownerRows(device.db, owner)).toEqual([]);
  expect((await onServer(other)).state).toBe('validated');
  expect((await onServer(canceled)).state).toBe('canceled');
  expect(await listRefusedWrites(device.local, owner)).toMatchObject([{ outcome: 'rejected' }]);
});
