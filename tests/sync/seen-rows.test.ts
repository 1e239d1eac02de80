// Looking at what waits: what was read before is not read again, and what is shown is what stands on the disk.
import { Dexie, RangeSet } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cmd, NewCmd, Owner } from '#db/rows.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { currentOwner, seenHere } from '#sync/outbox/owners.ts';
import { conflicts } from '#sync/pending/conflicts.ts';
import { waitingWrites } from '#sync/pending/waiting.ts';
import { watchDisk } from '../support/disk-work.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { cartProductOf, variantOf } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

const answered = { '@id': '/availability_products/1', '@type': 'AvailabilityProduct' };

let machine: Machine;
let network: Network;
let device: Device;
let owner: Owner;
let disk: ReturnType<typeof watchDisk>;

const bread = variantOf(
  cartProductOf(
    { id: 'bread', slug: 'pain', name: 'Pain', price: 400, stock: null } as never,
    { id: 'bakery', slug: 'fournil', name: 'Fournil' } as never,
  ),
  [],
);
const add = (on: Device, quantity: number) =>
  on.submit({ type: 'cart.add', args: bread.add(quantity), seenPrice: 400 });
const alert = (product: string) =>
  device.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: `/products/${product}` } });

beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(
    scriptedServer({ '/api/availability_products': { status: 201, body: answered } }),
    () => machine.time.now,
  );
  network.up = false;
  disk = watchDisk();
  device = await openDevice(machine, network);
  await add(device, 1);
  owner = await currentOwner(device.local);
});
afterEach(() => {
  disk.stop();
  device.kill();
});

/** Everything that a page looks at after each change. */
async function look(on: Device = device) {
  const { db } = on;
  const rows = await db.transaction('r', [db.outbox, db.device], () => seenHere(db, owner));
  const waiting = await waitingWrites(on.local, owner);
  const cart = await readCart(on.local, owner);
  return { rows, waiting, cart, conflicts: await conflicts(on.local, owner) };
}

/** So many more of what waits already, each in its own lane or all in that one. */
async function more(count: number, lanes: 'many' | 'one'): Promise<void> {
  const { seq: _, ...row } = (await device.db.outbox.toCollection().last()) ?? ({} as never);
  const rows = Array.from({ length: count }, (__, index): NewCmd => {
    return { ...row, id: crypto.randomUUID(), ...(lanes === 'many' && { lane: `new:${index}` }) };
  });
  await device.db.outbox.bulkAdd(rows);
}

describe('looking again', () => {
  const changes: Record<string, () => Promise<unknown>> = {
    'one more of a lane of its own': () => alert('seen'),
    'one more of the cart': () => add(device, 2),
    'one that was tried': () =>
      device.db.outbox.toCollection().first((row) => device.db.outbox.update(row?.seq ?? 0, { attempts: 1 })),
    'one that has gone': () => device.db.outbox.toCollection().last((row) => device.db.outbox.delete(row?.seq ?? 0)),
  };

  test.for(Object.entries(changes))('reads what changed, and not what waits: %s', async ([, change]) => {
    await more(300, 'one');
    await alert('first');
    await more(300, 'many');
    await look();
    await change();
    const again = await disk.during(() => look());
    // Who is here, the visitor's cart, and at most one row with its view.
    expect(again.rows).toBeLessThanOrEqual(9);
    expect(await disk.during(() => look())).toMatchObject({ writing: 0 });
  });

  test('shows what another tab has added, changed and taken away', async () => {
    const other = await openDevice(machine, network);
    await more(3, 'one');
    expect((await look()).cart.shown.quantity).toBe(4);
    await add(other, 5);
    expect((await look()).cart.shown.quantity).toBe(9);
    const row = await other.db.outbox.toCollection().last();
    await other.db.outbox.update(row?.seq ?? 0, { state: 'parked', parkedFor: 'stuck' });
    expect((await look()).rows.at(-1)).toMatchObject({ state: 'parked', parkedFor: 'stuck' });
    await other.db.outbox.delete(row?.seq ?? 0);
    expect((await look()).cart.shown.quantity).toBe(4);
    other.kill();
  });

  test('shows many that were changed at once', async () => {
    await more(80, 'one');
    await look();
    await device.db.outbox.toCollection().modify({ state: 'parked', parkedFor: 'conflict' });
    const seen = await look();
    expect(seen.waiting.every(({ parkedFor }) => parkedFor === 'conflict')).toBe(true);
    expect(seen.cart.conflict).toBe(true);
  });

  test('never shows a row beside the view that has replaced it, though nobody has said yet that it is gone', async () => {
    const before = await look();
    const { lane } = before.cart;
    expect(before.cart.shown.quantity).toBe(1);
    // Another tab's answer: its word of it is still on its way.
    await unheard(machine, (outbox, snaps) => {
      outbox.clear();
      snaps.put({ owner, lane, version: 1, view: serverCart, seenAt: 1 });
    });
    const after = await look();
    expect(after.rows).toEqual([]);
    expect(after.waiting).toEqual([]);
    expect(after.cart.view?.version).toBe(1);
  });

  test('does not keep what another tab has changed while it was being read', async () => {
    await alert('seen');
    const { db } = device;
    const read = db.outbox.bulkGet.bind(db.outbox);
    let seq = 0;
    vi.spyOn(db.outbox, 'bulkGet').mockImplementationOnce((keys) => {
      seq = keys[0] as number;
      return read(keys).then((rows) => {
        Dexie.on.storagemutated.fire({ [`idb://${db.name}/outbox/`]: new RangeSet(seq) });
        return rows;
      });
    });
    const before = await db.transaction('r', [db.outbox, db.device], () => seenHere(db, owner));
    await unheard(machine, (outbox) => {
      const row = before.find((one) => one.seq === seq);
      outbox.put({ ...row, attempts: 7 });
    });
    const after = (await look()).rows.find((one) => one.seq === seq);
    expect([before.find((one) => one.seq === seq)?.attempts, after?.attempts]).toEqual([0, 7]);
  });

  test('a database that was emptied and made anew counts from one again: nothing of before is taken for what is there now', async () => {
    await more(3, 'one');
    expect((await look()).waiting).toHaveLength(4);
    await device.db.delete({ disableAutoOpen: false });
    await device.db.open();
    await alert('anew');
    owner = await currentOwner(device.local);
    const seen = await look();
    expect(seen.waiting.map(({ type }) => type)).toEqual(['availability.create']);
    expect(seen.rows.map(({ seq }: Cmd) => seq)).toEqual([1]);
  });
});

test('F85 · a thousand waiting, keeping one more, sending one and looking on cost what that one costs', async () => {
  await alert('first');
  await device.db.outbox
    .toCollection()
    .modify({ nextAt: machine.time.now + 30_000, triedAt: machine.time.now, attempts: 1 });
  // As many as may wait, with the one that follows.
  await more(996, 'many');
  await look();
  const kept = await disk.during(() => alert('due'));
  expect(kept).toMatchObject({ writing: 1 });
  expect(kept.rows).toBeLessThanOrEqual(8);
  const shown = await disk.during(async () => expect((await look()).waiting).toHaveLength(999));
  expect(shown.rows).toBeLessThanOrEqual(9);

  network.up = true;
  const sent = await disk.during(() => device.drain());
  expect(await device.db.outbox.count()).toBe(999);
  // Claimed and settled.
  expect(sent.writing).toBe(2);
  expect(sent.rows).toBeLessThanOrEqual(12);
  const after = await disk.during(async () => expect((await look()).waiting).toHaveLength(998));
  expect(after.rows).toBeLessThanOrEqual(9);
});

const zero = { amount: 0, currency: 'EUR' };
const serverCart = { '@id': '/carts/1', '@type': 'Cart', version: 1, items: [], total: zero, totalAfterDiscount: zero };

/** Written past Dexie, which would tell of it at once. */
function unheard(
  { indexedDB }: Machine,
  write: (outbox: IDBObjectStore, snaps: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('etal');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['outbox', 'snaps'], 'readwrite');
      write(transaction.objectStore('outbox'), transaction.objectStore('snaps'));
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}
