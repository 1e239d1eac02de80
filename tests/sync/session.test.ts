import Dexie from 'dexie';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import type { TokenContent, TokenPair } from '#contract/account/users.ts';
import type { AggregateView } from '#db/rows.ts';
import type { Locks } from '#sync/device/locks.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { createSession } from '#sync/session/session.ts';
import { makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket, type Variant } from './cart-market.ts';
import { type Machine, newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page, type Profile } from './page.ts';
import { profileLocks } from './profile-locks.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
/** The server's clock minus the device's, milliseconds. */
let lag = 0;
const pages: Page[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date((machine?.time.now ?? Date.now()) + lag) });
  cartMarket = await makeCartMarket(market);
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
  const found = cartMarket.variants[index];
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

test('a login is accepted only with the signature of the market', async () => {
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
  expect(on.session.state()).toEqual({ status: 'anonymous', user: null, isEnded: false });

  const user = await on.session.login(email, DEMO_PASSWORD);
  expect(user.email).toBe(email);
  expect(on.session.state().status).toBe('authenticated');
  expect(await on.currentOwner()).toBe(`u:${user.user_id}`);
});

test('a token rejected by the server, though it looks fresh, is renewed and the command is sent', async () => {
  const { on, user } = await loggedIn();
  // The device's clock is an hour late, and no answer has corrected it yet.
  lag = 60 * MINUTE;
  await add(on, 0);
  await on.drain();
  expect(writes().some(({ answer }) => answer?.status === 401)).toBe(true);
  expect(refreshes()).toHaveLength(1);
  expect(await ownerRows(on.local.db, `u:${user.user_id}`)).toEqual([]);
});

test('without Web Locks two tabs may both renew: the server gives both the same pair', async () => {
  const { on } = await loggedIn();
  const other = await page();
  machine.time.now += 16 * MINUTE;
  expect(await Promise.all([on.session.refresh(), other.session.refresh()])).toEqual(['fresh', 'fresh']);
  machine.time.now += 16 * MINUTE;
  expect(await other.session.refresh()).toBe('fresh');
  expect(on.session.state().status).toBe('authenticated');
});

test.each([
  ['unauthorised', 'refused'],
  ['forbidden', 'refused'],
  ['violations', 'refused'],
  ['not-found', 'unreachable'],
  ['server', 'unreachable'],
  ['offline', 'unreachable'],
] as const)(
  'a renewal that comes to %s is %s: only the server’s answer to it ends a session',
  async (kind, outcome) => {
    const { on } = await loggedIn();
    const call = () => Promise.reject(new ApiError(kind, 'no'));
    const { local, cache, clock } = on;
    const session = createSession({
      local,
      cache,
      clock,
      verify: null,
      storage: profile.storage,
      call,
      locks: profileLocks(),
    });
    expect(await session.refresh()).toBe(outcome);
    expect(profile.storage.read()?.refreshToken === null).toBe(outcome === 'refused');
  },
);

test('a logout with a discard leaves no data of the user on the device', async () => {
  const { on, user } = await loggedIn();
  const owner = `u:${user.user_id}` as const;
  await add(on, 0, 1);
  await on.drain();
  await on.cache.storeRead({ owner, key: 'users.orders', answer: {}, seenAt: 1 });
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

test('a session ended without a network leaves no usable token, and is ended on the server on its return', async () => {
  const { on } = await loggedIn();
  const token = profile.storage.read()?.refreshToken ?? '';
  network.up = false;
  await on.session.logout('keep');
  expect(on.session.state().status).toBe('anonymous');
  const [kept = '', ...more] = profile.storage.readRevocations();
  expect(kept).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(more).toEqual([]);
  const refresh = (refresh_token: string) =>
    market.inject('POST', '/api/token/refresh', { form: { refresh_token } }).then(({ status }) => status);
  expect(await refresh(kept)).toBe(401);
  network.up = true;
  await on.connectivity.check();
  await calm();
  expect(profile.storage.readRevocations()).toEqual([]);
  expect(await refresh(token)).toBe(401);
});

test('a logout deletes undismissed refusals; after another user’s login the user finds theirs on their return', async () => {
  const { on, email, user } = await loggedIn();
  const owner = `u:${user.user_id}` as const;
  const untold = () => on.local.db.journal.where('[owner+dismissed]').equals([owner, 0]).count();
  const refuse = async () => {
    await add(on, 0, 1);
    await on.submit({ type: 'cart.applyCoupon', args: { code: 'NEVER' } });
    await on.drain();
    await calm();
  };
  await refuse();
  expect(await untold()).toBe(1);
  const bob = await makeUser(market.db);
  await on.session.login(bob.email, DEMO_PASSWORD);
  expect(await untold()).toBe(1);
  await on.session.login(email, DEMO_PASSWORD);
  await on.session.logout('keep');
  expect(await untold()).toBe(0);
  expect(
    await on.local.db.journal
      .where('cmdId')
      .above('')
      .filter((entry) => entry.owner === owner)
      .count(),
  ).toBe(0);
});

test.each(['applied', 'refused'])(
  'a change of the cart that is %s after another user has logged in leaves nothing of that cart behind',
  async (answer) => {
    const { on, user } = await loggedIn();
    const owner = `u:${user.user_id}` as const;
    await add(on, 0, 1);
    await on.drain();
    network.fail(({ url }) => url.includes('/carts/'), 'held', 1);
    if (answer === 'applied') await add(on, 5, 1);
    else await on.submit({ type: 'cart.applyCoupon', args: { code: 'NEVER' } });
    const draining = on.drain();
    await network.nextHeldAnswer();
    await on.session.login((await makeUser(market.db)).email, DEMO_PASSWORD);
    const { db } = on.local;
    expect(await db.device.get(`cart:${owner}`)).toBeDefined();
    await network.release();
    await draining;
    await calm();
    expect(await ownerRows(db, owner)).toEqual([]);
    expect(await db.device.get(`cart:${owner}`)).toBeUndefined();
    for (const table of [db.snaps, db.idmap])
      expect(await table.filter((row) => row.owner === owner).count(), table.name).toBe(0);
    expect(await db.journal.where('[owner+dismissed]').equals([owner, 0]).count()).toBe(answer === 'refused' ? 1 : 0);
  },
);

/** The state of localStorage after a crash of the browser. */
const loseTokens = () => {
  profile.storage = newProfile().storage;
  profile.storage.read = () => undefined;
  profile.storage.write = (pair) => {
    profile.storage.read = () => pair;
  };
};

test.each([
  ['during a session', async () => {}],
  [
    'after the server had ended the session',
    async ({ on, user }: { on: Page; user: TokenContent }) => {
      await market.inject('POST', '/api/token/revoke', {
        form: { refresh_token: profile.storage.read()?.refreshToken ?? '' },
      });
      expect(await on.session.refresh()).toBe('refused');
      expect(on.session.state()).toMatchObject({ status: 'locked', user, isEnded: true });
    },
  ],
])(
  'a crash that loses the tokens %s leaves the user known, to log in again: their pending writes are sent then',
  async (_, before) => {
    const { on, user, email } = await loggedIn();
    const owner = `u:${user.user_id}` as const;
    await before({ on, user });
    network.up = false;
    await add(on, 0, 1);
    await calm();
    on.kill();
    loseTokens();
    network.up = true;
    const again = await page();
    await again.drain({ eager: true });
    await calm();
    expect(again.session.state()).toMatchObject({ status: 'locked', user: { user_id: user.user_id, email } });
    expect(await again.currentOwner()).toBe(owner);
    const waiting = await listPendingWrites(again.local, owner);
    expect(waiting.map(({ type, parkedFor }) => [type, parkedFor])).toEqual([['cart.add', 'auth']]);
    expect(writes().filter(({ answer }) => answer)).toEqual([]);
    // The service worker sends nothing on their behalf either.
    expect((await again.local.db.session.get('current'))?.expiresAt).toBe(0);
    await again.session.login(email, DEMO_PASSWORD);
    await again.drain({ eager: true });
    expect(await ownerRows(again.local.db, owner)).toEqual([]);
    expect(writes().filter(({ answer }) => answer && answer.status < 300)).not.toEqual([]);
  },
);

test.each(['by this page', 'by a page that crashed before the database knew'])(
  'a user logged out %s is not restored from the database',
  async (how) => {
    const { on } = await loggedIn();
    const row = await on.local.db.session.get('current');
    await on.session.logout('keep');
    if (how !== 'by this page' && row) await on.local.db.session.put(row);
    on.kill();
    const again = await page();
    expect(again.session.state()).toEqual({ status: 'anonymous', user: null, isEnded: false });
    expect(await again.local.db.session.count()).toBe(0);
  },
);

test('without a network an expired token locks the session: writes are pending, nothing is sent, nothing is lost', async () => {
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

test('a login over an open session ends the first one, and only its pending writes stay', async () => {
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

test('a tab with a lost database is still notified of the current user', async () => {
  const { on } = await loggedIn();
  const other = await page();
  const told: (string | null)[] = [];
  on.session.subscribe(({ user }) => told.push(user?.user_id ?? null));
  const failures: unknown[] = [];
  const note = (failure: unknown) => failures.push(failure);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const { session } = on.local.db;
  vi.spyOn(session, 'put').mockRejectedValue(new Dexie.DatabaseClosedError());
  vi.spyOn(session, 'delete').mockRejectedValue(new Dexie.DatabaseClosedError());
  const bob = await makeUser(market.db);
  await other.session.logout('keep');
  await other.session.login(bob.email, DEMO_PASSWORD);
  await expect.poll(() => told.at(-1)).toBe(bob.id);
  await calm();
  expect(failures).toEqual([]);
});

test('a user logged in by another tab during the storing of a login is released, too', async () => {
  const on = await page();
  const [anne, bob] = [await makeUser(market.db), await makeUser(market.db)];
  const { body } = await market.inject<TokenPair>('POST', '/api/login_check', {
    body: { login: bob.email, password: DEMO_PASSWORD },
  });
  const { db } = on.local;
  const owner = `u:${bob.id}` as const;
  await db.snaps.put({ owner, lane: 'storeOrder:1', version: 1, view: { version: 1 } as AggregateView, seenAt: 1 });
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = db.transaction('rw', db.outbox, () => Dexie.waitFor(until));
  const coming = on.session.login(anne.email, DEMO_PASSWORD);
  await expect.poll(() => network.log.some(({ url, answer }) => url.endsWith('/login_check') && answer)).toBe(true);
  await calm(200);
  expect(profile.storage.read()).toBeNull();
  profile.storage.write({ token: body.token, refreshToken: body.refresh_token, rotation: 1 });
  letGo();
  await Promise.all([held, coming]);
  expect(on.session.state().user).toMatchObject({ email: anne.email });
  expect(await db.snaps.filter((row) => row.owner === owner).count()).toBe(0);
  const { status } = await market.inject('POST', '/api/token/refresh', { form: { refresh_token: body.refresh_token } });
  expect(status).toBe(401);
});

test('a clock hours ahead causes no logout: the first answer corrects the time', async () => {
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

test.each(['in this tab', 'in another tab'])(
  'a renewal answered after another user’s login %s does not restore the previous user',
  async (where) => {
    const { on } = await loggedIn();
    const other = where === 'in this tab' ? on : await page();
    machine.time.now += 16 * MINUTE;
    network.fail(({ url }) => url.endsWith('/token/refresh'), 'held', 1);
    const renewing = on.session.refresh();
    await expect.poll(() => network.log.filter(({ url }) => url.endsWith('/token/refresh')).length).toBe(1);
    const bob = await makeUser(market.db);
    await other.session.logout('keep');
    await other.session.login(bob.email, DEMO_PASSWORD);
    await network.release();
    await renewing;
    await calm();
    for (const tab of new Set([on, other])) {
      expect(tab.session.state()).toMatchObject({ status: 'authenticated', user: { user_id: bob.id } });
      expect(await tab.currentOwner()).toBe(`u:${bob.id}`);
    }
    expect(await on.local.db.session.get('current')).toMatchObject({ owner: `u:${bob.id}` });
    machine.time.now += 16 * MINUTE;
    expect(await on.session.refresh()).toBe('fresh');
    expect(on.session.state().user?.user_id).toBe(bob.id);
  },
);

test('a renewal refused after another user’s login does not lock them out', async () => {
  const { on } = await loggedIn();
  machine.time.now += 16 * MINUTE;
  const left = profile.storage.read()?.refreshToken ?? '';
  await market.inject('POST', '/api/token/revoke', { form: { refresh_token: left } });
  network.fail(({ url }) => url.endsWith('/token/refresh'), 'held', 1);
  const renewing = on.session.refresh();
  await expect.poll(() => network.log.filter(({ url }) => url.endsWith('/token/refresh')).length).toBe(1);
  const bob = await makeUser(market.db);
  await on.session.logout('keep');
  await on.session.login(bob.email, DEMO_PASSWORD);
  await network.release();
  await renewing;
  expect(on.session.state()).toMatchObject({ status: 'authenticated', user: { user_id: bob.id } });
});

test('a renewal that fails late is not repeated: the time-out applies to the wait for the lock only', async () => {
  const { local, cache, clock } = await page();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const session = createSession({
    ...{ local, cache, clock, verify: null },
    storage: { ...profile.storage, read: () => ({ token: 'x', refreshToken: 'y', rotation: 1 }) },
    locks: profileLocks(),
    call: async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      throw new TypeError('broken');
    },
  });
  const broken = expect(session.refresh()).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(11_000);
  await vi.advanceTimersByTimeAsync(11_000);
  await broken;
  expect(asked).toBe(1);
});
