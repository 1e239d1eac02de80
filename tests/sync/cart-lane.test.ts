import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { carts } from '#server/db/schema/sales.ts';
import { startNewCart } from '#sync/carts/cart-lane.ts';
import { restartCart } from '#sync/carts/lost-cart.ts';
import { refreshCart } from '#sync/carts/refresh-cart.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { cancelCommand, listRefusedWrites } from '#sync/pending/decisions.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket, type Variant } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let device: Device;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(market.app);
  device = await openDevice(machine, network);
});
afterEach(() => device.kill());

function variant(index: number): Variant {
  const found = cartMarket.variants[index];
  if (!found) throw new Error('no such variant');
  return found;
}
const add = (index: number, quantity = 1) => device.submit({ type: 'cart.add', args: variant(index).add(quantity) });
const set = (index: number, quantity: number) =>
  device.submit({ type: 'cart.setQuantity', args: { lineKey: variant(index).lineKey, quantity } });
const remove = (index: number) => device.submit({ type: 'cart.remove', args: { lineKey: variant(index).lineKey } });

async function quantities(): Promise<Record<number, number>> {
  const { shown } = await device.cart();
  return Object.fromEntries(shown.items.map(({ lineKey, quantity }) => [indexOf(lineKey), quantity]));
}

const indexOf = (lineKey: string) => cartMarket.variants.findIndex((one) => one.lineKey === lineKey);

async function onServer(): Promise<Record<number, number>> {
  const { iri } = await device.cart();
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return Object.fromEntries(body.items.map((item) => [indexOf(lineKeyOfItem(item)), item.quantity]));
}

async function serverId(): Promise<string> {
  const { iri } = await device.cart();
  return iri?.slice('/carts/'.length) ?? '';
}
const forget = async () => {
  const id = await serverId();
  await market.db.delete(carts).where(eq(carts.id, id));
};
const order = async () => {
  const id = await serverId();
  await market.db.update(carts).set({ orderedAt: new Date() }).where(eq(carts.id, id));
};
const refresh = async () => refreshCart(device.local, device.api.call, await currentOwner(device.local), null);

test('the very first visit works without a network: everything is stored before any answer', async () => {
  network.up = false;
  await add(0, 2);
  await set(0, 3);
  await add(5, 1);
  await remove(5);
  await device.drain();
  expect(await quantities()).toEqual({ 0: 3 });
  const { shown, iri } = await device.cart();
  expect({ iri, seenAt: shown.seenAt, estimated: shown.estimated, total: shown.total }).toEqual({
    iri: null,
    // Its prices were read when the first article was added.
    seenAt: machine.time.now,
    estimated: true,
    total: 3750,
  });
  device.kill();
  device = await openDevice(machine, network);
  expect(await quantities()).toEqual({ 0: 3 });

  network.heal();
  machine.time.now += 60_000;
  await device.drain();
  expect(await onServer()).toEqual({ 0: 3 });
  expect((await device.cart()).shown).toMatchObject({ waiting: 0, estimated: false, total: 3750 });
});

test('a cart unknown to the server is recreated with its lines, its coupon and its pending commands', async () => {
  await add(0, 2);
  await add(5, 1);
  await device.submit({ type: 'cart.applyCoupon', args: { code: 'MOINS5' } });
  await device.drain();
  const before = await serverId();
  await forget();
  await add(5, 2);
  await device.drain();
  expect(await serverId()).not.toBe(before);
  expect(await onServer()).toEqual({ 0: 2, 5: 3 });
  const { shown } = await device.cart();
  expect(shown).toMatchObject({ waiting: 0, coupons: [{ code: 'MOINS5' }] });
});

test('a line of an unknown cart is answered like any missing line: the cart is read before anything is given up', async () => {
  await add(0, 2);
  await add(5, 1);
  await device.drain();
  await forget();
  await set(0, 4);
  await remove(5);
  await device.drain();
  expect(await onServer()).toEqual({ 0: 4 });
  expect(await listRefusedWrites(device.local, await currentOwner(device.local))).toEqual([]);
});

test('as long as the cart cannot be read, a missing line stays in doubt', async () => {
  await add(0, 2);
  await device.drain();
  await forget();
  await set(0, 4);
  network.plan('none', 'cut');
  await device.drain();
  expect((await device.db.outbox.toArray()).map(({ type, state, doubt }) => ({ type, state, doubt }))).toEqual([
    { type: 'cart.setQuantity', state: 'queued', doubt: true },
  ]);
  machine.time.now += 60_000;
  await device.drain();
  expect(await onServer()).toEqual({ 0: 4 });
});

test('a read of an unknown cart recreates it, too', async () => {
  await add(0, 2);
  await device.drain();
  const before = await serverId();
  await forget();
  await refresh();
  expect(await quantities()).toEqual({ 0: 2 });
  await device.drain();
  expect(await serverId()).not.toBe(before);
  expect(await onServer()).toEqual({ 0: 2 });
});

test('F29 · a line removed on another device is reported, not recreated', async () => {
  await add(0, 2);
  await add(5, 1);
  await device.drain();
  const item = (await device.cart()).view?.items[0];
  await market.inject('DELETE', `/api${item?.['@id']}`);
  await set(0, 5);
  await device.drain();
  expect(await onServer()).toEqual({ 5: 1 });
  expect(await quantities()).toEqual({ 5: 1 });
  const [told] = await listRefusedWrites(device.local, await currentOwner(device.local));
  expect(told).toMatchObject({ notices: [{ code: 'line-gone', text: 'Ce produit n’est plus dans votre panier' }] });
});

test('a cart ordered on another device stops its pending commands; after a restart exactly those go into a new cart', async () => {
  await add(0, 2);
  await device.drain();
  const old = await serverId();
  await order();
  await add(5, 1);
  await add(0, 1);
  await set(5, 3);
  await add(2, 1);
  await remove(2);
  await device.drain();
  const rows = await device.db.outbox.toArray();
  expect(rows.map(({ state, parkedFor }) => [state, parkedFor])).toEqual(rows.map(() => ['parked', 'conflict']));
  expect((await device.cart()).conflict).toBe(true);

  const owner = await currentOwner(device.local);
  await restartCart(device.local, owner);
  await restartCart(device.local, owner);
  expect(await quantities()).toEqual({ 0: 1, 5: 3 });
  await device.drain();
  expect(await serverId()).not.toBe(old);
  expect(await onServer()).toEqual({ 0: 1, 5: 3 });
  const { body } = await market.inject<{ items: { quantity: number }[] }>('GET', `/api/carts/${old}`);
  expect(body.items.map(({ quantity }) => quantity)).toEqual([2]);
});

test('after an order the next article opens another cart; read as ordered, a cart without pending commands is replaced', async () => {
  await add(0, 2);
  await device.drain();
  const first = await serverId();
  await startNewCart(device.local, await currentOwner(device.local));
  expect(await quantities()).toEqual({});
  await add(5, 1);
  await device.drain();
  expect(await serverId()).not.toBe(first);
  await order();
  await refresh();
  expect((await device.cart()).iri).toBeNull();
});

test('a sold-out article leaves the lane with the quantity still available; the rest of the lane continues', async () => {
  await add(1, 3);
  await add(1, 1);
  await add(6, 1);
  await add(0, 1);
  await device.drain();
  expect(await onServer()).toEqual({ 0: 1, 1: 3 });
  const told = await listRefusedWrites(device.local, await currentOwner(device.local));
  expect(told.map(({ notices }) => notices[0])).toMatchObject([
    { code: 'stock', text: 'Produit en rupture de stock', detail: { available: 0 } },
    { code: 'stock', text: 'Produit en rupture de stock', detail: { available: 0 } },
  ]);
});

test('unsent changes of one line are merged into one command', async () => {
  network.up = false;
  await add(0, 1);
  const first = await set(0, 2);
  const second = await set(0, 3);
  await add(5, 1);
  const third = await set(0, 4);
  expect(second.id).toBe(first.id);
  expect(third.id).not.toBe(first.id);
  expect(await quantities()).toEqual({ 0: 4, 5: 1 });
  network.up = true;
  await device.drain();
  expect(network.log.filter(({ url }) => url.includes('/cart_items/'))).toHaveLength(2);
  expect(await onServer()).toEqual({ 0: 4, 5: 1 });
});

test('an unsent command can be withdrawn; one in doubt is undone once its outcome is known', async () => {
  const owner = await currentOwner(device.local);
  network.up = false;
  const { id } = await add(0, 2);
  expect(await cancelCommand(device.local, id)).toBe('cancelled');
  network.up = true;
  await device.drain();
  expect(await onServer()).toEqual({});

  await add(0, 1);
  await device.drain();
  const more = await add(0, 2);
  network.plan('lost');
  await device.drain();
  expect(await cancelCommand(device.local, more.id)).toBe('marked');
  expect((await listPendingWrites(device.local, owner))[0]).toMatchObject({ id: more.id, inDoubt: true, undo: true });
  expect(await onServer()).toEqual({ 0: 3 });
  machine.time.now += 60_000;
  await device.drain();
  expect(await onServer()).toEqual({ 0: 1 });
  expect(await quantities()).toEqual({ 0: 1 });
});
