import { Dexie, liveQuery } from 'dexie';
import { forceCloseDatabase, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { openDatabase } from '#db/database.ts';
import { readCart } from '#sync/snapshots.ts';
import { currentOwner } from '#sync/submit.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { newProfile, openPage } from './page.ts';

let market: TestMarket;
let shops: CartMarket;
let machine: Machine;
let network: Network;
let device: Device;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  shops = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(market.app);
  device = await openDevice(machine, network);
});
afterEach(() => device.kill());

function args(index: number, quantity: number) {
  const variant = shops.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}
const add = (index: number, quantity: number) => device.submit({ type: 'cart.add', args: args(index, quantity) });

async function onServer(): Promise<number[]> {
  const { iri } = await device.cart();
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}

test('a device that is full at the moment of an answer sends again later, and the effect is one', async () => {
  await add(0, 2);
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  device.db.journal.hook('creating', full);
  await expect(device.drain()).rejects.toThrow();
  expect((await device.db.outbox.toArray()).map(({ type, state }) => [type, state])).toEqual([
    ['cart.create', 'inflight'],
    ['cart.add', 'queued'],
  ]);
  device.db.journal.hook('creating').unsubscribe(full);
  await device.drain();
  expect(await device.db.outbox.count()).toBe(2);
  machine.time.now += 31_000;
  await device.drain();
  expect(await onServer()).toEqual([2]);
  expect(await device.db.outbox.count()).toBe(0);
  expect(await device.db.journal.count()).toBe(2);
});

test('a connection to the disk that is lost between command and answer loses nothing', async () => {
  await add(0, 2);
  network.plan('none', 'held');
  const held = network.nextHeld();
  const drained = device.drain();
  await held;
  forceCloseDatabase(device.db.backendDB() as never);
  await openDatabase(device.db);
  await network.release();
  await drained.catch(() => {});
  machine.time.now += 31_000;
  await device.drain();
  expect(await onServer()).toEqual([2]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('what the browser erased is gone, and the next visit starts clean', async () => {
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

test('two hundred waiting commands drain in order, well within a minute', { timeout: 60_000 }, async () => {
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

test('whoever follows the cart sees each command as soon as it is on the device, in this tab and in another', async () => {
  // What is followed asks for the browser's own IndexedDB before it asks the database.
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

test('a browser without storage: said so, the market works as long as the page is open; not asked for, it is a refusal', async () => {
  const broken = newMachine();
  broken.indexedDB.open = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  await expect(openPage(market, broken, network, newProfile())).rejects.toThrow();
  let told = 0;
  const page = await openPage(market, broken, network, newProfile(), undefined, () => {
    told += 1;
  });
  expect(told).toBe(1);
  await page.submit({ type: 'cart.add', args: args(0, 2) });
  await expect.poll(() => page.local.db.outbox.count()).toBe(0);
  expect((await readCart(page.local, await page.currentOwner())).shown).toMatchObject({
    quantity: 2,
    estimated: false,
  });
  page.kill();
});
