import { Dexie, liveQuery } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
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

function args(index: number, quantity: number) {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}
const add = (index: number, quantity: number) => device.submit({ type: 'cart.add', args: args(index, quantity) });

async function onServer(): Promise<number[]> {
  const { iri } = await device.cart();
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}

test('data erased by the browser is gone, and the next visit starts clean', async () => {
  await add(0, 2);
  await device.drain();
  await device.db.delete();
  device.kill();
  device = await openDevice(machine, network);
  expect((await device.cart()).shown.items).toEqual([]);
  await add(5, 1);
  await device.drain();
  expect(await onServer()).toEqual([1]);
});

test('two hundred pending commands drain in order, well within a minute', { timeout: 60_000 }, async () => {
  network.up = false;
  for (let index = 0; index < 100; index++) {
    await add(0, 1);
    await device.submit({ type: 'cart.setQuantity', args: { lineKey: args(0, 1).lineKey, quantity: index + 1 } });
  }
  network.up = true;
  await device.drain();
  expect(await device.db.outbox.count()).toBe(0);
  expect(await onServer()).toEqual([100]);
});

test('a cart listener sees each command as soon as it is stored, in this tab and in another', async () => {
  // A live query opens the browser's own IndexedDB before the database.
  Object.assign(Dexie.dependencies, { indexedDB: machine.indexedDB, IDBKeyRange });
  const other = await openDevice(machine, network);
  const owner = await currentOwner(device.local);
  const seen: number[][] = [[], []];
  const following = [device, other].map((tab, index) =>
    liveQuery(() => readCart(tab.local, owner)).subscribe(
      ({ shown }) => seen[index]?.push(shown.quantity),
      console.error,
    ),
  );
  network.up = false;
  await add(0, 2);
  await expect.poll(() => seen.map((quantities) => quantities.at(-1))).toEqual([2, 2]);
  await add(5, 1);
  await expect.poll(() => seen.map((quantities) => quantities.at(-1))).toEqual([3, 3]);
  network.up = true;
  machine.time.now += 60_000;
  await device.drain();
  await add(0, 1);
  await expect.poll(() => seen.map((quantities) => quantities.at(-1))).toEqual([4, 4]);
  for (const subscription of following) subscription.unsubscribe();
  other.kill();
});
