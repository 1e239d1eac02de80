// The cost of one write does not grow with the outbox. Disk operations are counted, not time.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cmd, NewCmd } from '#db/rows.ts';
import { ownersWithVisitors } from '#sync/outbox/owners.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { watchDisk } from '../support/disk-work.ts';
import { eventually } from '../support/eventually.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { cartProductOf, variantOf } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { type ScriptedServer, scriptedServer } from './scripted-server.ts';

const answered = { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' };

let machine: Machine;
let server: ScriptedServer;
let network: Network;
let device: Device;
let disk: ReturnType<typeof watchDisk>;

beforeEach(async () => {
  machine = newMachine();
  server = scriptedServer({ '/api/availability_products': { status: 201, body: answered } });
  network = createNetwork(server, () => machine.time.now);
  // First, since an open database keeps the IndexedDB it was opened with.
  disk = watchDisk();
  device = await openDevice(machine, network);
});
afterEach(() => {
  disk.stop();
  device.kill();
});

const bread = variantOf(
  cartProductOf(
    { id: 'bread', slug: 'pain', name: 'Pain', price: 400, stock: null } as never,
    { id: 'bakery', slug: 'fournil', name: 'Fournil' } as never,
  ),
  [],
);
const alert = (product = '/products/1') =>
  device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product } });

/** Copies the first row: each copy in its own lane, or all in its lane. */
async function more(count: number, lanes: 'many' | 'one'): Promise<void> {
  const { seq: _, ...row } = (await device.db.outbox.toCollection().last()) ?? ({} as never);
  const rows = Array.from({ length: count }, (__, index): NewCmd => {
    return { ...row, id: crypto.randomUUID(), ...(lanes === 'many' && { lane: `new:${index}` }) };
  });
  await device.db.outbox.bulkAdd(rows);
}

describe('storing a write', () => {
  const kinds = {
    'a request of its own lane': () => alert(),
    'an article': () => device.submit({ type: 'cart.add', args: bread.add(1), seenPrice: 400 }),
    'a quantity': () =>
      device.submit({ type: 'cart.setQuantity', args: { lineKey: bread.lineKey, quantity: 4, name: 'Pain' } }),
    'a removal': () => device.submit({ type: 'cart.remove', args: { lineKey: bread.lineKey, name: 'Pain' } }),
    'a coupon': () =>
      device.submit({ type: 'cart.applyCoupon', args: { code: 'DIX' }, base: { values: { total: 400 } } }),
  };

  test.for(Object.entries(kinds))('reads no more with hundreds of pending writes: %s', async ([, store]) => {
    network.up = false;
    await device.submit({ type: 'cart.add', args: bread.add(1), seenPrice: 400 });
    await store();
    const few = await disk.during(store);
    await more(300, 'many');
    await more(300, 'one');
    const many = await disk.during(store);
    expect(many).toEqual(few);
    expect(many.read).toBeLessThanOrEqual(8);
    expect(many.writing).toBe(1);
    // The owners are read in the same transaction.
    expect(many.transactions).toBe(1);
  });
});

describe('a replay', () => {
  /** Lanes whose first command pauses or is parked. */
  async function resting(count: number, change: Partial<Cmd>): Promise<void> {
    await alert();
    await more(count, 'many');
    await device.db.outbox.toCollection().modify(change);
  }
  const later = () => machine.time.now + 30_000;

  test('with nothing due is one read, without a writing transaction, for any number of pausing or parked lanes', async () => {
    await resting(100, { nextAt: later(), triedAt: machine.time.now, attempts: 1 });
    await more(100, 'one');
    const rested = await disk.during(() => device.drain());
    expect(rested).toMatchObject({ writing: 0, transactions: 1 });
    await device.db.outbox.toCollection().modify({ state: 'parked', parkedFor: 'conflict' });
    expect(await disk.during(() => device.drain())).toMatchObject({ writing: 0, transactions: 1 });
    expect(server.requests).toEqual([]);
  });

  test('visits due lanes and no other: one claim and one stored answer each', async () => {
    await resting(100, { nextAt: later(), triedAt: machine.time.now, attempts: 1 });
    const alone = await disk.during(async () => {
      await alert('/products/due');
      await device.drain();
    });
    expect(server.requests).toHaveLength(1);
    // Stored, claimed and settled.
    expect(alone.writing).toBe(3);
  });

  test('returns when the first of them is due, and not before', async () => {
    await resting(3, { nextAt: later(), triedAt: machine.time.now, attempts: 1 });
    const first = await device.db.outbox.toCollection().last();
    await device.db.outbox.update(first?.seq ?? 0, { nextAt: machine.time.now + 7000 });
    expect(await device.drain()).toEqual({ nextAt: machine.time.now + 7000, settled: 0 });
    machine.time.now += 7000;
    await device.drain();
    expect(server.requests).toHaveLength(1);
  });

  test('after a sign of the network clears all pauses in one transaction, except those requested by the server', async () => {
    await resting(50, { nextAt: later(), triedAt: machine.time.now - 6000, attempts: 3 });
    const told = await device.db.outbox.toCollection().first();
    await device.db.outbox.update(told?.seq ?? 0, { retryAfterRequested: true });
    const shut = await openDevice(machine, network, { lanesAtOnce: 1 });
    const cut = await disk.during(() => shut.drain({ eager: true, budgetMs: 0 }));
    expect(cut.writing).toBe(1);
    const pausing = await device.db.outbox.where('nextAt').above(machine.time.now).toArray();
    expect(pausing.map(({ id }) => id)).toEqual([told?.id]);
    shut.kill();
    await device.drain();
    expect(server.requests).toHaveLength(50);
  });

  test('at the limit of parallel lanes looks for no other, and the pending ones are sent all the same', async () => {
    await alert();
    await more(60, 'many');
    network.fail(({ url }) => url.includes('/availability_products'), 'held', 3);
    const all = device.drain();
    await eventually(() => expect(server.requests).toHaveLength(3));
    const beside = await disk.during(async () => {
      void device.drain();
      await device.db.outbox.count();
      void device.drain({ eager: true });
      await device.db.outbox.count();
    });
    // The two counts are only there to let time pass.
    expect(beside).toMatchObject({ read: 0, writing: 0, transactions: 2 });
    await network.release();
    await all;
    expect(server.requests).toHaveLength(61);
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('after a return of the network needs two transactions and two disk results for each of hundreds of lanes', async () => {
    await resting(300, { nextAt: later(), triedAt: machine.time.now - 6000, attempts: 3 });
    const all = await disk.during(() => device.drain({ eager: true }));
    expect(server.requests).toHaveLength(301);
    expect(await device.db.outbox.count()).toBe(0);
    // One claim and one settlement each; one search for due lanes serves all of them.
    expect(all.writing).toBe(2 * 301 + 1);
    expect(all.transactions).toBeLessThanOrEqual(2 * 301 + 10);
    // Each reads the head of its lane, and after sending the head again.
    expect(all.answers).toBeLessThanOrEqual(2 * 301 + 20);
  });

  test('continues a lane at once, before the others, if a command is added while its last is being sent', async () => {
    await alert();
    await more(20, 'many');
    const like = await device.db.outbox.toCollection().last();
    network.fail(({ url }) => url.includes('/availability_products'), 'held', 1);
    const one = await openDevice(machine, network, { lanesAtOnce: 1 });
    const all = one.drain();
    await eventually(() => expect(server.requests).toHaveLength(1));
    const first = await device.db.outbox.toCollection().first();
    const { seq: _, ...row } = like ?? ({} as never);
    await device.db.outbox.add({ ...row, id: 'came-meanwhile', lane: first?.lane ?? '' });
    await network.release();
    await all;
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(22);
    expect(keys[1]).toBe('came-meanwhile');
    one.kill();
  });

  test('finds commands enqueued or left unfinished by another tab', async () => {
    await resting(5, { state: 'parked', parkedFor: 'conflict' });
    await device.drain();
    const other = await openDevice(machine, network);
    const { id } = await other.submit({
      type: 'availability.create',
      args: { email: 'a@b.fr', product: '/products/other' },
    });
    other.kill();
    await device.drain();
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([id]);
  });

  test('after a clock was set back delays nothing longer than the longest pause', async () => {
    await resting(5, { nextAt: later(), triedAt: machine.time.now, attempts: 1 });
    machine.time.now -= 3 * 365 * 24 * 3_600_000;
    await device.drain();
    machine.time.now += 60_000;
    await device.drain();
    expect(server.requests).toHaveLength(6);
  });
});

describe('while the server is unreachable', () => {
  let away: boolean;
  let on: Device;
  beforeEach(async () => {
    away = true;
    on = await openDevice(machine, network, { away: () => away });
  });
  afterEach(() => on.kill());

  test('nothing is attempted, read or written', async () => {
    await alert();
    await more(50, 'many');
    const idle = await disk.during(async () => {
      for (let second = 0; second < 15; second++) {
        machine.time.now += 1000;
        await on.drain();
        await on.drain({ eager: true });
      }
    });
    expect(idle).toEqual({ answers: 0, read: 0, rows: 0, counted: 0, writing: 0, transactions: 0 });
    expect(network.log).toEqual([]);
    away = false;
    await on.drain({ eager: true });
    expect(server.requests).toHaveLength(51);
  });
});

test('F85 · with a thousand pending writes, the cost of storing or sending one does not grow, and the list reads each once', async () => {
  await alert('first');
  await device.db.outbox
    .toCollection()
    .modify({ nextAt: machine.time.now + 30_000, triedAt: machine.time.now, attempts: 1 });
  // One below the limit, with the next one.
  await more(998, 'many');
  const stored = await disk.during(() => alert('due'));
  expect(stored).toMatchObject({ writing: 1 });
  expect(stored.rows).toBeLessThanOrEqual(8);
  const owner = (await device.db.outbox.toCollection().first())?.owner ?? 'v:nobody';
  const listed = await disk.during(async () => expect(await listPendingWrites(device.local, owner)).toHaveLength(1000));
  expect(listed.transactions).toBe(1);
  expect(listed.rows).toBeLessThanOrEqual(1005);

  const sent = await disk.during(() => device.drain());
  expect(await device.db.outbox.count()).toBe(999);
  // Claimed and settled; due lanes are searched once before and once after.
  expect(sent.writing).toBe(2);
  expect(sent.rows).toBeLessThanOrEqual(2 * 1000 + 12);
});

test('the owners of this device are read once a render, in nested and parallel transactions', async () => {
  await alert();
  const { db } = device;
  const owner = (await db.outbox.toCollection().first())?.owner ?? 'v:nobody';
  const asked = await disk.during(() =>
    db.transaction('r', db.device, db.outbox, async () => {
      const owners = await ownersWithVisitors(db, owner);
      expect(await db.transaction('r', db.device, () => ownersWithVisitors(db, owner))).toEqual(owners);
      expect(await ownersWithVisitors(db, owner)).toEqual([owner]);
    }),
  );
  expect(asked).toMatchObject({ read: 1, transactions: 1 });
  // The next render reads again: the user may have changed.
  expect(await disk.during(() => db.transaction('r', db.device, () => ownersWithVisitors(db, owner)))).toMatchObject({
    read: 1,
  });
});
