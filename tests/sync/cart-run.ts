// One random life of a cart: two pages of one device, a network that fails in every way it can, reloads in the middle of
// anything; after each step and at the end the invariants of the outbox are checked against what the server did.

import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { keyOfItem } from '#sync/cart-commands.ts';
import { idempotencyKey, laneRows } from '#sync/local.ts';
import { projectCart, type ShownCart } from '#sync/projection.ts';
import { createNetwork, type Fault, type Injectable, type Network } from '../support/network.ts';
import { type CartMarket, intendedBy, type Wish } from './cart-market.ts';
import { type Device, type DeviceOptions, newMachine, openDevice } from './device.ts';

export type Action =
  | { do: 'add' | 'set'; line: number; quantity: number }
  | { do: 'remove'; line: number }
  | { do: 'coupon'; code: number }
  | { do: 'drain' | 'reload' | 'refresh'; page: 0 | 1 }
  | { do: 'faults'; faults: Fault[] }
  | { do: 'wait'; ms: number }
  | { do: 'release' }
  /** The same person, on another device. */
  | { do: 'other'; line: number; quantity: number };

const faults: Fault[] = ['cut', 'lost', 'half', 'held', 'late', 'twice', 'error', 'busy', 'portal', 'none'];
const line = fc.nat({ max: 7 });
const page = fc.constantFrom<0 | 1>(0, 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('add' as const), line, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('set' as const), line, quantity: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), line }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('coupon' as const), code: fc.nat({ max: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('drain' as const), page }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('faults' as const),
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refresh' as const), page }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), page }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1000, 5000, 31_000, 61_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
);

const single = action.map((one) => [one]);
/** The fault of the next request, a drain, and a look at the server while nobody knows what became of the command. */
const doubt = fc
  .record({ page, fault: fc.constantFrom<Fault>('lost', 'half', 'held') })
  .map(({ page, fault }): Action[] => [
    { do: 'faults', faults: [fault] },
    { do: 'drain', page },
    { do: 'refresh', page: page === 0 ? 1 : 0 },
  ]);
/** One page hangs with an answer, the other takes over after the lease; then the answer arrives after all. */
const overlap = fc
  .record({ between: action, after: action })
  .map(({ between, after }): Action[] => [
    { do: 'faults', faults: ['held'] },
    { do: 'drain', page: 0 },
    { do: 'wait', ms: 31_000 },
    between,
    { do: 'drain', page: 1 },
    { do: 'release' },
    after,
  ]);
export const actions = fc
  .array(
    fc.oneof({ weight: 10, arbitrary: single }, { weight: 2, arbitrary: doubt }, { weight: 1, arbitrary: overlap }),
    { minLength: 2, maxLength: 10, size: 'max' },
  )
  .map((parts) => parts.flat());

/** The same, while another device writes to the same cart. */
export const actionsOfTwo = fc
  .array(
    fc.oneof(
      { weight: 10, arbitrary: single },
      { weight: 2, arbitrary: doubt },
      {
        weight: 3,
        arbitrary: fc
          .record({ do: fc.constant('other' as const), line, quantity: fc.integer({ min: 1, max: 4 }) })
          .map((one): Action[] => [one]),
      },
    ),
    { minLength: 3, maxLength: 10, size: 'max' },
  )
  .map((parts) => parts.flat());

interface World {
  market: CartMarket;
  network: Network;
  pages: [Device, Device];
  /** Accepted commands by id, in order; a quantity that replaced another keeps the other's place. */
  wishes: Map<string, Wish>;
  /** Version of the view, last time it was looked at. */
  seenVersion: number;
  app: Injectable;
  /** Changes of the cart that another device made. */
  others: number;
}

/** Line to quantity. */
const quantities = (cart: Pick<ShownCart, 'items'>) =>
  Object.fromEntries(cart.items.map(({ lineKey, quantity }) => [lineKey, quantity]));

/** The server's cart as its last answer told it: nobody else writes to it. */
function serverCart({ network }: World): Cart | null {
  let newest: Cart | null = null;
  for (const { answer } of network.log) {
    if (!answer || answer.status >= 300) continue;
    const cart = JSON.parse(answer.body) as Cart;
    if (!newest || cart.version >= newest.version) newest = cart;
  }
  return newest;
}

const keyOf = (exchange: { headers: Record<string, string> }) => exchange.headers['idempotency-key'];

async function checkAlways(world: World): Promise<void> {
  const { network, pages, wishes } = world;
  const [{ db, cart }] = pages;
  // No loss: what was accepted waits, or has an outcome.
  const waiting = new Set((await db.outbox.toArray()).map((row) => row.id));
  const settled = (await db.journal.toArray()).map((entry) => entry.cmdId);
  for (const id of wishes.keys()) expect(waiting.has(id) || settled.includes(id), `command ${id} is lost`).toBe(true);
  expect(new Set(settled).size, 'an outcome was written twice').toBe(settled.length);
  // Frozen request: all sends under one key are the same bytes.
  const sends = new Map<string, string>();
  for (const exchange of network.log) {
    const key = keyOf(exchange);
    if (!key) continue;
    const bytes = JSON.stringify([exchange.method, exchange.url, exchange.headers, exchange.body]);
    expect(sends.get(key) ?? bytes, 'one key was sent with two requests').toBe(bytes);
    sends.set(key, bytes);
  }
  // Exact projection: never is one command both in the view and in the pending list.
  const server = serverCart(world);
  const { shown, view, lane } = await cart();
  // Monotonic view.
  expect(view?.version ?? 0, 'the view went back').toBeGreaterThanOrEqual(world.seenVersion);
  world.seenVersion = view?.version ?? 0;
  if (!server || !view || view.version !== server.version || lane === null || world.others > 0) return;
  const applied = new Set(network.log.filter(({ answer }) => answer && answer.status < 300).map(keyOf));
  const owner = (await db.outbox.toArray())[0]?.owner;
  const rows = owner ? await laneRows(db, owner, lane) : [];
  const rest = rows.filter((row) => !applied.has(idempotencyKey(row)));
  expect(quantities(shown), 'the shown cart is not the server cart with what waits').toEqual(
    quantities(projectCart(server, rest)),
  );
}

function wishOf({ market }: World, step: Action): Wish | null {
  if (step.do === 'coupon') {
    const code = market.coupons[step.code]?.code;
    return code ? { type: 'cart.applyCoupon', code } : null;
  }
  if (step.do !== 'add' && step.do !== 'set' && step.do !== 'remove') return null;
  const variant = market.variants[step.line % market.variants.length];
  if (!variant) return null;
  if (step.do === 'remove') return { type: 'cart.remove', variant };
  return { type: step.do === 'add' ? 'cart.add' : 'cart.setQuantity', variant, quantity: step.quantity };
}

async function wishFor(world: World, device: Device, wish: Wish): Promise<void> {
  const { id } = await device.submit(
    wish.type === 'cart.applyCoupon'
      ? { type: wish.type, args: { code: wish.code } }
      : wish.type === 'cart.add'
        ? { type: wish.type, args: wish.variant.add(wish.quantity) }
        : wish.type === 'cart.setQuantity'
          ? { type: wish.type, args: { lineKey: wish.variant.lineKey, quantity: wish.quantity } }
          : { type: wish.type, args: { lineKey: wish.variant.lineKey } },
  );
  world.wishes.set(id, wish);
}

/** @throws when an invariant does not hold */
export async function runCart(
  app: Injectable,
  market: CartMarket,
  steps: readonly Action[],
  options: DeviceOptions = {},
): Promise<void> {
  const machine = newMachine();
  const network = createNetwork(app);
  const open = () => openDevice(machine, network, options);
  const world: World = {
    market,
    network,
    pages: [await open(), await open()],
    wishes: new Map(),
    seenVersion: 0,
    app,
    others: 0,
  };
  const { pages } = world;
  /** What hangs with a held answer. */
  const hanging = new Map<Device, Promise<void>>();

  /** Lets something run until it ends or hangs with a held answer. */
  async function run(device: Device, start: () => Promise<unknown>): Promise<void> {
    if (hanging.has(device)) return;
    const held = network.nextHeld();
    const ended = start().then(
      () => void hanging.delete(device),
      () => void hanging.delete(device),
    );
    hanging.set(device, ended);
    await Promise.race([ended, held]);
  }
  const drain = (device: Device) => run(device, () => device.drain({ eager: true }));

  async function release(): Promise<void> {
    const all = [...hanging.values()];
    const held = network.nextHeld();
    await network.release();
    await Promise.race([Promise.all(all), held]);
  }

  try {
    for (const step of steps) {
      const wish = wishOf(world, step);
      if (wish) await wishFor(world, pages[0], wish);
      else if (step.do === 'faults') network.plan(...step.faults);
      else if (step.do === 'wait') machine.time.now += step.ms;
      else if (step.do === 'release') await release();
      else if (step.do === 'other') await writeElsewhere(world, step);
      else if (step.do === 'drain') await drain(pages[step.page]);
      else if (step.do === 'refresh') await run(pages[step.page], () => pages[step.page].refresh());
      else if (step.do === 'reload') {
        hanging.delete(pages[step.page]);
        pages[step.page].kill();
        pages[step.page] = await open();
      }
      await checkAlways(world);
    }
    await quiesce(world, machine, drain, release);
    await (world.others === 0 ? checkEnd(world) : checkConvergence(world));
  } finally {
    for (const device of pages) device.kill();
  }
}

async function quiesce(
  { network, pages }: World,
  machine: { time: { now: number } },
  drain: (device: Device) => Promise<void>,
  release: () => Promise<void>,
): Promise<void> {
  network.heal();
  for (let round = 0; round < 20; round++) {
    await release();
    await drain(pages[0]);
    await drain(pages[1]);
    if ((await pages[0].db.outbox.count()) === 0) return;
    machine.time.now += 61_000;
  }
  const last = network.log.at(-1);
  const rows = (await pages[0].db.outbox.toArray()).map(({ type, state, parkedFor, attempts }) => ({
    type,
    state,
    parkedFor,
    attempts,
  }));
  expect({ rows, last: last?.answer }, 'something waits for ever').toEqual({ rows: [], last: null });
}

async function checkEnd(world: World): Promise<void> {
  const { market, network, pages, wishes } = world;
  const [{ db, cart, refresh }] = pages;
  await network.release();
  await checkAlways(world);
  const server = serverCart(world);
  const found = server?.items ?? [];
  const intended = intendedBy(market, [...wishes.values()]);
  const lines = Object.fromEntries(found.map((item) => [keyOfItem(item), item.quantity]));
  expect({ lines, coupon: server?.coupon?.code ?? null }, 'the cart is not what the person asked for').toEqual(
    intended,
  );

  // At most once, and outcome is truth: each change of the server's cart is one command that says it is done.
  const journal = await db.journal.toArray();
  const effects = journal.filter((entry) => entry.outcome === 'done' && entry.status === 200).length;
  expect((server?.version ?? 1) - 1, 'effects and accepted commands differ').toBe(effects);
  const carts = new Set(network.log.flatMap(({ url }) => /\/carts\/([0-9a-f-]{36})/.exec(url)?.[1] ?? []));
  expect(carts.size, 'more than one cart was made').toBeLessThanOrEqual(1);
  expect(network.log.some(({ answer }) => answer?.body.includes('key-reuse'))).toBe(false);

  await refresh();
  const { shown } = await cart();
  expect(quantities(shown), 'the shown cart is not the server cart').toEqual(lines);
  expect({ waiting: shown.waiting, estimated: shown.estimated }).toEqual({ waiting: 0, estimated: false });
  expect(shown.totalAfterDiscount).toBe(server?.totalAfterDiscount.amount ?? 0);
}

/** Adds to the cart, or changes the line if it is there. */
async function writeElsewhere(
  world: World,
  { line: index, quantity }: { line: number; quantity: number },
): Promise<void> {
  const known = serverCart(world);
  const variant = world.market.variants[index % world.market.variants.length];
  if (!known || !variant) return;
  const headers = { accept: 'application/ld+json', 'content-type': 'application/ld+json' };
  const now = await world.app.inject({
    method: 'GET',
    url: `/api${known['@id']}`,
    headers: { accept: headers.accept },
  });
  const item = (JSON.parse(now.payload) as Cart).items.find((one) => keyOfItem(one) === variant.lineKey);
  const { productId: id, optionValueIds: optionValues } = variant.add(quantity);
  const reply = item
    ? await world.app.inject({
        method: quantity === 4 ? 'DELETE' : 'PUT',
        url: `/api${item['@id']}`,
        headers: quantity === 4 ? { accept: headers.accept } : headers,
        ...(quantity !== 4 && { payload: JSON.stringify({ quantity }) }),
      })
    : await world.app.inject({
        method: 'PUT',
        url: `/api${known['@id']}/add`,
        headers,
        payload: JSON.stringify({ id, optionValues, quantity }),
      });
  if (reply.statusCode === 200) world.others += 1;
}

/** With other writers the result is the server's: what is shown comes to it, and each of our commands counted once. */
async function checkConvergence(world: World): Promise<void> {
  const { app, pages } = world;
  const [{ db, cart, refresh }] = pages;
  await refresh();
  const { shown, iri } = await cart();
  const headers = { accept: 'application/ld+json' };
  const server = JSON.parse((await app.inject({ method: 'GET', url: `/api${iri}`, headers })).payload) as Cart;
  const lines = Object.fromEntries(server.items.map((item) => [keyOfItem(item), item.quantity]));
  expect(quantities(shown), 'the shown cart is not the server cart').toEqual(lines);
  expect(shown.waiting).toBe(0);
  const journal = await db.journal.toArray();
  const effects = journal.filter((entry) => entry.outcome === 'done' && entry.status === 200).length;
  expect(server.version - 1 - world.others, 'effects and accepted commands differ').toBe(effects);
}
