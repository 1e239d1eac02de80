// Pending commands of one cart are sent one by one: each is answered with the cart's version only, the last with the
// cart.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelCommand } from '#sync/pending/decisions.ts';
import { replaySteps } from '#sync/replay/replay.ts';
import { LEASE } from '#sync/replay/timing.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { watchDisk } from '../support/disk-work.ts';
import { allDone, breadOf, type CartScene, cartServer, isAdditionOf, openCartScene } from './cart-scene.ts';
import { openDevice } from './device.ts';

let scene: CartScene;
beforeEach(async () => {
  scene = await openCartScene();
});
afterEach(() => scene.device.kill());

const breads = (...indexes: number[]) => Object.fromEntries(indexes.map((index) => [`bread-${index}`, 1]));
const upTo = (count: number) => breads(...Array.from({ length: count }, (_, index) => index));
const applied = async () => (await scene.device.db.applied.toArray()).map(({ id, version }) => [id, version]);
/** The preferences of the additions: the first request creates the cart. */
const preferred = () => scene.server.preferences.slice(1);
const reads = () => scene.network.log.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/carts/'));

async function expectAllThere(ids: readonly string[], more: Record<string, number> = {}) {
  expect(await scene.outcomes()).toEqual(allDone(ids));
  expect(await scene.waiting()).toEqual([]);
  expect(await applied()).toEqual([]);
  expect(await scene.shownQuantities()).toEqual({ ...upTo(ids.length), ...more });
  expect(await scene.view()).toEqual(scene.server.cart);
}

test('fifty articles are sent in their order, each once, and only the last one requests the cart', async () => {
  const ids = await scene.fillOffline(50);
  await scene.device.drain();
  expect(scene.server.keys.slice(1)).toEqual(ids);
  expect(preferred()).toEqual([...Array(49).fill(true), false]);
  expect(reads()).toEqual([]);
  await expectAllThere(ids);
  expect(scene.device.events.map(({ id, settlement }) => [id, settlement.kind]).slice(1)).toEqual(allDone(ids));
});

test('an addition alone in its cart requests the cart, as does the creation of the cart', async () => {
  const ids = await scene.fillOffline(1);
  await scene.device.drain();
  expect(scene.server.preferences).toEqual([false, false]);
  await expectAllThere(ids);
});

test('one is in flight at a time, stored before sending, and settled in one transaction that writes no cart', async () => {
  const ids = await scene.fillOffline(8);
  const disk = watchDisk();
  const counted = await openDevice(scene.machine, scene.network);
  const { inject } = scene.server;
  const states: string[] = [];
  const views: (number | undefined)[] = [];
  scene.server.inject = async (request) => {
    const rows = await scene.device.db.outbox.toArray();
    states.push(rows.map(({ state, attempts }) => `${state} ${attempts}`).join());
    views.push((await scene.view())?.version);
    return inject(request);
  };
  const work = await disk.during(() => counted.drain());
  disk.stop();
  counted.kill();
  expect(states.slice(1)).toEqual(ids.map((_, at) => ['inflight 1', ...Array(7 - at).fill('queued 0')].join()));
  expect(views.slice(1)).toEqual(Array(8).fill(1));
  // One transaction for each claim and one for each settlement.
  expect(work.writing).toBe(2 * (1 + ids.length));
  await expectAllThere(ids);
});

test('a market that does not know the preference sends a complete answer each time, which is understood', async () => {
  scene.server.minimal = null;
  const ids = await scene.fillOffline(20);
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual(Array(20).fill(1));
  await expectAllThere(ids);
});

test.for([
  ['names no version', () => ({ 'Preference-Applied': 'return=minimal' })],
  ['names what is no version', () => ({ 'Preference-Applied': 'return=minimal', 'X-Version': 'a' })],
] as const)('a minimal answer that %s is requested again, complete', async ([, minimal]) => {
  scene.server.minimal = minimal;
  const ids = await scene.fillOffline(3);
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([2, 2, 1]);
  expect(preferred()).toEqual([true, false, true, false, false]);
  await expectAllThere(ids);
});

test('the preferred kind of answer is not part of the frozen request, and a resend requests the cart', async () => {
  const ids = await scene.fillOffline(4);
  scene.network.fail(isAdditionOf(1), 'lost', 1);
  await scene.device.drain();
  const row = (await scene.device.db.outbox.toArray())[0];
  expect([row?.id, row?.attempts]).toEqual([ids[1], 1]);
  expect(Object.keys(row?.req?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('prefer');
  scene.machine.time.now += 61_000;
  await scene.device.drain();
  expect(preferred()).toEqual([true, true, false, true, false]);
  await expectAllThere(ids);
});

test.for(['lost', 'half', 'error', 'portal', 'cut'] as const)(
  'F95 · the answer to the third of five is lost (%s): the cart shows all of them, before and after',
  async (fault) => {
    const ids = await scene.fillOffline(5);
    scene.network.fail(isAdditionOf(2), fault, 1);
    await scene.device.drain();
    expect(await scene.outcomes()).toEqual(allDone(ids.slice(0, 2)));
    expect(await scene.waiting()).toEqual(ids.slice(2));
    expect(scene.timesSent(ids.slice(3))).toEqual([0, 0]);
    expect(await applied()).toEqual([
      [ids[0], 2],
      [ids[1], 3],
    ]);
    expect(await scene.shownQuantities()).toEqual(upTo(5));
    expect((await scene.device.cart()).shown).toMatchObject({ waiting: 3, estimated: true, total: 5 * 400 });
    scene.machine.time.now += 61_000;
    await scene.device.drain();
    await expectAllThere(ids);
  },
);

test('F95 · a page killed between a minimal answer and storing it: the repeated request gets a complete answer', async () => {
  scene.device.kill();
  let reached: () => void = () => {};
  const dead = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let answered = 0;
  const settle: typeof replaySteps.settle = (...given) => {
    answered += 1;
    if (answered < 5) return replaySteps.settle(...given);
    reached();
    return new Promise<never>(() => {});
  };
  scene.device = await openDevice(scene.machine, scene.network, { steps: { settle } });
  const ids = await scene.fillOffline(5);
  scene.device.drain().catch(() => {});
  await dead;
  scene.device.kill();
  scene.device = await openDevice(scene.machine, scene.network);
  expect(await scene.shownQuantities()).toEqual(upTo(5));
  // The commands after it were discarded, so that it is the last of the row now.
  expect(await cancelCommand(scene.device.local, ids[4] ?? '')).toBe('cancelled');
  expect(await scene.shownQuantities()).toEqual(upTo(4));
  scene.machine.time.now += LEASE;
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 2, 0]);
  expect(preferred()).toEqual([true, true, true, true, false]);
  expect(await scene.outcomes()).toEqual([
    ...allDone(ids.slice(0, 3)),
    [ids[4], 'cancelled'],
    ...allDone([ids[3] ?? '']),
  ]);
  expect(await scene.shownQuantities()).toEqual(upTo(4));
  expect(await scene.view()).toEqual(scene.server.cart);
});

test('F95 · without space for a minimal answer the command stays queued, and is sent again', async () => {
  scene.device.kill();
  let full = true;
  const settle: typeof replaySteps.settle = async (local, cmd, verdict, context) =>
    local.db.transaction('rw', local.db.tables, async () => {
      const settlement = await replaySteps.settle(local, cmd, verdict, context);
      if (full && (await local.db.applied.count()) > 1) throw new DOMException('full', 'QuotaExceededError');
      return settlement;
    });
  scene.device = await openDevice(scene.machine, scene.network, { steps: { settle } });
  const ids = await scene.fillOffline(5);
  await expect(scene.device.drain()).rejects.toThrow('full');
  expect(await scene.outcomes()).toEqual(allDone(ids.slice(0, 1)));
  expect(await scene.waiting()).toEqual(ids.slice(1));
  expect(await scene.shownQuantities()).toEqual(upTo(5));
  full = false;
  scene.machine.time.now += LEASE;
  await scene.device.drain();
  await expectAllThere(ids);
});

test('the last of the row is refused: the cart is read at once, and a refused one among them drops no others', async () => {
  scene.device.kill();
  const refuse = ({ id }: { id: string }) => (/-[25]$/.test(id) ? { status: 409, code: 'stock' } : null);
  scene = await openCartScene(cartServer(refuse));
  const ids = await scene.fillOffline(6);
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(ids.map((id, at) => [id, at === 2 || at === 5 ? 'rejected' : 'done']));
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(reads()).toHaveLength(1);
  expect(await applied()).toEqual([]);
  expect(await scene.shownQuantities()).toEqual(breads(0, 1, 3, 4));
  expect(await scene.view()).toEqual(scene.server.cart);
});

test('the cart cannot be read after a refusal of the last: finished commands are shown, and it is read at the next occasion', async () => {
  scene.device.kill();
  scene = await openCartScene(cartServer(({ id }) => (id === 'bread-2' ? { status: 409, code: 'stock' } : null)));
  await scene.fillOffline(3);
  scene.network.fail(({ method }) => method === 'GET', 'cut', 1);
  const { nextAt } = await scene.device.drain();
  expect(nextAt).toBe(scene.machine.time.now + 2000);
  expect(await scene.shownQuantities()).toEqual(breads(0, 1));
  expect((await scene.device.cart()).shown).toMatchObject({ waiting: 0, estimated: true, total: 800 });
  expect((await scene.device.cart()).shown.items.map(({ waiting }) => waiting)).toEqual([false, false]);
  // Another page, which has nothing to send.
  scene.device.kill();
  scene.device = await openDevice(scene.machine, scene.network);
  expect(await scene.shownQuantities()).toEqual(breads(0, 1));
  await scene.device.drain();
  expect(await applied()).toEqual([]);
  expect(await scene.view()).toEqual(scene.server.cart);
  expect((await scene.device.cart()).shown.estimated).toBe(false);
});

test('a restored market’s cart of a lower version is requested less and less often, and shown once it has caught up', async () => {
  const refusesLast = ({ id }: { id: string }) => (id === 'bread-2' ? { status: 404, code: 'product-gone' } : null);
  scene.device.kill();
  scene = await openCartScene(cartServer(refusesLast));
  await scene.fillOffline(3);
  const restored = structuredClone(scene.server.cart);
  scene.network.fail(({ method }) => method === 'GET', 'error', 1);
  await scene.device.drain();
  const { cart } = scene.server;
  scene.server.cart = restored;
  const asked = reads().length;
  for (let second = 0; second < 600; second++) {
    scene.machine.time.now += 1000;
    await scene.device.drain();
  }
  expect(reads().length - asked).toBeGreaterThan(5);
  // Once in five seconds at most, and usually far less.
  expect(reads().length - asked).toBeLessThanOrEqual(120);
  // Network hints shorten the interval to five seconds at most.
  const before = reads().length;
  for (let second = 0; second < 60; second++) {
    scene.machine.time.now += 1000;
    await scene.device.drain({ eager: true });
  }
  expect(reads().length - before).toBeLessThanOrEqual(12);
  expect(await scene.shownQuantities()).toEqual(breads(0, 1));
  scene.server.cart = cart;
  scene.machine.time.now += 60_000;
  await scene.device.drain();
  expect(await applied()).toEqual([]);
  expect(await scene.view()).toEqual(cart);
});

test('the rest of the row is discarded without a network: no finished command disappears', async () => {
  const ids = await scene.fillOffline(5);
  scene.network.fail(isAdditionOf(3), 'cut', 1);
  await scene.device.drain();
  for (const id of ids.slice(4)) expect(await cancelCommand(scene.device.local, id)).toBe('cancelled');
  // Possibly sent: undone once the outcome is known.
  expect(await cancelCommand(scene.device.local, ids[3] ?? '')).toBe('marked');
  expect(await scene.shownQuantities()).toEqual(upTo(4));
  scene.machine.time.now += 61_000;
  await scene.device.drain();
  expect(await scene.waiting()).toEqual([]);
  expect(await applied()).toEqual([]);
  expect(await scene.shownQuantities()).toEqual(upTo(3));
  expect(await scene.view()).toEqual(scene.server.cart);
});

test('one that is withdrawn while its minimal answer is in transit is undone by the complete answer', async () => {
  const ids = await scene.fillOffline(4);
  scene.network.fail(isAdditionOf(1), 'held', 1);
  const drained = scene.device.drain();
  await scene.network.nextHeldAnswer();
  expect(await cancelCommand(scene.device.local, ids[1] ?? '')).toBe('marked');
  await scene.network.release();
  await drained;
  expect(scene.timesSent(ids)).toEqual([1, 2, 1, 1]);
  expect(await scene.shownQuantities()).toEqual(breads(0, 2, 3));
  expect(await scene.view()).toEqual(scene.server.cart);
  expect(await scene.waiting()).toEqual([]);
});

test('a line is changed under its server name, even if it was added in the same row', async () => {
  await scene.fillOffline(3);
  scene.network.up = false;
  const { lineKey } = breadOf(1);
  await scene.device.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 7, name: 'Pain 1' } });
  await scene.device.submit({ type: 'cart.add', args: breadOf(3).add(1), seenPrice: 400 });
  await scene.device.submit({ type: 'cart.remove', args: { lineKey: breadOf(0).lineKey, name: 'Pain 0' } });
  scene.network.up = true;
  await scene.device.drain();
  // The third addition is answered with the names of the lines, which are known for the rest.
  expect(preferred()).toEqual([true, true, false, true, true, false]);
  expect(reads()).toEqual([]);
  expect(await scene.shownQuantities()).toEqual({ 'bread-1': 7, ...breads(2, 3) });
  expect(await scene.view()).toEqual(scene.server.cart);
});

test('if the name of a line is missing, the cart is read before the line is changed', async () => {
  const ids = await scene.fillOffline(3);
  scene.network.fail(isAdditionOf(2), 'cut', 1);
  await scene.device.drain();
  const { lineKey } = breadOf(1);
  await scene.device.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 7, name: 'Pain 1' } });
  await scene.device.submit({ type: 'cart.setQuantity', args: { lineKey: breadOf(0).lineKey, quantity: 2 } });
  // Discarded before a new attempt, so that its answer never arrives.
  await scene.device.db.outbox.delete((await scene.device.db.outbox.toArray())[0]?.seq ?? 0);
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1, 1, 0]);
  expect(reads()).toHaveLength(1);
  expect(await scene.shownQuantities()).toEqual({ 'bread-0': 2, 'bread-1': 7 });
  expect(await scene.view()).toEqual(scene.server.cart);
});

test('a read of the cart from before a minimal answer changes nothing, one from after it shows finished commands', async () => {
  const ids = await scene.fillOffline(4);
  scene.network.fail(isAdditionOf(3), 'cut', 1);
  const before = structuredClone(scene.server.cart);
  await scene.device.drain();
  // As requested by a page while the cart was empty.
  const { cart } = scene.server;
  scene.server.cart = before;
  await scene.device.refresh();
  expect(await scene.shownQuantities()).toEqual(upTo(4));
  expect(await applied()).toHaveLength(3);
  scene.server.cart = cart;
  await scene.device.db.outbox
    .where('id')
    .equals(ids[3] ?? '')
    .modify({ doubt: false });
  await scene.device.refresh();
  expect(await applied()).toEqual([]);
  expect(await scene.shownQuantities()).toEqual(upTo(4));
  expect(await scene.view()).toEqual(cart);
});

test('a logout with minimal answers received leaves nothing of the user’s cart behind', async () => {
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
  const ids = await scene.fillOffline(5);
  scene.network.fail(isAdditionOf(2), 'held', 1);
  const drained = scene.device.drain();
  await scene.network.nextHeldAnswer();
  expect(await applied()).toHaveLength(2);
  here = false;
  await scene.device.db.session.delete('current');
  await purgeOwner(scene.device.local, scene.device.cache, owner, 'keep');
  await scene.network.release();
  await drained;
  const { snaps, applied: beside, journal } = scene.device.db;
  expect(await Promise.all([snaps.count(), beside.count(), journal.count()])).toEqual([0, 0, 0]);
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 0, 0]);
  expect(await scene.waiting()).toEqual(ids.slice(3));
});

test('two pages without locks have one effect for each command', async () => {
  const ids = await scene.fillOffline(40);
  const other = await openDevice(scene.machine, scene.network);
  await Promise.all([scene.device.drain(), other.drain()]);
  scene.machine.time.now += LEASE;
  await Promise.all([other.drain(), scene.device.drain()]);
  other.kill();
  expect(scene.server.cart.items.map(({ product }) => product.id)).toEqual(ids.map((_, index) => `bread-${index}`));
  await expectAllThere(ids);
});

test('a minimal answer that arrives during another page’s repetition is sufficient, and the other answer is fenced', async () => {
  const ids = await scene.fillOffline(3);
  scene.network.fail(isAdditionOf(1), 'held', 2);
  const first = scene.device.drain();
  await scene.network.nextHeldAnswer();
  scene.machine.time.now += LEASE;
  const other = await openDevice(scene.machine, scene.network);
  const second = other.drain();
  await scene.network.nextHeldAnswer();
  await scene.network.release();
  await Promise.all([first, second]);
  scene.machine.time.now += LEASE;
  await other.drain();
  expect(scene.timesSent(ids)).toEqual([1, 2, 1]);
  expect([...scene.device.events, ...other.events].filter(({ id }) => id === ids[1])).toHaveLength(2);
  other.kill();
  await expectAllThere(ids);
});

test('an answer unreadable in this version stops the lane there: the commands before it are done and shown', async () => {
  const ids = await scene.fillOffline(4);
  const { inject } = scene.server;
  scene.server.inject = async (request) => {
    const strange = request.headers['idempotency-key'] === ids[2];
    const answer = await inject(request);
    if (!strange) return answer;
    const headers = { 'content-type': 'application/ld+json', 'x-api': '1' };
    return { statusCode: 200, headers, payload: JSON.stringify({ '@type': 'Basket' }) };
  };
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(allDone(ids.slice(0, 2)));
  expect(scene.timesSent(ids)).toEqual([1, 1, 1, 0]);
  const [stopped, behind] = await scene.device.db.outbox.toArray();
  expect([stopped?.parkedFor, behind?.state, behind?.attempts]).toEqual(['needs-update', 'queued', 0]);
  // Parked by this version: the next one tries again.
  expect([stopped?.parkedBy, behind?.parkedBy]).toEqual([scene.device.local.appVersion, undefined]);
  expect(await scene.shownQuantities()).toEqual(upTo(4));
});

test('a command followed by none that can be sent yet requests the cart', async () => {
  const ids = await scene.fillOffline(4);
  const later = scene.device.db.outbox.where('id').equals(ids[2] ?? '');
  await later.modify({ nextAt: scene.machine.time.now + 1000, retryAfterRequested: true });
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1, 1, 0, 0]);
  expect(preferred()).toEqual([true, false]);
  scene.machine.time.now += 1001;
  await scene.device.drain();
  await expectAllThere(ids);
});
