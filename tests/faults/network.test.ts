// Effects of a bad connection on a request and its answer.
import { afterEach, expect, test, vi } from 'vitest';
import { HARD_TIMEOUT } from '#api/client.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { LEASE } from '#sync/replay/timing.ts';
import { expectConsistent } from './oracle.ts';
import { commandsTo, isCommand, openScene } from './scene.ts';

const scene = openScene();
afterEach(() => void vi.useRealTimers());

/** Request time-outs use a timer of the platform. */
const holdTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** A cart and an order of the store: two lanes with three and two commands. */
async function buyAndSell() {
  const { on, order } = await scene.openMerchantPage();
  const id = await order();
  await scene.add(on, 0, 2);
  await scene.set(on, 0, 3);
  await on.submit({ type: 'storeOrders.validate', args: { id } });
  await on.submit({ type: 'storeOrders.ship', args: { id } });
  await scene.quiet();
  return { on, id };
}
const waiting = async ({ local }: Awaited<ReturnType<typeof buyAndSell>>['on']) =>
  (await local.db.outbox.toArray()).map(({ type }) => type);
const sends = (part: string) => scene.sent(commandsTo(part)).length;

test('F08 · a request lost before the server is sent again, with one effect', async () => {
  scene.network.fail(isCommand, 'cut', 3);
  const { on } = await buyAndSell();
  expect(await waiting(on)).toHaveLength(5);
  expect(on.connectivity.online()).toBe(false);
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F11 · a truncated answer counts as none: sent again, with one effect', async () => {
  scene.network.fail(isCommand, 'half', 3);
  const { on } = await buyAndSell();
  expect(scene.sent()[0]?.answer?.status).toBe(201);
  expect(await waiting(on)).toHaveLength(5);
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F12 · a connection reset before or after the commit: sent again, with one effect', async () => {
  scene.network.fail(commandsTo('/carts'), 'lost', 2);
  scene.network.fail(commandsTo('/store_orders'), 'cut', 1);
  scene.network.fail(commandsTo('/store_orders'), 'lost', 2);
  const { on } = await buyAndSell();
  expect((await on.local.db.outbox.toArray()).map(({ doubt }) => doubt)).toContain(true);
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F13 · without any answer the request is given up after ten seconds; the page stays usable, other lanes continue', async () => {
  holdTimeouts();
  scene.network.fail(commandsTo('/carts'), 'silent', 1);
  const { on } = await buyAndSell();
  expect(await waiting(on)).toEqual(['cart.create', 'cart.add', 'cart.setQuantity']);
  await scene.add(on, 5, 1);
  expect((await readCart(on.local, await on.currentOwner())).shown.quantity).toBe(4);
  expect(sends('/carts')).toBe(1);

  await vi.advanceTimersByTimeAsync(HARD_TIMEOUT);
  await scene.quiet();
  // The other lane got an answer meanwhile.
  expect(on.connectivity.online()).toBe(true);
  expect((await on.local.db.outbox.toArray())[0]).toMatchObject({ state: 'queued', doubt: true });
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('a read without an answer counts as a failure, and so does its end; a silence from before the return is checked, not believed', async () => {
  holdTimeouts();
  const on = await scene.page();
  const reported: boolean[] = [];
  on.connectivity.subscribe((online) => reported.push(online));
  scene.network.fail(() => true, 'silent');
  const read = on.api.call('categories.list', {}).catch(({ kind }: { kind: string }) => kind);
  await vi.advanceTimersByTimeAsync(HARD_TIMEOUT);
  expect(await read).toBe('timeout');
  expect(on.connectivity.online()).toBe(false);
  const late = on.api.call('categories.list', {}).catch(({ kind }: { kind: string }) => kind);
  await scene.timers.advance(60_000);
  expect(on.connectivity.online()).toBe(false);
  scene.network.heal();
  await scene.timers.advance(5000);
  expect(on.connectivity.online()).toBe(true);
  await vi.advanceTimersByTimeAsync(HARD_TIMEOUT);
  expect(await late).toBe('timeout');
  await scene.quiet();
  expect(reported).toEqual([false, true]);
});

test('F14 · a dripping answer is awaited for the safe part of the lease: no other worker sends meanwhile', async () => {
  expect(HARD_TIMEOUT).toBeLessThan(LEASE);
  holdTimeouts();
  scene.network.dripping = 150;
  scene.network.fail(commandsTo('/validate'), 'drip', 1);
  const { on, order } = await scene.openMerchantPage();
  const other = await scene.page();
  await on.submit({ type: 'storeOrders.validate', args: { id: await order() } });
  let seconds = 0;
  for (; seconds < 10 && (await waiting(on)).length > 0; seconds++) {
    await vi.advanceTimersByTimeAsync(1000);
    await scene.timers.advance(1000);
    await other.drain({ eager: true });
  }
  expect(seconds).toBeGreaterThan(3);
  expect(sends('/validate')).toBe(1);

  scene.network.dripping = 1;
  scene.network.fail(commandsTo('/validate'), 'drip', 1);
  await on.submit({ type: 'storeOrders.validate', args: { id: await order() } });
  await scene.quiet();
  await vi.advanceTimersByTimeAsync(HARD_TIMEOUT);
  await scene.quiet();
  expect((await on.local.db.outbox.toArray())[0]).toMatchObject({ state: 'queued', doubt: true });
  await scene.heal(on);
  await expectConsistent(scene, on);
});

test('F17 · a captive portal’s page is not accepted as an answer: no loss, no false result', async () => {
  scene.network.fail(({ url }) => !url.endsWith('/login_check'), 'portal');
  const { on } = await buyAndSell();
  await scene.timers.advance(2 * 60_000);
  expect(on.connectivity.online()).toBe(false);
  expect(await waiting(on)).toHaveLength(5);
  expect(await on.local.db.journal.count()).toBe(0);
  await scene.heal(on);
  expect(on.connectivity.online()).toBe(true);
  await expectConsistent(scene, on);
});

test.for([0, 0.5, 0.99])(
  'F18 · an unstable network for 20 s: at most one attempt per lane and 5 s, each effect once (seed %d)',
  async (luck) => {
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    // Requests that arrive have their effect, and the next gap cuts off the answer.
    scene.network.fail(isCommand, 'lost');
    const { on } = await buyAndSell();
    for (let ms = 0; ms < 20_000; ms += 300) {
      scene.network.up = !scene.network.up;
      on.hint(scene.network.up ? 'online' : 'offline');
      await scene.timers.advance(300);
    }
    for (const lane of ['/carts', '/store_orders']) {
      const tries = scene.sent(commandsTo(lane)).map(({ at }) => at);
      const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
      expect(gaps.length, lane).toBeGreaterThan(0);
      expect(Math.min(...gaps), lane).toBeGreaterThanOrEqual(5000);
    }
    await scene.heal(on);
    await expectConsistent(scene, on);
  },
);
