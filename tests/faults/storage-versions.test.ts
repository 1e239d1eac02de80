import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Cmd } from '#db/rows.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { stores } from '#server/db/schema/stores.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import type { CommandRecord } from '#sync/commands/record.ts';
import type { CommandArgs, CommandType } from '#sync/commands/registry.ts';
import { commandRecords, recordOfType } from '#sync/commands/registry.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import type { SyncPorts } from '#sync/sync.ts';
import { type Recorded, recordedOf, restore, textOf } from '../db/recorded.ts';
import { recordDevice } from '../db/recorded-device.ts';
import {
  makeRecordedMarket,
  merchant,
  orderMark,
  other,
  productIds,
  storeId,
  usedAt,
  visitor,
} from '../db/recorded-market.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from '../sync/cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from '../sync/device.ts';
import { calm, newProfile, openPage, type Page } from '../sync/page.ts';

const fixture = new URL('../db/fixtures/device-1.0.json', import.meta.url);

let market: TestMarket;
let recordedOnes: { token: string; orderId: number };
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
const open: { kill(): void }[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  recordedOnes = await makeRecordedMarket(market);
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  machine = newMachine(usedAt);
  network = createNetwork(market.app);
});
afterEach(() => {
  for (const one of open.splice(0)) one.kill();
});

function outboxOf({ stores }: Recorded): Cmd[] {
  return (stores.outbox?.rows ?? []) as Cmd[];
}

function args(index: number, quantity: number) {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}

async function device(options: Parameters<typeof openDevice>[2] = {}): Promise<Device> {
  const opened = await openDevice(machine, network, options);
  open.push(opened);
  return opened;
}

/** A page of this version of the app. */
async function page(appVersion: string, more: Partial<SyncPorts> = {}): Promise<Page> {
  const opened = await openPage(market, machine, network, newProfile(), undefined, { appVersion, ...more });
  open.push(opened);
  await calm();
  return opened;
}

/** Runs `work` under another version of the app, with its definition of this command type. */
async function inVersion<T extends CommandType>(
  type: T,
  change: Partial<CommandRecord<T, CommandArgs[T]>>,
  work: () => Promise<void>,
): Promise<void> {
  const record = recordOfType(type);
  const today = { ...record };
  Object.assign(record, change);
  try {
    await work();
  } finally {
    for (const name of Object.keys(change)) if (!(name in today)) Reflect.deleteProperty(record, name);
    Object.assign(record, today);
  }
}

async function onServer({ local }: Pick<Device, 'local'>): Promise<number[]> {
  const { iri } = await readCart(
    local,
    (await local.db.outbox.toCollection().first())?.owner ?? (await ownerOf(local)),
  );
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}
const ownerOf = async ({ db }: Device['local']) => {
  const row = await db.device.get('visitorId');
  return `v:${row && 'value' in row ? row.value : ''}` as const;
};

describe('a device recorded with version 1.0, a command of every type waiting', () => {
  const recorded = () =>
    recordedOf(readFileSync(fixture, 'utf8').replaceAll(String(orderMark), String(recordedOnes.orderId)));

  test('F57 · contains rows valid for today’s app under the same version: other arguments require another version', async () => {
    const then = outboxOf(recorded());
    const now = outboxOf(recordedOf(textOf(await recordDevice(market))));
    const shapeOf = ({ type, v, args }: Cmd) => [type, v, Object.keys(args as object).sort()];
    const shapes = new Map(now.map((row) => [`${row.type} ${row.v}`, shapeOf(row)]));
    expect(new Set(then.map(({ type }) => type)).size).toBe(33);
    for (const row of then) expect(shapes.get(`${row.type} ${row.v}`) ?? shapeOf(row)).toEqual(shapeOf(row));
    const ofToday = new Set(commandRecords.map(({ type, v }) => `${type} ${v}`));
    expect([...ofToday].filter((name) => !shapes.has(name))).toEqual([]);
  });

  test('F57 · is sent completely by today’s app, each command once, with its frozen request unchanged', async () => {
    await restore(machine.indexedDB, recorded());
    const frozen = outboxOf(recorded()).flatMap(({ owner, req }) => (req && owner !== other.owner ? [req] : []));
    expect(frozen).not.toEqual([]);
    const opened = await device({
      credentials: {
        user: async () => merchant.owner,
        token: async (owner) => (owner === merchant.owner ? recordedOnes.token : null),
        refresh: async () => 'unreachable',
      },
    });
    const rows = await opened.db.outbox.toArray();
    expect(rows).toHaveLength(outboxOf(recorded()).length);
    const ended = await opened.db.journal.toArray();
    const readable = [
      ...(await listPendingWrites(opened.local, merchant.owner)),
      ...(await listPendingWrites(opened.local, other.owner)),
    ];
    expect(readable.filter(({ sentence, unreadable }) => sentence === '' || unreadable)).toEqual([]);
    for (let round = 0; round < 6; round++) {
      machine.time.now += 60_000;
      await opened.drain();
    }
    // Her rows wait for her return.
    expect(await opened.db.outbox.toArray()).toEqual(rows.filter(({ owner }) => owner === other.owner));
    const journal = await opened.db.journal.toArray();
    expect(journal.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    const sentNow = rows.filter(({ owner, type }) => owner !== other.owner && type !== 'view.create');
    const all = [...ended.map(({ cmdId }) => cmdId), ...sentNow.map(({ id }) => id)];
    expect(journal.map(({ cmdId }) => cmdId).sort()).toEqual(all.sort());

    const sent = network.log.filter(({ url }) => url === `/api${frozen[0]?.path}`).map(({ body }) => body);
    expect(new Set(sent)).toEqual(new Set([frozen[0]?.body ?? '']));
    const { iri } = await readCart(opened.local, visitor);
    const { body: cart } = await market.inject<Cart>('GET', `/api${iri}`);
    expect(cart.items.map(({ product, quantity }) => [product.id, quantity])).toEqual([[productIds.bread, 3]]);
    const { token, orderId } = recordedOnes;
    const { body: order } = await market.inject<StoreOrder>('GET', `/api/store_orders/${orderId}`, { token });
    expect(order).toMatchObject({ state: 'shipped', trackingCode: '6A01' });
    const [store] = await market.db.select().from(stores).where(eq(stores.id, storeId));
    expect(store?.name).toBe('Le Fournil du Pont');
    const [edited] = await market.db.select().from(products).where(eq(products.id, productIds.edited));
    expect(edited?.name).toBe('Pain de seigle');
    const uploaded = await market.db.select().from(images).where(eq(images.caption, 'Le pain'));
    expect(uploaded).toHaveLength(1);
  });
});

/** A future version with another name for quantities: upcasts map it to `count`. */
const renamed = {
  v: 2,
  upcast: {
    1: (old: unknown) => {
      const { lineKey, count } = old as { lineKey: string; count: number };
      return { lineKey, quantity: count };
    },
  },
};

test('F57 · rows of an older version are read through their upcasts: shown, reported and sent with their meaning', async () => {
  network.up = false;
  const opened = await device();
  await opened.submit({ type: 'cart.add', args: args(0, 2) });
  const { lineKey } = args(0, 2);
  await opened.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 5 } });
  const before = await opened.cart();
  const row = await opened.db.outbox.toCollection().last();
  await opened.db.outbox.update(row?.seq ?? 0, { args: { lineKey, count: 5 } });
  await inVersion('cart.setQuantity', renamed, async () => {
    expect((await opened.cart()).shown).toEqual(before.shown);
    const reported = await listPendingWrites(opened.local, await ownerOf(opened.local));
    expect(reported.at(-1)?.sentence).toMatch(/à 5$/);
    // A newer tap is a row of its own: an older row is never rewritten.
    await opened.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 4 } });
    const rows = (await opened.db.outbox.toArray()).slice(-2);
    expect(rows.map((each) => [each.v, each.args])).toEqual([
      [1, { lineKey, count: 5 }],
      [2, expect.objectContaining({ lineKey, quantity: 4 })],
    ]);
    network.up = true;
    machine.time.now += 60_000;
    await opened.drain();
    expect(await opened.db.outbox.count()).toBe(0);
    const sent = network.log.filter(({ method, url }) => method === 'PUT' && url.startsWith('/api/cart_items/'));
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ quantity: 5 }, { quantity: 4 }]);
  });
  expect(await onServer(opened)).toEqual([4]);
});

test('F58 · rows of a newer version wait for an update: stored, counted, without blocking others, and sent afterwards', async () => {
  network.up = false;
  const later = await page('2');
  const owner = await later.currentOwner();
  const { lineKey } = args(0, 2);
  await later.submit({ type: 'cart.add', args: args(0, 2) });
  await later.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 7 } });
  const row = await later.local.db.outbox.toCollection().last();
  await later.local.db.outbox.update(row?.seq ?? 0, { v: 2 });
  await later.submit({
    type: 'availability.create',
    args: { email: 'a@etal.test', product: `/products/${productIds.bread}` },
  });
  open.splice(0);
  later.kill();

  // The deployment is rolled back: today's app does not know version 2.
  network.up = true;
  machine.time.now += 60_000;
  const today = await page('1');
  await today.drain({ eager: true });
  await calm();
  const left = await today.local.db.outbox.toArray();
  expect(left.map(({ type, v, state, parkedFor }) => [type, v, state, parkedFor])).toEqual([
    ['cart.setQuantity', 2, 'parked', 'needs-update'],
  ]);
  expect(await listPendingWrites(today.local, owner)).toHaveLength(1);
  expect(await onServer(today)).toEqual([2]);
  open.splice(0);
  today.kill();
  // The same version does not retry unreadable rows.
  const same = await page('1');
  expect((await same.local.db.outbox.toArray()).map(({ parkedFor }) => parkedFor)).toEqual(['needs-update']);
  open.splice(0);
  same.kill();

  await inVersion('cart.setQuantity', { v: 2 }, async () => {
    const updated = await page('2');
    machine.time.now += 60_000;
    await updated.drain({ eager: true });
    await calm();
    expect(await updated.local.db.outbox.count()).toBe(0);
    expect(await onServer(updated)).toEqual([7]);
  });
});

test('F59 · an update between two attempts changes no byte of the request, and the effect is one', async () => {
  const older = await device();
  await older.submit({ type: 'cart.add', args: args(0, 2) });
  network.plan('none', 'lost');
  await older.drain();
  const [row] = await older.db.outbox.toArray();
  expect(row?.req).toBeDefined();
  open.splice(0);
  older.kill();
  const request = (wanted: CommandArgs['cart.add']) => ({
    params: { id: 'elsewhere' },
    body: { id: wanted.productId, optionValues: [], quantity: 9 },
  });
  await inVersion('cart.add', { v: 2, upcast: { 1: (old: unknown) => old }, request }, async () => {
    const newer = await device();
    machine.time.now += 60_000;
    await newer.drain();
    expect(await newer.db.outbox.count()).toBe(0);
    const sent = network.log.filter(({ url }) => url.endsWith('/add'));
    expect(sent).toHaveLength(2);
    const [first, second] = sent.map(({ method, url, body, headers }) => [
      method,
      url,
      body,
      headers['idempotency-key'],
    ]);
    expect(second).toEqual(first);
    expect(sent.map(({ answer }) => answer?.status)).toEqual([200, 200]);
    expect(await onServer(newer)).toEqual([2]);
  });
});
