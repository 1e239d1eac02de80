// A cart ordered on another device while commands for it are pending here: which cart they go into.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CartProduct } from '#contract/orders/carts.ts';
import type { Owner } from '#db/rows.ts';
import { lineKeyOf } from '#domain/orders/cart.ts';
import { startNewCart } from '#sync/carts/cart-lane.ts';
import { forgetOrderedCart, restartCart } from '#sync/carts/lost-cart.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { laneRows } from '#sync/outbox/rows.ts';
import { createNetwork } from '../support/network.ts';
import { type Device, newMachine, openDevice } from './device.ts';
import { scriptedServer } from './scripted-server.ts';

let device: Device;
let owner: Owner;

beforeEach(async () => {
  const machine = newMachine();
  device = await openDevice(
    machine,
    createNetwork(scriptedServer(), () => machine.time.now),
  );
  owner = await currentOwner(device.local);
});
afterEach(() => device.kill());

/** @returns its lane */
async function add(id: string): Promise<string> {
  const product = { id, name: id, store: { id: 's' }, stock: null } as unknown as CartProduct;
  const shown = { product, optionValues: [], unitPrice: 100 };
  const args = { lineKey: lineKeyOf(id, []), productId: id, optionValueIds: [], quantity: 1, shown };
  const { id: command } = await device.submit({ type: 'cart.add', args });
  return (await device.db.outbox.where('id').equals(command).first())?.lane ?? '';
}
const waiting = async (lane: string) =>
  (await laneRows(device.db, owner, lane)).flatMap(({ type, args }) =>
    type === 'cart.add' ? [(args as { productId: string }).productId] : [],
  );
/** One ordered elsewhere, and the one filled since. */
async function twoCarts() {
  const ordered = await add('tomme');
  await startNewCart(device.local, owner);
  const since = await add('miel');
  expect(since).not.toBe(ordered);
  return { ordered, since };
}

test('its pending commands go into the cart filled since then, which keeps its lines', async () => {
  const { ordered, since } = await twoCarts();
  expect(await restartCart(device.local, owner, ordered)).toBe(true);
  expect([await waiting(ordered), await waiting(since)]).toEqual([[], ['miel', 'tomme']]);
  expect(await add('pain')).toBe(since);
});

test('without another cart they go into a new one', async () => {
  const ordered = await add('tomme');
  expect(await restartCart(device.local, owner)).toBe(true);
  const to = await add('pain');
  expect(to).not.toBe(ordered);
  expect([await waiting(ordered), await waiting(to)]).toEqual([[], ['tomme', 'pain']]);
});

test('discarded, they do not affect the cart filled since then', async () => {
  const { ordered, since } = await twoCarts();
  expect(await forgetOrderedCart(device.local, owner, ordered)).toBe(true);
  expect([await waiting(ordered), await waiting(since)]).toEqual([[], ['miel']]);
  expect(await add('pain')).toBe(since);
});

test('with no commands left, nothing happens', async () => {
  const { ordered, since } = await twoCarts();
  await forgetOrderedCart(device.local, owner, ordered);
  const before = await device.db.journal.count();
  for (const again of [restartCart, forgetOrderedCart]) {
    expect(await again(device.local, owner, ordered)).toBe(false);
    expect(await again(device.local, 'u:nobody')).toBe(false);
  }
  expect([await waiting(since), await device.db.journal.count()]).toEqual([['miel'], before]);
});

test('while the outcome of one of them is unknown, they do not move', async () => {
  const { ordered, since } = await twoCarts();
  for (const { seq } of await laneRows(device.db, owner, ordered)) await device.db.outbox.update(seq, { doubt: true });
  for (const leave of [restartCart, forgetOrderedCart]) {
    expect(await leave(device.local, owner, ordered)).toBe(false);
  }
  expect([await waiting(ordered), await waiting(since)]).toEqual([['tomme'], ['miel']]);
});
