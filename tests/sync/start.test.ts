import { IDBKeyRange } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { Owner } from '#db/rows.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { sendAndWait } from '#sync/submit-and-wait.ts';
import { drain } from '#sync/worker.ts';
import { makeUser } from '../support/builders.ts';
import { watchDisk } from '../support/disk-work.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from './cart-market.ts';
import { type Machine, newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page, type Profile } from './page.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
const pages: Page[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date(machine?.time.now ?? Date.now()) });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  machine = newMachine();
  network = createNetwork(market.app, () => machine.time.now);
  profile = newProfile();
});
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

async function page(): Promise<Page> {
  const opened = await openPage(market, machine, network, profile);
  pages.push(opened);
  await calm();
  return opened;
}
function args(index: number, quantity: number) {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}
const add = (on: Page, index = 0, quantity = 1) => on.submit({ type: 'cart.add', args: args(index, quantity) });
const countRows = (on: Page) => on.local.db.outbox.count();
const shown = async (on: Page) => (await readCart(on.local, await on.currentOwner())).shown;

/** Waits for what happens without a call of `drain`. */
async function settled(on: Page): Promise<void> {
  await expect.poll(() => countRows(on), { timeout: 5000 }).toBe(0);
}

test('a command is sent automatically', async () => {
  const on = await page();
  await add(on);
  await settled(on);
  expect(await shown(on)).toMatchObject({ quantity: 1, waiting: 0, estimated: false });
});

test('the return of the network is detected and everything is sent, within five seconds', async () => {
  const on = await page();
  network.up = false;
  await add(on, 0, 2);
  await calm();
  expect(on.connectivity.online()).toBe(false);
  await on.timers.advance(3 * 60_000);
  expect(await countRows(on)).toBe(2);
  network.up = true;
  await on.timers.advance(5000);
  expect(on.connectivity.online()).toBe(true);
  await settled(on);
});

test.for(['online', 'visible', 'pageshow', 'focus'] as const)('%s sends pending commands', async (hint) => {
  const on = await page();
  network.up = false;
  await add(on);
  await calm();
  network.up = true;
  machine.time.now += 5000;
  on.hint(hint);
  await settled(on);
});

test('a page without a network tries once and then only pings the server, for any number of pending lanes; on its return all are sent', async () => {
  const first = await page();
  network.up = false;
  const { productId } = args(6, 1);
  await first.submit({
    type: 'availability.create',
    args: { email: 'a@b.fr', product: `/products/${productId}` },
  });
  await calm();
  first.kill();
  const [row] = await first.local.db.open().then((db) => db.table('outbox').toArray());
  const { seq: _, ...one } = row;
  const lanes = Array.from({ length: 40 }, () => crypto.randomUUID());
  const pausing = { nextAt: machine.time.now + 40_000, triedAt: machine.time.now, attempts: 3, state: 'queued' };
  await first.local.db.outbox.bulkAdd(
    lanes.map((id, index) => ({ ...one, id, lane: `new:${id}`, req: undefined, ...(index % 2 === 0 && pausing) })),
  );
  first.local.db.close();
  machine.time.now += 10_000;

  const disk = watchDisk();
  const on = await page();
  await expect.poll(() => on.connectivity.online()).toBe(false);
  await calm();
  const from = network.log.length;
  const idle = await disk.during(() => on.timers.advance(15_000));
  disk.stop();
  const asked = network.log.slice(from).filter(({ url }) => url.endsWith('/health'));
  const tried = network.log.filter(({ url, method }) => method === 'POST' && url.endsWith('/availability_products'));
  // The one of the first page, and one of this.
  expect(tried).toHaveLength(2);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(idle).toEqual({ answers: 0, read: 0, rows: 0, counted: 0, writing: 0, transactions: 0 });
  network.up = true;
  await on.timers.advance(5000);
  await on.timers.advance(5000);
  await settled(on);
});

test('without any event the clock alone sends pending commands', async () => {
  const on = await page();
  network.plan('error', 'error', 'error');
  await add(on);
  await calm();
  expect(await countRows(on)).toBe(2);
  await on.timers.advance(3 * 60_000);
  await settled(on);
});

test('a page that opens sends the commands left by another', async () => {
  const first = await page();
  network.up = false;
  await add(first);
  await calm();
  first.kill();
  network.up = true;
  machine.time.now += 60_000;
  await settled(await page());
});

test('a login merges the visitor’s cart, in another tab too, and the user’s own lines stay', async () => {
  const { email } = await makeUser(market.db);
  const token = await market.login(email);
  const { body: cart } = await market.inject<Cart>('POST', '/api/carts', { token, body: {} });
  const { productId, optionValueIds } = args(7, 1);
  const own = { id: productId, optionValues: optionValueIds, quantity: 1 };
  await market.inject('PUT', `/api${cart['@id']}/add`, { token, body: own });

  const [on, other] = [await page(), await page()];
  await add(on, 0, 2);
  await settled(on);
  await on.session.login(email, DEMO_PASSWORD);
  await calm();
  await on.refreshCart();
  await settled(on);
  expect(await on.currentOwner()).toBe(await other.currentOwner());
  expect((await shown(on)).items.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
  expect((await shown(other)).items).toHaveLength(2);
  const { body } = await market.inject<Cart>('GET', `/api${cart['@id']}`, { token });
  expect(body.items.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
});

test('a page without any server contact yet reads the cart at once, even with an expired token', async () => {
  const { email } = await makeUser(market.db);
  const first = await page();
  await first.session.login(email, DEMO_PASSWORD);
  await add(first, 0, 1);
  await settled(first);
  const iri = (await readCart(first.local, await first.currentOwner())).iri;
  first.kill();

  machine.time.now += 16 * 60_000;
  const { productId, optionValueIds } = args(5, 1);
  const line = { id: productId, optionValues: optionValueIds, quantity: 3 };
  const elsewhere = await market.inject('PUT', `/api${iri}/add`, { token: await market.login(email), body: line });
  expect(elsewhere.status).toBe(200);

  const on = await page();
  expect(on.clock.offset()).toBeNull();
  await on.refreshCart();
  expect((await shown(on)).items.map(({ quantity }) => quantity).sort()).toEqual([1, 3]);
  expect(network.log.filter(({ url }) => url.endsWith('/token/refresh'))).toHaveLength(1);
});

test('a screen is notified whether its write was sent, is pending, or was refused', async () => {
  const on = await page();
  const alert = (product: string) =>
    sendAndWait(on, { type: 'availability.create', args: { email: 'a@b.fr', product } }, 2000);
  expect(await sendAndWait(on, { type: 'cart.add', args: args(0, 1) })).toMatchObject({
    outcome: 'sent',
    answer: { '@type': 'Cart', items: [{ quantity: 1 }] },
  });
  expect(await sendAndWait(on, { type: 'cart.add', args: args(6, 1) })).toMatchObject({
    outcome: 'refused',
    code: 'stock',
    text: 'Produit en rupture de stock',
  });
  const unknown = await alert('/products/00000000-0000-4000-8000-000000000000');
  expect(unknown.outcome).toBe('refused');
  network.up = false;
  on.connectivity.reportResult(false);
  expect(await alert(`/products/${args(6, 1).productId}`)).toMatchObject({ outcome: 'queued' });
});

test('the service worker sends the visitor’s commands, and those of the user during the mirrored token’s validity', async () => {
  const on = await page();
  network.up = false;
  await add(on, 0, 1);
  await calm();
  const visitor = await on.currentOwner();
  on.kill();
  network.up = true;
  machine.time.now += 60_000;
  const worker = () =>
    drain({
      endpoint: '/api',
      appVersion: 'test',
      budgetMs: 20_000,
      fetch: network.connect().fetch,
      indexed: { indexedDB: machine.indexedDB, IDBKeyRange },
      now: () => machine.time.now,
    });
  expect(await worker()).toEqual({ left: 0 });
  expect(network.log.filter(({ answer }) => answer?.status === 200).at(-1)?.headers['x-command-owner']).toBe(visitor);

  const { email } = await makeUser(market.db);
  const again = await page();
  await again.session.login(email, DEMO_PASSWORD);
  await settled(again);
  network.up = false;
  await add(again, 5, 1);
  await calm();
  const user = await again.currentOwner();
  await again.local.db.session.where({ k: 'current' }).modify({ expiresAt: machine.time.now + 90_000 });
  again.kill();
  network.up = true;
  machine.time.now += 59_999;
  expect(await worker()).toEqual({ left: 0 });
  expect(network.log.filter(({ answer }) => answer?.status === 200).at(-1)?.headers).toMatchObject({
    'x-command-owner': user,
    authorization: expect.stringMatching(/^Bearer eyJ/),
  });

  const last = await page();
  network.up = false;
  await add(last, 5, 1);
  await calm();
  last.kill();
  network.up = true;
  machine.time.now += 16 * 60_000;
  expect((await worker()).left).toBeGreaterThan(0);
  expect(network.log.some(({ url, answer }) => url.endsWith('/token/refresh') && answer)).toBe(false);
});

test('no token is ever written among stored answers and commands', async () => {
  const { email } = await makeUser(market.db);
  const on = await page();
  await on.session.login(email, DEMO_PASSWORD);
  await add(on);
  await settled(on);
  network.up = false;
  await add(on);
  await calm();
  const { db } = on.local;
  const kept = [await db.outbox.toArray(), await db.snaps.toArray(), await db.journal.toArray()];
  expect(JSON.stringify(kept)).not.toContain('eyJ');
  const refresh = profile.storage.read()?.refreshToken ?? 'none';
  const everything = await Promise.all(db.tables.map((table) => table.toArray()));
  expect(JSON.stringify(everything)).not.toContain(refresh);
});

test('every write has a key and its owner; a visitor’s has no token', async () => {
  const on = await page();
  await add(on);
  await settled(on);
  const { email } = await makeUser(market.db);
  const user = await on.session.login(email, DEMO_PASSWORD);
  await add(on, 5, 1);
  const writes = () => network.log.filter(({ method, url }) => method !== 'GET' && !/login_check|token/.test(url));
  // The carts of visitor and user join a moment after the login.
  await expect.poll(() => writes().length).toBeGreaterThan(4);
  await settled(on);
  for (const { headers } of writes()) {
    const owner = headers['x-command-owner'] as Owner;
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(owner.startsWith('u:') ? owner : 'v:').toBe(owner.startsWith('u:') ? `u:${user.user_id}` : 'v:');
    expect(Boolean(headers.authorization)).toBe(owner.startsWith('u:'));
  }
});

test('each kind of command that needs no store order reaches the real server', async () => {
  const { email } = await makeUser(market.db);
  const on = await page();
  await on.session.login(email, DEMO_PASSWORD);
  const { productId, shown } = args(6, 1);
  const uniqueId = crypto.randomUUID();
  await on.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: `/products/${productId}` } });
  await on.submit({ type: 'view.create', args: { uniqueId, type: 'store', store: shown.product.store['@id'] } });
  await settled(on);
  const told = network.log.filter(({ method }) => method !== 'GET').map(({ url, answer }) => [url, answer?.status]);
  expect(told).toContainEqual(['/api/availability_products', 201]);
  expect(told).toContainEqual(['/api/views', 204]);
});

test('taps that do not wait for each other keep their order', async () => {
  const on = await page();
  network.up = false;
  const { lineKey } = args(0, 1);
  const taps = [add(on, 0, 1), on.submit({ type: 'cart.remove', args: { lineKey } }), add(on, 5, 2), add(on, 0, 3)];
  await Promise.all(taps);
  expect((await on.local.db.outbox.toArray()).map(({ type }) => type)).toEqual([
    'cart.create',
    'cart.add',
    'cart.remove',
    'cart.add',
    'cart.add',
  ]);
  expect((await shown(on)).items.map(({ quantity }) => quantity)).toEqual([2, 3]);
});
