// Of a cart that is sent article after article the market says only what has changed since the answer before.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { type CartChange, HELD_LINES_HEADER, LINE_NAME_LENGTH, NONE_HELD } from '#contract/held-lines.ts';
import { moneyOf } from '#domain/money.ts';
import { withoutHeldLines } from '#server/http/held-lines.ts';
import { MOST_TOGETHER } from '#sync/replay/timing.ts';
import { adding, type CartScene, done, openCartScene } from './cart-series.ts';

let scene: CartScene;
beforeEach(async () => {
  scene = await openCartScene();
});
afterEach(() => scene.device.kill());

/** How many lines each answer to an addition has said. */
const countLines = () => {
  const counts: number[] = [];
  const { tell } = scene.server;
  scene.server.tell = (cart, held) => {
    const told = tell(cart, held) as Cart | CartChange;
    counts.push('changed' in told ? told.changed.length : told.items.length);
    return told;
  };
  return counts;
};

test('an answer to a cart says only what has changed since the answer before, as long as the cart is sent without a pause', async () => {
  const counts = countLines();
  await scene.filled(2 * MOST_TOGETHER + 4);
  await scene.device.drain();
  expect(counts.slice(1)).toEqual(Array(2 * MOST_TOGETHER + 4).fill(1));
  // The cart's beginning has no lines to ask for; after that each names what it has been told so far.
  expect(scene.server.held.slice(0, 2)).toEqual([undefined, NONE_HELD]);
  expect(scene.server.held.slice(2).map((held) => (held?.length ?? 0) / LINE_NAME_LENGTH)).toEqual(
    Array.from({ length: 2 * MOST_TOGETHER + 3 }, (_, index) => index + 1),
  );
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('an answer behind which nothing waits is the whole cart', async () => {
  const ids = await scene.filled(1);
  await scene.device.drain();
  expect(scene.server.held).toEqual([undefined, undefined]);
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('a price that changes in the middle is said again, and shown', async () => {
  const ids = await scene.filled(6);
  const { inject } = scene.server;
  scene.server.inject = (request) => {
    if (request.headers['idempotency-key'] === ids[3]) {
      const items = scene.server.cart.items.map((item, at) => (at === 1 ? { ...item, unitPrice: moneyOf(499) } : item));
      scene.server.cart = { ...scene.server.cart, items };
    }
    return inject(request);
  };
  const counts = countLines();
  await scene.device.drain();
  expect(counts.slice(1)).toEqual([1, 1, 1, 2, 1, 1]);
  expect((await scene.shown())?.items.map(({ unitPrice }) => unitPrice.amount)).toEqual([400, 499, 400, 400, 400, 400]);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('a market that does not know the question answers whole each time, and that is understood', async () => {
  scene.server.tell = (cart) => cart;
  const ids = await scene.filled(20);
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.timesSent(ids)).toEqual(Array(20).fill(1));
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('what is held is said beside the request: what is frozen does not know of it', async () => {
  const ids = await scene.filled(4);
  scene.network.fail(adding(2), 'lost', 1);
  await scene.device.drain();
  const row = await scene.device.db.outbox
    .where('id')
    .equals(ids[2] ?? '')
    .first();
  expect(row?.attempts).toBe(1);
  expect(Object.keys(row?.req?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain(
    HELD_LINES_HEADER.toLowerCase(),
  );
  scene.machine.time.now += 61_000;
  await scene.device.drain();
  // Asked again after a pause it holds nothing any more.
  const [first, again] = scene.server.keys.flatMap((key, at) => (key === ids[2] ? [scene.server.held[at]] : []));
  expect([first?.length, again]).toEqual([2 * LINE_NAME_LENGTH, NONE_HELD]);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

const wrong: Record<string, (change: CartChange) => unknown> = {
  'leaves out a line that is not held': (change) => ({ ...change, changed: [] }),
  'says a line that is held': (change) => ({ ...change, changed: [...change.changed, ...change.changed] }),
  'says a line without its name': (change) => ({ ...change, lines: change.lines.slice(0, -1) }),
  'calls its lines by other things than names': (change) => ({ ...change, lines: change.lines.map(() => null) }),
};
test.for(Object.keys(wrong))('F96 · an answer that %s is not believed: it is asked for again, whole', async (how) => {
  const ids = await scene.filled(6);
  let times = 0;
  scene.server.tell = (cart, held) => {
    const change = withoutHeldLines(held, cart) as CartChange;
    if (cart.items.length !== 3 || times > 0) return change;
    times += 1;
    return wrong[how]?.(change);
  };
  await scene.device.drain();
  expect(await scene.outcomes()).toEqual(done(ids.slice(0, 2)));
  expect(await scene.waiting()).toEqual(ids.slice(2));
  expect((await scene.shown())?.items).toHaveLength(2);
  scene.machine.time.now += 61_000;
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1, 1, 2, 1, 1, 1]);
  expect(scene.server.held[scene.server.keys.lastIndexOf(ids[2] ?? '')]).toBe(NONE_HELD);
  expect(await scene.outcomes()).toEqual(done(ids));
  expect(scene.server.cart.items).toHaveLength(6);
  expect(await scene.shown()).toEqual(scene.server.cart);
});

test('F96 · what is left out never passes for gone where nobody asked for less', async () => {
  const ids = await scene.filled(1);
  scene.server.tell = (cart) => (cart.items.length > 0 ? withoutHeldLines(NONE_HELD, cart) : cart);
  await scene.device.drain();
  expect(scene.timesSent(ids)).toEqual([1]);
  expect((await scene.device.db.outbox.toArray()).map(({ id, parkedFor }) => [id, parkedFor])).toEqual([
    [ids[0], 'needs-update'],
  ]);
  expect(await scene.outcomes()).toEqual([]);
  expect((await scene.shown())?.items).toEqual([]);
});
