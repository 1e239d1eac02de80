import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TokenContent } from '#contract/users.ts';
import { ownerRows } from '#sync/local.ts';
import type { Locks } from '#sync/replay.ts';
import { makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket, type Variant } from './cart-market.ts';
import { type Machine, newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page, type Profile, profileLocks } from './page.ts';

let market: TestMarket;
let shops: CartMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
/** The server's clock minus the device's, milliseconds. */
let lag = 0;
const pages: Page[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date((machine?.time.now ?? Date.now()) + lag) });
  shops = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  machine = newMachine();
  network = createNetwork(market.app, () => machine.time.now + lag);
  lag = 0;
  profile = newProfile();
});
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

async function page(locks?: Locks): Promise<Page> {
  const opened = await openPage(market, machine, network, profile, locks);
  pages.push(opened);
  return opened;
}

function variant(index: number): Variant {
  const found = shops.variants[index];
  if (!found) throw new Error('no such variant');
  return found;
}

const add = (on: Page, index: number, quantity = 1) =>
  on.submit({ type: 'cart.add', args: variant(index).add(quantity) });

async function loggedIn(): Promise<{ on: Page; user: TokenContent; email: string }> {
  const { email } = await makeUser(market.db);
  const on = await page();
  return { on, user: await on.session.login(email, DEMO_PASSWORD), email };
}

const MINUTE = 60_000;
const refreshes = () => network.log.filter(({ url, answer }) => url.endsWith('/token/refresh') && answer);
const writes = () => network.log.filter(({ headers }) => headers['idempotency-key']);

test('a login is believed only with the signature of the market', async () => {
  const { email } = await makeUser(market.db);
  const on = await page();
  const { privateKey } = await generateKeyPair('RS256');
  const content = { user_id: crypto.randomUUID(), email, username: 'x', roles: [], ownedStore: null, cart: null };
  const token = await new SignJWT(content)
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuedAt(machine.time.now / 1000)
    .setExpirationTime(machine.time.now / 1000 + 900)
    .sign(privateKey);
  const forged = on.session.adopt({ token, refresh_token: 'x' }, machine.time.now);
  await expect(forged).rejects.toThrow('Vérification JWT échouée');
  expect(on.session.state()).toEqual({ status: 'anonymous', user: null });

  const user = await on.session.login(email, DEMO_PASSWORD);
  expect(user.email).toBe(email);
  expect(on.session.state().status).toBe('authenticated');
  expect(await on.currentOwner()).toBe(`u:${user.user_id}`);
});

test('an access token that ends during the replay is renewed once, and costs no attempt', async () => {
  const { on, user } = await loggedIn();
  await on.drain();
  machine.time.now += 16 * MINUTE;
  network.up = false;
  await add(on, 0, 2);
  await calm();
  network.up = true;
  await on.drain({ eager: true });
  expect(refreshes()).toHaveLength(1);
  expect(await ownerRows(on.local.db, `u:${user.user_id}`)).toEqual([]);
  const keys = writes()
    .filter(({ answer }) => answer)
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a token that the server no longer takes, though it looks fresh, is renewed and the command goes', async () => {
  const { on, user } = await loggedIn();
  // The device's clock is an hour late, and no answer has told it so.
  lag = 60 * MINUTE;
  await add(on, 0);
  await on.drain();
  expect(writes().some(({ answer }) => answer?.status === 401)).toBe(true);
  expect(refreshes()).toHaveLength(1);
  expect(await ownerRows(on.local.db, `u:${user.user_id}`)).toEqual([]);
});

test('three tabs that need a token at once make one request, and none is logged out', async () => {
  const { email } = await makeUser(market.db);
  const locks = profileLocks();
  const tabs = [await page(locks), await page(locks), await page(locks)];
  await tabs[0]?.session.login(email, DEMO_PASSWORD);
  machine.time.now += 16 * MINUTE;
  expect(await Promise.all(tabs.map((tab) => tab.session.refresh()))).toEqual(['fresh', 'fresh', 'fresh']);
  expect(refreshes()).toHaveLength(1);
  for (const tab of tabs) expect(tab.session.state().status).toBe('authenticated');
});

test('without Web Locks two tabs may both ask: the server gives both the same pair', async () => {
  const { on } = await loggedIn();
  const other = await page();
  machine.time.now += 16 * MINUTE;
  expect(await Promise.all([on.session.refresh(), other.session.refresh()])).toEqual(['fresh', 'fresh']);
  machine.time.now += 16 * MINUTE;
  expect(await other.session.refresh()).toBe('fresh');
  expect(on.session.state().status).toBe('authenticated');
});

test('the answer of a refresh gets lost: asking again within a minute keeps the person logged in', async () => {
  const { on } = await loggedIn();
  machine.time.now += 16 * MINUTE;
  network.plan('lost');
  expect(await on.session.refresh()).toBe('unreachable');
  expect(on.session.state().status).toBe('locked');
  machine.time.now += 30_000;
  expect(await on.session.refresh()).toBe('fresh');
  expect(on.session.state().status).toBe('authenticated');
});

test('a session that cannot be renewed keeps everything until the same person logs in again', async () => {
  const { on, user, email } = await loggedIn();
  const owner = `u:${user.user_id}` as const;
  await on.drain();
  const stolen = profile.storage.read()?.refreshToken ?? '';
  machine.time.now += 16 * MINUTE;
  network.up = false;
  await add(on, 0, 2);
  await add(on, 5, 1);
  await calm();
  await market.inject('POST', '/api/token/revoke', { form: { refresh_token: stolen } });
  network.up = true;
  await on.drain({ eager: true });
  const parked = await ownerRows(on.local.db, owner);
  expect(parked.map(({ type, state, parkedFor, attempts }) => [type, state, parkedFor, attempts])).toEqual([
    ['cart.create', 'parked', 'auth', 0],
    ['cart.add', 'parked', 'auth', 0],
    ['cart.add', 'parked', 'auth', 0],
  ]);
  expect(on.session.state()).toMatchObject({ status: 'locked', user: { email } });
  expect(await on.currentOwner()).toBe(owner);

  await on.session.login(email, DEMO_PASSWORD);
  await on.drain({ eager: true });
  expect(await ownerRows(on.local.db, owner)).toEqual([]);
  expect(writes().filter(({ answer }) => answer?.status === 200)).toHaveLength(2);
});

test('what one person leaves waiting is neither sent nor shown for the next, and goes when they come back', async () => {
  const { on, user, email } = await loggedIn();
  const anne = `u:${user.user_id}` as const;
  await add(on, 0, 1);
  await add(on, 5, 1);
  await on.drain();
  network.up = false;
  await on.submit({ type: 'cart.setQuantity', args: { lineKey: variant(0).lineKey, quantity: 4 } });
  await on.submit({ type: 'cart.setQuantity', args: { lineKey: variant(5).lineKey, quantity: 2 } });
  await calm();
  network.up = true;
  network.plan('none', 'none');
  await on.session.logout('keep');

  const bob = await makeUser(market.db);
  await on.session.login(bob.email, DEMO_PASSWORD);
  const before = network.log.length;
  await on.drain({ eager: true });
  await add(on, 5, 1);
  await on.drain({ eager: true });
  const sent = network.log.slice(before).filter(({ headers }) => headers['x-command-owner']);
  expect(new Set(sent.map(({ headers }) => headers['x-command-owner']))).toEqual(new Set([`u:${bob.id}`]));
  expect(await ownerRows(on.local.db, anne)).toHaveLength(2);
  expect(await on.local.db.snaps.where('[owner+lane]').between([anne, ''], [anne, '\uffff']).count()).toBe(0);
  expect(await on.local.db.journal.filter((entry) => entry.owner === anne).count()).toBe(0);

  await on.session.logout('keep');
  await on.session.login(email, DEMO_PASSWORD);
  machine.time.now += MINUTE;
  await on.drain({ eager: true });
  expect(await ownerRows(on.local.db, anne)).toEqual([]);
  const [last] = network.log.filter(({ method, url }) => method === 'PUT' && url.includes('/cart_items/')).slice(-1);
  expect(JSON.parse(last?.answer?.body ?? '{}').items).toMatchObject([{ quantity: 4 }, { quantity: 2 }]);
});

test('leaving without keeping leaves nothing of the person on the device', async () => {
  const { on, user } = await loggedIn();
  const owner = `u:${user.user_id}` as const;
  await add(on, 0, 1);
  await on.drain();
  await on.cache.keep({ owner, key: 'users.orders', answer: {}, seenAt: 1 });
  network.up = false;
  await add(on, 5, 1);
  await calm();
  await on.session.logout('discard');
  const { db } = on.local;
  for (const table of [db.outbox, db.snaps, db.idmap, db.journal, db.blobs]) {
    expect(await table.filter((row) => (row as { owner: string }).owner === owner).count(), table.name).toBe(0);
  }
  expect(await db.device.get(`cart:${owner}`)).toBeUndefined();
  expect(await db.session.count()).toBe(0);
  expect(await on.cache.reads.count()).toBe(0);
  expect(await on.currentOwner()).toMatch(/^v:/);
  expect(JSON.stringify(await db.journal.toArray())).not.toContain('eyJ');
});

test('a session ended without a network is ended on the server later', async () => {
  const { on } = await loggedIn();
  const token = profile.storage.read()?.refreshToken ?? '';
  network.up = false;
  await on.session.logout('keep');
  expect(on.session.state().status).toBe('anonymous');
  expect(profile.storage.readRevocations()).toEqual([token]);
  network.up = true;
  await on.session.revokePending();
  expect(profile.storage.readRevocations()).toEqual([]);
  const { status } = await market.inject('POST', '/api/token/refresh', { form: { refresh_token: token } });
  expect(status).toBe(401);
});

test('without a network an ended token locks the session: writes wait, nothing is sent, nothing is lost', async () => {
  const { on, user } = await loggedIn();
  await on.drain();
  network.up = false;
  machine.time.now += 16 * MINUTE;
  expect(on.session.state()).toMatchObject({ status: 'locked', user: { user_id: user.user_id } });
  await add(on, 0, 1);
  await on.drain({ eager: true });
  expect(await ownerRows(on.local.db, `u:${user.user_id}`)).toHaveLength(2);
  expect(writes()).toEqual([]);
});

test('someone logs in in another tab: the first tab sends nothing more in the old name', async () => {
  const { on, user } = await loggedIn();
  const other = await page();
  network.up = false;
  await add(on, 0, 1);
  await calm();
  const bob = await makeUser(market.db);
  network.up = true;
  await other.session.login(bob.email, DEMO_PASSWORD);
  await on.drain({ eager: true });
  await calm();
  expect(await ownerRows(on.local.db, `u:${user.user_id}`)).toHaveLength(2);
  expect(
    writes().filter(({ headers, answer }) => answer && headers['x-command-owner'] === `u:${user.user_id}`),
  ).toEqual([]);
});

test('someone logs in where a session was left open: the first one is ended, and nothing of it but its waiting writes stays', async () => {
  const { on, user } = await loggedIn();
  const anne = `u:${user.user_id}` as const;
  await add(on, 0, 1);
  await on.drain();
  network.up = false;
  await add(on, 5, 1);
  await calm();
  network.up = true;
  const left = profile.storage.read()?.refreshToken ?? '';
  const bob = await makeUser(market.db);
  await on.session.login(bob.email, DEMO_PASSWORD);
  expect(await ownerRows(on.local.db, anne)).toHaveLength(1);
  expect(await on.local.db.snaps.filter((row) => row.owner === anne).count()).toBe(0);
  const { status } = await market.inject('POST', '/api/token/refresh', { form: { refresh_token: left } });
  expect(status).toBe(401);
  expect(on.session.state()).toMatchObject({ status: 'authenticated', user: { email: bob.email } });
});

test('a device whose clock is hours ahead is no reason to log out: the first answer tells the time', async () => {
  const { on, email } = await loggedIn();
  on.kill();
  machine.time.now += 3 * 60 * MINUTE;
  lag = -3 * 60 * MINUTE;
  const again = await page();
  const told: string[] = [];
  again.session.subscribe(({ status }) => told.push(status));
  await again.api.call('categories.list', {});
  expect(again.session.state()).toMatchObject({ status: 'authenticated', user: { email } });
  expect(told).toEqual(['authenticated']);
  await add(again, 0, 1);
  await again.drain();
  expect(refreshes()).toHaveLength(0);
  expect(await again.local.db.outbox.count()).toBe(0);
});
