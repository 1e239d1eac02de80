import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { deviceCart } from '#db/device.ts';
import type { Owner } from '#db/rows.ts';
import { mergeVisitorCart } from '#sync/carts/merge-carts.ts';
import { countWaiting, readCart } from '#sync/carts/open-cart.ts';
import { lineKeyOfItem } from '#sync/commands/cart-lines.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let token: string;
let user: Owner;
const devices: Device[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine(Date.now());
  network = createNetwork(market.app);
  const { id, email } = await makeUser(market.db);
  user = `u:${id}`;
  token = await market.login(email);
});
afterEach(() => {
  for (const device of devices.splice(0)) device.kill();
});

/** A page on which this user is logged in; the carts of both owners can be sent. */
async function page(): Promise<Device> {
  const credentials: Credentials = {
    user: async () => user,
    token: async (owner) => (owner === user ? token : null),
    refresh: async () => 'unreachable',
  };
  const device = await openDevice(machine, network, { credentials });
  devices.push(device);
  return device;
}

const add = (device: Device, index: number, quantity: number, owner?: Owner) => {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  return device.submit({ type: 'cart.add', args: variant.add(quantity), owner });
};
const indexed = (lines: [string, number][]) =>
  Object.fromEntries(
    lines.map(([key, quantity]) => [cartMarket.variants.findIndex((one) => one.lineKey === key), quantity]),
  );

async function usersCart(): Promise<Record<number, number>> {
  const { body } = await market.inject<Cart>('POST', '/api/carts', { token, body: {} });
  return indexed(body.items.map((item) => [lineKeyOfItem(item), item.quantity]));
}

test('each of the visitor’s lines joins the user’s cart once, for any number of merges', async () => {
  await market.inject('POST', '/api/carts', { token, body: {} });
  const device = await page();
  await add(device, 0, 1, user);
  await add(device, 0, 2);
  await add(device, 5, 1);
  await device.drain();
  expect(await mergeVisitorCart(device.local, user)).toBe('merged');
  expect(await mergeVisitorCart(device.local, user)).toBe('nothing');
  await device.drain();
  expect(await mergeVisitorCart(device.local, user)).toBe('nothing');
  await device.drain();
  expect(await usersCart()).toEqual({ 0: 3, 5: 1 });
  const { shown } = await readCart(device.local, user);
  expect(indexed(shown.items.map(({ lineKey, quantity }) => [lineKey, quantity]))).toEqual({ 0: 3, 5: 1 });
});

test('two tabs that merge at the same moment add each line once', async () => {
  const [one, two] = [await page(), await page()];
  await add(one, 0, 2);
  await one.drain();
  const results = await Promise.all([mergeVisitorCart(one.local, user), mergeVisitorCart(two.local, user)]);
  expect(results.sort()).toEqual(['merged', 'nothing']);
  await Promise.all([one.drain(), two.drain()]);
  await one.drain();
  expect(await usersCart()).toEqual({ 0: 2 });
});

test('lines unknown to the server join as well', async () => {
  const device = await page();
  network.up = false;
  await add(device, 0, 2);
  await device.submit({
    type: 'cart.setQuantity',
    args: { lineKey: cartMarket.variants[0]?.lineKey ?? '', quantity: 4 },
  });
  expect(await mergeVisitorCart(device.local, user)).toBe('merged');
  network.up = true;
  await device.drain();
  expect(await usersCart()).toEqual({ 0: 4 });
  expect(network.log.filter(({ headers }) => headers['x-command-owner']?.startsWith('v:'))).toEqual([]);
});

test('nothing moves while the outcome of a visitor’s command is unknown', async () => {
  const device = await page();
  await add(device, 0, 2);
  await device.drain();
  await add(device, 5, 1);
  network.plan('lost');
  await device.drain();
  expect(await mergeVisitorCart(device.local, user)).toBe('waiting');
  machine.time.now += 60_000;
  await device.drain();
  expect(await mergeVisitorCart(device.local, user)).toBe('merged');
  await device.drain();
  expect(await usersCart()).toEqual({ 0: 2, 5: 1 });
});

test('F46 · a page that dies anywhere between the merge and its answers does not change the result', async () => {
  for (const fault of ['cut', 'lost', 'held'] as const) {
    for (let before = 0; before < 4; before++) {
      const { id, email } = await makeUser(market.db);
      user = `u:${id}`;
      token = await market.login(email);
      machine = newMachine(Date.now());
      const dying = await page();
      await add(dying, 0, 1);
      await add(dying, 5, 2);
      await dying.drain();
      await mergeVisitorCart(dying.local, user);
      network.plan(...Array.from({ length: before }, () => 'none' as const), fault);
      await Promise.race([dying.drain(), network.nextHeldAnswer()]);
      dying.kill();
      await network.release();

      network.heal();
      machine.time.now += 61_000;
      const next = await page();
      expect(await mergeVisitorCart(next.local, user)).toBe('nothing');
      await next.drain();
      expect(await usersCart(), `${fault} after ${before} answers`).toEqual({ 0: 1, 5: 2 });
    }
  }
});

test('the visitor’s cart is empty and new after it has joined', async () => {
  const device = await page();
  await add(device, 0, 1);
  await device.drain();
  const visitor = (await device.db.outbox.toArray())[0]?.owner ?? (await device.db.journal.toArray())[0]?.owner;
  if (!visitor) throw new Error('no visitor');
  expect(await deviceCart(device.db, visitor)).not.toBeNull();
  await mergeVisitorCart(device.local, user);
  expect(await deviceCart(device.db, visitor)).toBeNull();
  expect((await readCart(device.local, visitor)).shown.items).toEqual([]);
});

/** The cart as shown, by variant. */
const shownTo = async (device: Device, owner: Owner) =>
  indexed((await readCart(device.local, owner)).shown.items.map(({ lineKey, quantity }) => [lineKey, quantity]));
const set = (device: Device, index: number, quantity: number) =>
  device.submit({
    type: 'cart.setQuantity',
    args: { lineKey: cartMarket.variants[index]?.lineKey ?? '', quantity },
    owner: user,
  });

/** A visitor with one article on the server and one in doubt, who then logs in. */
async function loggedInDuringDoubt(): Promise<Device> {
  const device = await page();
  await add(device, 0, 2);
  await device.drain();
  await add(device, 5, 1);
  network.plan('lost');
  await device.drain();
  return device;
}

test('F83 · a visitor’s pending commands stay visible after their login, and join, each article once', async () => {
  await market.inject('POST', '/api/carts', { token, body: {} });
  const device = await loggedInDuringDoubt();
  network.up = false;
  await add(device, 0, 1, user);
  expect(await mergeVisitorCart(device.local, user)).toBe('waiting');
  const { shown, joining } = await readCart(device.local, user);
  expect(indexed(shown.items.map(({ lineKey, quantity }) => [lineKey, quantity]))).toEqual({ 0: 3, 5: 1 });
  expect(joining).toHaveLength(1);
  expect(shown).toMatchObject({ quantity: 4, waiting: 2, estimated: true });
  expect(shown.total).toBe(shown.items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0));
  expect((await listPendingWrites(device.local, user)).map(({ type, inDoubt }) => [type, inDoubt])).toEqual([
    ['cart.add', true],
    ['cart.add', false],
  ]);
  expect(await countWaiting(device.local, user)).toBe(2);
  expect(await countWaiting(device.local, 'u:someone-else')).toBe(1);

  network.up = true;
  machine.time.now += 60_000;
  await device.drain();
  expect(await shownTo(device, user)).toEqual({ 0: 3, 5: 1 });
  expect(await mergeVisitorCart(device.local, user)).toBe('merged');
  expect(await shownTo(device, user)).toEqual({ 0: 3, 5: 1 });
  await device.drain();
  expect(await shownTo(device, user)).toEqual({ 0: 3, 5: 1 });
  expect(await usersCart()).toEqual({ 0: 3, 5: 1 });
  expect((await readCart(device.local, user)).joining).toEqual([]);
  expect(await countWaiting(device.local, user)).toBe(0);
});

test('a line changed before the carts have joined has the requested quantity, in either cart', async () => {
  const device = await loggedInDuringDoubt();
  network.up = false;
  await add(device, 3, 1, user);
  await add(device, 0, 1, user);
  expect(await shownTo(device, user)).toEqual({ 0: 3, 3: 1, 5: 1 });
  await set(device, 0, 5);
  expect(await shownTo(device, user)).toEqual({ 0: 5, 3: 1, 5: 1 });
  await set(device, 5, 4);
  await set(device, 3, 2);
  expect(await shownTo(device, user)).toEqual({ 0: 5, 3: 2, 5: 4 });
  const lineKey = cartMarket.variants[0]?.lineKey ?? '';
  await device.submit({ type: 'cart.remove', args: { lineKey }, owner: user });
  expect(await shownTo(device, user)).toEqual({ 3: 2, 5: 4 });

  network.up = true;
  for (let round = 0; round < 3; round++) {
    machine.time.now += 60_000;
    await device.drain();
    await mergeVisitorCart(device.local, user);
    expect(await shownTo(device, user)).toEqual({ 3: 2, 5: 4 });
  }
  expect(await usersCart()).toEqual({ 3: 2, 5: 4 });
});

test('after a logout before the carts have joined the user finds all of it on their return, and no other user does', async () => {
  const device = await loggedInDuringDoubt();
  expect(await shownTo(device, user)).toEqual({ 0: 2, 5: 1 });
  await purgeOwner(device.local, device.cache, user, 'keep');
  const other = await makeUser(market.db);
  for (const owner of [await currentOwner(device.local), `u:${other.id}`] as Owner[]) {
    expect(await shownTo(device, owner)).toEqual({});
    expect(await listPendingWrites(device.local, owner)).toEqual([]);
  }
  expect(await mergeVisitorCart(device.local, user)).toBe('waiting');
  machine.time.now += 60_000;
  await device.drain();
  expect(await device.db.journal.toArray()).toEqual([]);
  expect(await shownTo(device, user)).toEqual({ 0: 2, 5: 1 });
  await add(device, 3, 1);
  expect(await mergeVisitorCart(device.local, user)).toBe('merged');
  await device.drain();
  expect(await usersCart()).toEqual({ 0: 2, 3: 1, 5: 1 });
  expect(await device.db.device.get(`joins:${user}`)).toBeUndefined();
});

test('a line in the carts of two earlier visitors of the user has the requested quantity, once', async () => {
  const device = await loggedInDuringDoubt();
  await purgeOwner(device.local, device.cache, user, 'keep');
  network.up = false;
  await add(device, 0, 1);
  expect(await shownTo(device, user)).toEqual({ 0: 3, 5: 1 });
  await set(device, 0, 5);
  expect(await shownTo(device, user)).toEqual({ 0: 5, 5: 1 });
  network.up = true;
  for (let round = 0; round < 3; round++) {
    machine.time.now += 60_000;
    await device.drain();
    await mergeVisitorCart(device.local, user);
    expect(await shownTo(device, user)).toEqual({ 0: 5, 5: 1 });
  }
  expect(await usersCart()).toEqual({ 0: 5, 5: 1 });
});

test('a logout with a discard deletes the data of the user’s earlier visitor, too', async () => {
  const device = await loggedInDuringDoubt();
  const before = await currentOwner(device.local);
  await purgeOwner(device.local, device.cache, user, 'discard');
  expect(await currentOwner(device.local)).not.toBe(before);
  const { db } = device;
  for (const table of [db.outbox, db.snaps, db.idmap, db.journal]) expect(await table.count(), table.name).toBe(0);
  expect((await db.device.toArray()).map(({ k }) => k)).toEqual(['visitorId']);
});
