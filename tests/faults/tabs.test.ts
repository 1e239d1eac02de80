// Several tabs of one browser, with and without locks, awake and frozen; and requests delivered twice or late.
import { expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import type { Locks } from '#sync/device/locks.ts';
import { LEASE } from '#sync/replay/timing.ts';
import type { Page } from '../sync/page.ts';
import { profileLocks } from '../sync/profile-locks.ts';
import { expectConsistent } from './oracle.ts';
import { commandsTo, isCommand, type MerchantPage, openScene } from './scene.ts';

const scene = openScene();

/** Offline, two tabs enqueue a day's work. */
async function twoTabs(locks?: Locks): Promise<{ one: Page; two: Page; work: MerchantPage }> {
  const work = await scene.openMerchantPage(locks);
  const one = work.on;
  const two = await scene.page(locks);
  const id = await work.order();
  scene.network.up = false;
  await scene.add(one, 0, 2);
  await scene.add(two, 5, 1);
  await scene.set(one, 0, 5);
  await one.submit({ type: 'storeOrders.validate', args: { id } });
  await two.submit({ type: 'storeOrders.ship', args: { id } });
  await scene.quiet();
  scene.network.up = true;
  scene.machine.time.now += 60_000;
  return { one, two, work };
}
const keys = () => scene.sent(({ fault }) => fault !== 'cut').map(({ headers }) => headers['idempotency-key']);

test('F30 · two simultaneous tabs send each command once, without duplicate requests', async () => {
  const { one, two } = await twoTabs(profileLocks());
  await Promise.all([one.drain({ eager: true }), two.drain({ eager: true })]);
  await scene.heal(one);
  expect(new Set(keys()).size).toBe(keys().length);
  await expectConsistent(scene, one);
  await expectConsistent(scene, two);
});

test('F31 · without locks two tabs have one effect for each command, too', async () => {
  const { one, two } = await twoTabs();
  scene.network.fail(isCommand, 'held', 2);
  const draining = [one.drain({ eager: true }), two.drain({ eager: true })];
  await scene.quiet();
  scene.machine.time.now += LEASE;
  draining.push(one.drain({ eager: true }), two.drain({ eager: true }));
  await scene.quiet();
  await scene.heal(two);
  await Promise.all(draining);
  expect(new Set(keys()).size).toBeLessThan(keys().length);
  await expectConsistent(scene, one);
  await expectConsistent(scene, two);
});

test('F32 · a lock without a release blocks the other tab for ten seconds at most', async () => {
  const { on, owner } = await scene.openMerchantPage();
  await scene.add(on, 0, 1);
  await scene.heal(on);
  const lane = (await readCart(on.local, owner)).lane;
  const other = await scene.page(profileLocks([`drain:${owner}:${lane}`]));
  on.kill();
  await scene.add(other, 0, 2);
  await scene.quiet();
  await scene.timers.advance(9000);
  expect(await other.local.db.outbox.count()).toBe(1);
  await scene.timers.advance(1000);
  expect(await other.local.db.outbox.count()).toBe(0);
  await expectConsistent(scene, other);
});

test('F32 · a tab frozen during a request: other lanes continue at once, its own after the lease; its late answer changes nothing', async () => {
  const locks = profileLocks();
  const work = await scene.openMerchantPage(locks);
  const frozen = work.on;
  await scene.add(frozen, 0, 1);
  await scene.heal(frozen);
  scene.network.fail(commandsTo('/add'), 'held', 1);
  await scene.add(frozen, 0, 2);
  await scene.quiet();

  const other = await scene.page(locks);
  await other.submit({ type: 'storeOrders.validate', args: { id: await work.order() } });
  await scene.set(other, 0, 7);
  await scene.quiet();
  expect((await other.local.db.outbox.toArray()).map(({ type }) => type)).toEqual(['cart.add', 'cart.setQuantity']);
  await scene.timers.advance(LEASE + 2000);
  expect(await other.local.db.outbox.count()).toBe(0);
  const before = await other.local.db.snaps.toArray();
  const journal = await other.local.db.journal.toArray();

  await scene.network.release();
  await scene.quiet();
  expect(await other.local.db.snaps.toArray()).toEqual(before);
  expect(await other.local.db.journal.toArray()).toEqual(journal);
  await expectConsistent(scene, other);
});

test('F36 · a request delivered again long after its answer has no second effect', async () => {
  scene.network.fail(isCommand, 'twice', 5);
  const { on, order } = await scene.openMerchantPage();
  const id = await order();
  await scene.add(on, 0, 2);
  await scene.set(on, 0, 3);
  await on.submit({ type: 'storeOrders.validate', args: { id } });
  await scene.quiet();
  await scene.remove(on, 0);
  await scene.quiet();
  await on.submit({ type: 'storeOrders.ship', args: { id } });
  await scene.heal(on);
  const answers = scene.sent(({ answer }) => answer !== null).length;
  expect(answers).toBe(new Set(keys()).size + 5);
  await expectConsistent(scene, on);

  // Given up by the device, and delivered afterwards.
  scene.network.fail(commandsTo('/add'), 'late', 1);
  await scene.add(on, 5, 1);
  await scene.quiet();
  await scene.timers.advance(10_000);
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F37 · answers out of order: the lane is sequential, and the view never regresses', async () => {
  const { on: slow } = await scene.openMerchantPage();
  await scene.add(slow, 0, 1);
  await scene.heal(slow);
  const versions: number[] = [];
  const seen = async () => {
    const [snap] = await slow.local.db.snaps.toArray();
    versions.push(snap?.version ?? 0);
  };
  scene.network.fail(commandsTo('/add'), 'held', 1);
  await scene.add(slow, 0, 1);
  await scene.set(slow, 0, 9);
  await scene.quiet();
  const quick = await scene.page();
  await scene.timers.advance(LEASE);
  await seen();
  await scene.add(quick, 5, 1);
  await scene.quiet();
  await seen();
  await scene.heal(quick);
  await seen();
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(new Set(versions).size).toBeGreaterThan(1);
  const effects = scene.sent(({ answer, url }) => answer?.status === 200 && url.includes('cart'));
  const inOrder = effects.map(({ answer }) => (JSON.parse(answer?.body ?? '{}') as Cart).version);
  expect([...new Set(inOrder)]).toEqual([...new Set(inOrder)].sort((a, b) => a - b));
  expect((await readCart(quick.local, await quick.currentOwner())).shown.items[0]?.quantity).toBe(9);
  await expectConsistent(scene, quick);
});

test('F38 · a read that crosses a write is dropped: older than the view, or while the outcome of a command is unknown', async () => {
  const { on } = await scene.openMerchantPage();
  await scene.add(on, 0, 1);
  await scene.heal(on);
  const quantity = async () => (await readCart(on.local, await on.currentOwner())).shown.quantity;
  const isRead = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('/carts/');

  // Read before the write, arriving after it.
  scene.network.fail(isRead, 'held', 1);
  const late = on.refreshCart();
  await scene.quiet();
  await scene.add(on, 0, 1);
  await scene.quiet();
  expect(await quantity()).toBe(2);
  await scene.network.release();
  await late;
  expect(await quantity()).toBe(2);

  // The effect exists and its answer is lost: the read would count it twice.
  scene.network.fail(commandsTo('/add'), 'lost', 1);
  await scene.add(on, 0, 1);
  await scene.quiet();
  await on.refreshCart();
  expect(await quantity()).toBe(3);
  await scene.heal(on);
  expect(await quantity()).toBe(3);
  await expectConsistent(scene, on);
});
