// Expiring tokens, changing users, and pending writes meanwhile.
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Owner } from '#db/rows.ts';
import { idempotency } from '#server/db/schema/safety.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { makeUser } from '../support/builders.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import type { Page } from '../sync/page.ts';
import { profileLocks } from '../sync/profile-locks.ts';
import { expectConsistent } from './oracle.ts';
import { commandsTo, isCommand, type MerchantPage, openScene } from './scene.ts';

const scene = openScene();
const MINUTE = 60_000;
const isRefresh = ({ url }: { url: string }) => url.endsWith('/token/refresh');
const refreshes = () => scene.network.log.filter((exchange) => isRefresh(exchange) && exchange.answer);

/** Fills three lanes without a network. */
async function waitingWork(locks?: Parameters<typeof scene.openMerchantPage>[0]): Promise<MerchantPage> {
  const work = await scene.openMerchantPage(locks);
  const [first, second] = [await work.order(), await work.order()];
  scene.network.up = false;
  await scene.add(work.on, 0, 2);
  await scene.add(work.on, 5, 1);
  for (const id of [first, second]) {
    await work.on.submit({ type: 'storeOrders.validate', args: { id } });
    await work.on.submit({ type: 'storeOrders.ship', args: { id } });
  }
  await scene.quiet();
  return work;
}
/** The network returns, long enough after the last attempt. */
async function goOn(on: Page): Promise<void> {
  scene.network.up = true;
  scene.machine.time.now += MINUTE;
  await on.drain({ eager: true });
  await scene.quiet();
}
function attemptsOf(on: Page): number[] {
  const attempts: number[] = [];
  on.local.db.outbox.hook('deleting', (_, row) => void attempts.push(row.attempts));
  return attempts;
}

test('F39 · the access token expires during a replay: renewed once for all lanes, and no attempt is counted', async () => {
  const { on, owner } = await waitingWork();
  for (const { seq } of await ownerRows(on.local.db, owner)) await on.local.db.outbox.update(seq, { attempts: 0 });
  const attempts = attemptsOf(on);
  scene.network.fail(isCommand, 'held', 3);
  scene.network.up = true;
  scene.machine.time.now += MINUTE;
  const draining = on.drain({ eager: true });
  await scene.quiet();
  // By the server's clock only: the device learns it from a refusal.
  scene.lag += 16 * MINUTE;
  await scene.network.release();
  await draining;
  await scene.heal(on);
  expect(scene.sent(({ answer }) => answer?.status === 401).length).toBeGreaterThan(0);
  expect(refreshes()).toHaveLength(1);
  expect(attempts).toEqual(attempts.map(() => 1));
  expect(on.session.state().status).toBe('authenticated');
  await expectConsistent(scene, on);
});

test('F40 · the refresh token is refused: everything waits for a login of the same user, then is sent once', async () => {
  const { on, owner, email } = await waitingWork();
  const rows = (await ownerRows(on.local.db, owner)).length;
  const attempts = (await ownerRows(on.local.db, owner)).map((row) => row.attempts);
  const token = scene.profile.storage.read()?.refreshToken ?? '';
  await scene.market.inject('POST', '/api/token/revoke', { form: { refresh_token: token } });
  scene.machine.time.now += 16 * MINUTE;
  await goOn(on);
  const parked = await ownerRows(on.local.db, owner);
  expect(parked.map(({ state, parkedFor }) => [state, parkedFor])).toEqual(parked.map(() => ['parked', 'auth']));
  expect(parked.map((row) => row.attempts)).toEqual(attempts);
  expect(parked).toHaveLength(rows);
  expect(on.session.state()).toMatchObject({ status: 'locked', user: { email } });
  const before = scene.sent(({ answer }) => answer !== null).length;
  expect(before).toBe(0);

  await on.session.login(email, DEMO_PASSWORD);
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F41 · a lost refresh answer: a repetition within a minute gives the same pair, the session continues, the writes are sent', async () => {
  const { on } = await waitingWork();
  scene.machine.time.now += 16 * MINUTE;
  scene.network.fail(isRefresh, 'lost', 1);
  scene.network.fail(isRefresh, 'cut');
  await goOn(on);
  expect(on.session.state().status).toBe('locked');
  expect((await on.local.db.outbox.toArray()).map(({ state }) => state)).not.toContain('parked');
  expect(await scene.heal(on)).toBeLessThan(MINUTE);
  const pairs = refreshes().map(({ answer }) => JSON.parse(answer?.body ?? '{}').refresh_token);
  expect(pairs).toHaveLength(2);
  expect(pairs[1]).toBe(pairs[0]);
  expect(on.session.state().status).toBe('authenticated');
  await expectConsistent(scene, on);
  scene.machine.time.now += 16 * MINUTE;
  expect(await on.session.refresh()).toBe('fresh');
});

test('F42 · three tabs in need of a token make one request; the session continues, and all pending writes are sent', async () => {
  const locks = profileLocks();
  const { on } = await waitingWork(locks);
  const tabs = [on, await scene.page(locks), await scene.page(locks)];
  scene.machine.time.now += 16 * MINUTE;
  scene.network.up = true;
  await Promise.all(tabs.map((tab) => tab.drain({ eager: true })));
  await scene.heal(on);
  expect(refreshes()).toHaveLength(1);
  for (const tab of tabs) expect(tab.session.state().status).toBe('authenticated');
  await expectConsistent(scene, on);
  scene.machine.time.now += 16 * MINUTE;
  expect(await Promise.all(tabs.map((tab) => tab.session.refresh()))).toEqual(['fresh', 'fresh', 'fresh']);
  expect(refreshes()).toHaveLength(2);
});

/** The user recorded by the server for each command. */
async function actorsOf(ids: readonly string[]): Promise<string[]> {
  const { db } = scene.market;
  const rows = await db
    .select()
    .from(idempotency)
    .where(inArray(idempotency.key, [...ids]));
  return [...new Set(rows.map(({ scope }) => scope))];
}

test('F44 · after a logout with pending writes the next user sends none of them; they are sent when the first user returns', async () => {
  const { on, owner: anne, email } = await waitingWork();
  const stored = (await ownerRows(on.local.db, anne)).map(({ id }) => id);
  scene.network.up = true;
  await on.session.logout('keep');
  const bob = await makeUser(scene.market.db);
  await on.session.login(bob.email, DEMO_PASSWORD);
  await scene.quiet();
  expect(await listPendingWrites(on.local, await on.currentOwner())).toEqual([]);
  expect((await readCart(on.local, await on.currentOwner())).shown.items).toEqual([]);
  const { id } = await scene.add(on, 2, 1);
  await scene.timers.advance(2 * MINUTE);
  expect(await actorsOf(stored)).toEqual([]);
  expect(await actorsOf([id])).toEqual([`u:${bob.id}`]);
  expect((await ownerRows(on.local.db, anne)).map((row) => row.id)).toEqual(stored);
  expect(await on.local.db.snaps.filter((snap) => snap.owner === anne).count()).toBe(0);
  expect(await on.local.db.journal.filter((entry) => entry.owner === anne).count()).toBe(0);

  await on.session.logout('keep');
  await on.session.login(email, DEMO_PASSWORD);
  await scene.heal(on);
  expect(await actorsOf(stored)).toEqual([anne]);
  await expectConsistent(scene, on);
});

test('F45 · another user logs in in another tab during a replay: unsent writes remain, and none runs under the other name', async () => {
  const { on, owner: anne, email } = await waitingWork();
  const other = await scene.page();
  const ids = (await ownerRows(on.local.db, anne)).map(({ id }) => id);
  scene.network.fail(isCommand, 'held', 3);
  scene.network.up = true;
  scene.machine.time.now += MINUTE;
  const draining = on.drain({ eager: true });
  await scene.quiet();
  const bob = await makeUser(scene.market.db);
  await other.session.login(bob.email, DEMO_PASSWORD);
  await scene.network.release();
  await draining;
  await scene.timers.advance(2 * MINUTE);
  const left = await ownerRows(on.local.db, anne);
  expect(left).toHaveLength(ids.length - 3);
  expect(await actorsOf(ids)).toEqual([anne]);
  expect(await actorsOf(left.map(({ id }) => id))).toEqual([]);
  // The answers about her are not stored for the next user to find.
  expect(await on.local.db.snaps.filter((snap) => snap.owner === anne).count()).toBe(0);

  await other.session.logout('keep');
  await other.session.login(email, DEMO_PASSWORD);
  await scene.heal(other);
  expect(await actorsOf(ids)).toEqual([anne]);
  await expectConsistent(scene, other);
});

test('F45 · a command with another user’s token is refused by its owner check, without effect', async () => {
  const { on, owner: anne, order } = await scene.openMerchantPage();
  const id = await order();
  const bob = await makeUser(scene.market.db);
  const token = await scene.market.login(bob.email);
  const wrong = await scene.device({
    credentials: { user: async () => anne, token: async () => token, refresh: async () => 'unreachable' },
  });
  on.kill();
  await wrong.submit({ type: 'storeOrders.validate', args: { id }, owner: anne });
  await wrong.submit({ type: 'cart.add', args: scene.variant(0).add(1), owner: anne as Owner });
  await wrong.drain();
  expect(scene.sent(({ answer }) => answer?.body.includes('owner-mismatch') ?? false).length).toBeGreaterThan(0);
  const rows = await wrong.db.outbox.toArray();
  expect(rows.filter(({ state }) => state === 'parked').map(({ parkedFor }) => parkedFor)).toEqual(['auth', 'auth']);
  await expectConsistent(scene, wrong, rows.length);
  expect(scene.sent(commandsTo('/add'))).toEqual([]);
});
