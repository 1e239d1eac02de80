// What waits in one cart is sent right after one another, and what the market said of several is written down together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cartTables } from '#sync/outbox/rows.ts';
import { discard } from '#sync/pending/decisions.ts';
import { steps } from '#sync/replay/replay.ts';
import { LEASE, MOST_TOGETHER } from '#sync/replay/timing.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { watchDisk } from '../support/disk-work.ts';
import { adding, breadOf, type CartScene, cartServer, done, openCartScene } from './cart-series.ts';
import { openDevice } from './device.ts';

let scene: CartScene;
beforeEach(async () => {
  scene = await openCartScene();
});
afterEach(() => scene.device.kill());

test('fifty articles are sent in their order, each once, and the device shows what the market has', async () => {
  const ids = await scene.filled(50);
  await scene.device.drain();
  expect(scene.server.keys.slice(1)).toEqual(ids);
  expect(await scene.waiting()).toEqual([]);
  expect(await scene.shown()).toEqual(scene.server.cart);
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.device.events.map(({ settlement }) => settlement.kind)).toEqual(Array(51).fill('done'));
  expect(scene.device.events.slice(1).map(({ id }) => id)).toEqual(ids);
});

test('each is under way on the disk before it leaves, and the answers of sixteen are one transaction', async () => {
  const disk = watchDisk();
  const counted = await openDevice(scene.machine, scene.network);
  await scene.filled(3 * MOST_TOGETHER);
  const states: string[] = [];
  const { inject } = scene.server;
  scene.server.inject = async (request) => {
    const row = await scene.device.db.outbox
      .where('id')
      .equals(request.headers['idempotency-key'] ?? '')
      .first();
    states.push(`${row?.state} ${row?.attempts}`);
    return inject(request);
  };
  const work = await disk.during(() => counted.drain());
  disk.stop();
  counted.kill();
  expect(states).toEqual(Array(1 + 3 * MOST_TOGETHER).fill('inflight 1'));
  expect(await scene.waiting()).toEqual([]);
  // The cart is made in two; each addition is taken in one.
  expect(work.writing).toBe(2 + 3 * MOST_TOGETHER + 3);
});

test('what is answered is written down while the next answer is long in coming', async () => {
  const ids = await scene.filled(5);
  scene.network.fail(adding(3), 'held', 1);
  const drained = scene.device.drain();
  await vi.waitFor(async () => expect(await scene.waiting()).toEqual(ids.slice(3)));
  expect(await scene.outcomes()).toEqual(done(ids.slice(0, 3)));
  expect((await scene.shown())?.items).toHaveLength(3);
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 1, 0]);
  await scene.network.release();
  await drained;
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
});

test('none is in hand for long, however many come quickly behind it', async () => {
  await scene.filled(12);
  const { inject } = scene.server;
  scene.server.inject = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return inject(request);
  };
  const sizes: number[] = [];
  const settleTogether: typeof steps.settleTogether = (local, attempts, settle) => {
    sizes.push(attempts.length);
    return steps.settleTogether(local, attempts, settle);
  };
  const other = await openDevice(scene.machine, scene.network, { steps: { settleTogether } });
  await other.drain();
  other.kill();
  // The cart's beginning, and of a hundred milliseconds each no more than half a second's at once.
  expect(Math.max(...sizes)).toBeLessThan(8);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(13);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('one that is refused among them is told, and takes none of the others along', async () => {
  scene.device.kill();
  scene = await openCartScene(cartServer(({ id }) => (id === 'bread-2' ? { status: 409, code: 'stock' } : null)));
  const ids = await scene.filled(5);
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(ids.map((id, at) => [id, at === 2 ? 'rejected' : 'done']));
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
  expect((await scene.shown())?.items.map(({ product }) => product.id)).toEqual([
    'bread-0',
    'bread-1',
    'bread-3',
    'bread-4',
  ]);
  expect(await scene.waiting()).toEqual([]);
});

test.for(['lost', 'half', 'error', 'portal'] as const)(
  'one whose answer does not come (%s) stops its lane: those before it are done, those behind it wait for it',
  async (fault) => {
    const ids = await scene.filled(5);
    scene.network.fail(adding(2), fault, 1);
    await scene.device.drain();
    expect(await scene.outcomes()).toEqual(done(ids.slice(0, 2)));
    expect(await scene.waiting()).toEqual(ids.slice(2));
    expect(scene.timesSent(ids.slice(3))).toEqual([0, 0]);
    expect((await scene.shown())?.items).toHaveLength(2);
    scene.machine.time.now += 61_000;
    await scene.device.drain();
    expect(await scene.outcomes()).toEqual(done(ids));
    expect(scene.server.cart.items).toHaveLength(5);
    expect(await scene.shown()).toEqual(scene.server.cart);
  },
);

test('F95 · a page that dies with answers in hand: another asks for them under their keys, and nothing is there twice', async () => {
  scene.device.kill();
  let reached: () => void = () => {};
  const dead = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const settleTogether: typeof steps.settleTogether = (local, attempts, settle) => {
    if (attempts.length < 2) return steps.settleTogether(local, attempts, settle);
    reached();
    return new Promise<never>(() => {});
  };
  scene.device = await openDevice(scene.machine, scene.network, { steps: { settleTogether } });
  const ids = await scene.filled(5);
  scene.device.drain().catch(() => {});
  await dead;
  expect((await scene.device.db.outbox.toArray()).map(({ state }) => state)).toEqual(Array(5).fill('inflight'));
  expect(await scene.outcomes()).toEqual([]);
  scene.device.kill();
  scene.device = await openDevice(scene.machine, scene.network);
  await scene.device.drain();
  // The lease of the page that is gone.
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
  scene.machine.time.now += LEASE;
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([2, 2, 2, 2, 2]);
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.server.cart.items).toHaveLength(5);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('F95 · a device without room for what the market said keeps all of it waiting, and asks again', async () => {
  scene.device.kill();
  let full = true;
  const settleTogether: typeof steps.settleTogether = async (local, attempts, settle) => {
    if (attempts.length < 2) return steps.settleTogether(local, attempts, settle);
    return local.db.transaction('rw', cartTables(local.db), async () => {
      const settlements = await steps.settleTogether(local, attempts, settle);
      if (full) throw new DOMException('full', 'QuotaExceededError');
      return settlements;
    });
  };
  scene.device = await openDevice(scene.machine, scene.network, { steps: { settleTogether } });
  const ids = await scene.filled(5);
  await expect(scene.device.drain()).rejects.toThrow('full');
  expect(await scene.waiting()).toEqual(ids);
  expect(await scene.outcomes()).toEqual([]);
  expect((await scene.shown())?.items).toEqual([]);
  full = false;
  scene.machine.time.now += LEASE;
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.server.cart.items).toHaveLength(5);
});

test('a quantity of an article goes right behind it, under the name that the market has just given to its line', async () => {
  await scene.filled(3);
  scene.network.up = false;
  const { lineKey } = breadOf(1);
  await scene.device.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 7, name: 'Pain 1' } });
  scene.network.up = true;
  const writes = vi.fn(steps.settleTogether);
  const other = await openDevice(scene.machine, scene.network, { steps: { settleTogether: writes } });
  await other.drain();
  other.kill();
  expect(writes.mock.calls.map(([, attempts]) => attempts.length)).toEqual([1, 4]);
  expect(scene.server.cart.items.map(({ quantity }) => quantity)).toEqual([1, 7, 1]);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('one that is taken back while its answer is in hand is undone, once the others are there', async () => {
  const ids = await scene.filled(4);
  scene.network.fail(adding(2), 'held', 1);
  const writes = vi.fn(steps.settleTogether);
  scene.device.kill();
  scene.device = await openDevice(scene.machine, scene.network, { steps: { settleTogether: writes } });
  const drained = scene.device.drain();
  await scene.network.nextHeld();
  // Before it is written down for want of the third.
  expect(await discard(scene.device.local, ids[1] ?? '')).toBe('marked');
  expect(await scene.waiting()).toEqual(ids);
  await scene.network.release();
  await drained;
  expect(scene.server.cart.items.map(({ product }) => product.id)).toEqual(['bread-0', 'bread-2', 'bread-3']);
  expect(await scene.shown()).toEqual(scene.server.cart);
  expect(await scene.waiting()).toEqual([]);
});

test('whoever logs out while answers are in hand leaves nothing of their cart behind', async () => {
  scene.device.kill();
  const owner = 'u:anne' as const;
  let here = true;
  const credentials = {
    user: async () => (here ? owner : null),
    token: async () => (here ? 'token' : null),
    refresh: async () => 'refused' as const,
  };
  scene.device = await openDevice(scene.machine, scene.network, { credentials });
  await scene.device.db.session.put({ k: 'current', owner, token: 'token', expiresAt: Number.MAX_SAFE_INTEGER });
  const ids = await scene.filled(5);
  scene.network.fail(adding(2), 'held', 1);
  const drained = scene.device.drain();
  await scene.network.nextHeld();
  here = false;
  await scene.device.db.session.delete('current');
  await purgeOwner(scene.device.local, scene.device.cache, owner, 'keep');
  await scene.network.release();
  await drained;
  expect(await scene.device.db.snaps.count()).toBe(0);
  expect(await scene.device.db.journal.count()).toBe(0);
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 0, 0]);
  expect(await scene.waiting()).toEqual(ids.slice(3));
});

test('two pages without locks between them do each once', async () => {
  const ids = await scene.filled(40);
  const other = await openDevice(scene.machine, scene.network);
  await Promise.all([scene.device.drain(), other.drain()]);
  scene.machine.time.now += LEASE;
  await Promise.all([other.drain(), scene.device.drain()]);
  other.kill();
  expect(scene.server.cart.items.map(({ product }) => product.id)).toEqual(ids.map((_, index) => `bread-${index}`));
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('an answer that this version cannot read stops the lane there: those before it are done', async () => {
  const ids = await scene.filled(4);
  const { inject } = scene.server;
  scene.server.inject = async (request) => {
    const answer = await inject(request);
    const strange = request.headers['idempotency-key'] === ids[2];
    return strange ? { ...answer, payload: JSON.stringify({ '@type': 'Basket' }) } : answer;
  };
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(done(ids.slice(0, 2)));
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 0]);
  const [stopped, behind] = await scene.device.db.outbox.toArray();
  expect([stopped?.state, stopped?.parkedFor, behind?.state, behind?.attempts]).toEqual([
    'parked',
    'needs-update',
    'queued',
    0,
  ]);
  // By which version: the next one tries again.
  expect([stopped?.parkedBy, behind?.parkedBy]).toEqual([scene.device.local.appVersion, undefined]);
});

test('what is not due yet is not sent along', async () => {
  const ids = await scene.filled(4);
  await scene.device.db.outbox
    .where('id')
    .equals(ids[2] ?? '')
    .modify({ nextAt: scene.machine.time.now + 1000, told: true });
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1, 1, 0, 0]);
  expect(await scene.outcomes()).toEqual(done(ids.slice(0, 2)));
  scene.machine.time.now += 1001;
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(done(ids));
});
