// What waits in one cart is sent right after one another, and what the market said of several is written down together.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { type CartChange, HELD_LINES_HEADER, LINE_NAME_LENGTH, NONE_HELD } from '#contract/held-lines.ts';
import { moneyOf } from '#domain/money.ts';
import { withoutHeldLines } from '#server/http/held-lines.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { cartTables } from '#sync/outbox/rows.ts';
import { discard } from '#sync/pending/decisions.ts';
import { steps } from '#sync/replay/replay.ts';
import { LEASE, MOST_TOGETHER } from '#sync/replay/timing.ts';
import { purgeOwner } from '#sync/session/purge-owner.ts';
import { watchDisk } from '../support/disk-work.ts';
import { createNetwork, type Injectable, type Network } from '../support/network.ts';
import { cartProductOf, variantOf } from './cart-market.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';

const breadOf = (index: number) =>
  variantOf(
    cartProductOf(
      { id: `bread-${index}`, slug: `pain-${index}`, name: `Pain ${index}`, price: 400, stock: null } as never,
      { id: 'bakery', slug: 'fournil', name: 'Fournil' } as never,
    ),
    [],
  );

interface CartServer extends Injectable {
  /** Keys in the order in which they came, repetitions included. */
  keys: string[];
  cart: Cart;
  /** What each request named as held; undefined where it did not ask. */
  held: (string | undefined)[];
  /** The answer that leaves the market in the place of its own. */
  tell(cart: Cart, held: string | undefined): unknown;
}

/** A market with one cart, which does each key once and says the same to it ever after. */
function cartServer(refuse: (body: { id: string }) => { status: number; code: string } | null = () => null) {
  const total = moneyOf(0);
  const empty = { id: 'c', version: 1, items: [], total, totalAfterDiscount: total, coupon: null, ordered: false };
  const said = new Map<string, { statusCode: number; payload: string }>();
  const server: CartServer = {
    keys: [],
    held: [],
    tell: (cart, held) => withoutHeldLines(held, cart),
    cart: { '@id': '/carts/c', '@type': 'Cart', ...empty },
    async inject({ method, url, headers, payload = '' }) {
      const key = headers['idempotency-key'] ?? '';
      server.keys.push(key);
      const { statusCode, payload: text } =
        said.get(key) ?? answer(method, url, JSON.parse(payload.toString() || '{}'));
      said.set(key, { statusCode, payload: text });
      const held = headers[HELD_LINES_HEADER.toLowerCase()];
      server.held.push(held);
      const told = statusCode < 300 ? JSON.stringify(server.tell(JSON.parse(text), held)) : text;
      return { statusCode, headers: { 'content-type': 'application/ld+json', 'x-api': '1' }, payload: told };
    },
  };
  function answer(method: string, url: string, body: { id: string; quantity: number }) {
    const refusal = url.endsWith('/add') ? refuse(body) : null;
    if (refusal) {
      const { status, code } = refusal;
      const error = { '@type': 'hydra:Error', 'hydra:title': code, 'hydra:description': code, code };
      return { statusCode: status, payload: JSON.stringify(error) };
    }
    if (method === 'POST') return { statusCode: 201, payload: JSON.stringify(server.cart) };
    const { version, items } = server.cart;
    const line = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
    const price = moneyOf(400);
    const more = () => {
      const { product } = breadOf(Number(body.id.slice('bread-'.length))).add(1).shown;
      const id = `/cart_products/${items.length + 1}`;
      const added = { product, quantity: body.quantity, optionValues: [], unitPrice: price, total: price };
      return [...items, { '@id': id, '@type': 'CartItem' as const, ...added }];
    };
    const left = items.filter((item) => method !== 'DELETE' || !item['@id'].endsWith(`/${line}`));
    const changed = left.map((item) =>
      item['@id'].endsWith(`/${line}`) ? { ...item, quantity: body.quantity } : item,
    );
    server.cart = { ...server.cart, version: version + 1, items: url.endsWith('/add') ? more() : changed };
    return { statusCode: 200, payload: JSON.stringify(server.cart) };
  }
  return server;
}

let machine: Machine;
let server: CartServer;
let network: Network;
let device: Device;
beforeEach(async () => {
  await begin(cartServer());
});
afterEach(() => device.kill());

async function begin(market: CartServer): Promise<void> {
  machine = newMachine();
  server = market;
  network = createNetwork(server, () => machine.time.now);
  device = await openDevice(machine, network);
}

/** Without a network: so many articles, each another. @returns the ids of the additions, in order */
async function filled(count: number): Promise<string[]> {
  network.up = false;
  for (let index = 0; index < count; index += 1) {
    await device.submit({ type: 'cart.add', args: breadOf(index).add(1), seenPrice: 400 });
  }
  const rows = await device.db.outbox.toArray();
  network.up = true;
  return rows.filter(({ type }) => type === 'cart.add').map(({ id }) => id);
}

const shown = async () => {
  const owner = await currentOwner(device.local);
  const [snapshot] = (await device.db.snaps.toArray()).filter((one) => one.owner === owner);
  return snapshot?.view as Cart | undefined;
};

/** What was added by these, as the market was asked: how often each key came. */
const timesSent = (ids: readonly string[]) => ids.map((id) => server.keys.filter((key) => key === id).length);
const waiting = async () => (await device.db.outbox.toArray()).map(({ id }) => id);
const outcomes = async () => {
  const entries = await device.db.journal.orderBy('n').toArray();
  return entries.filter(({ type }) => type !== 'cart.create').map(({ cmdId, outcome }) => [cmdId, outcome]);
};
const done = (ids: readonly string[]) => ids.map((id) => [id, 'done']);
/** The requests of one addition. */
const adding = (index: number) => (exchange: { url: string; body: string }) =>
  exchange.body.includes(`"bread-${index}"`);

test('fifty articles are sent in their order, each once, and the device shows what the market has', async () => {
  const ids = await filled(50);
  await device.drain();
  expect(server.keys.slice(1)).toEqual(ids);
  expect(await waiting()).toEqual([]);
  expect(await shown()).toEqual(server.cart);
  expect(await outcomes()).toEqual(done(ids));
  expect(device.events.map(({ settlement }) => settlement.kind)).toEqual(Array(51).fill('done'));
  expect(device.events.slice(1).map(({ id }) => id)).toEqual(ids);
});

test('each is under way on the disk before it leaves, and the answers of sixteen are one transaction', async () => {
  const disk = watchDisk();
  const counted = await openDevice(machine, network);
  await filled(3 * MOST_TOGETHER);
  const states: string[] = [];
  const { inject } = server;
  server.inject = async (request) => {
    const row = await device.db.outbox
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
  expect(await waiting()).toEqual([]);
  // The cart is made in two; each addition is taken in one.
  expect(work.writing).toBe(2 + 3 * MOST_TOGETHER + 3);
});

test('what is answered is written down while the next answer is long in coming', async () => {
  const ids = await filled(5);
  network.fail(adding(3), 'held', 1);
  const drained = device.drain();
  await vi.waitFor(async () => expect(await waiting()).toEqual(ids.slice(3)));
  expect(await outcomes()).toEqual(done(ids.slice(0, 3)));
  expect((await shown())?.items).toHaveLength(3);
  expect(timesSent(ids)).toEqual([1, 1, 1, 1, 0]);
  await network.release();
  await drained;
  expect(await outcomes()).toEqual(done(ids));
  expect(timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
});

test('none is in hand for long, however many come quickly behind it', async () => {
  await filled(12);
  const { inject } = server;
  server.inject = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return inject(request);
  };
  const sizes: number[] = [];
  const settleTogether: typeof steps.settleTogether = (local, attempts, settle) => {
    sizes.push(attempts.length);
    return steps.settleTogether(local, attempts, settle);
  };
  const other = await openDevice(machine, network, { steps: { settleTogether } });
  await other.drain();
  other.kill();
  // The cart's beginning, and of a hundred milliseconds each no more than half a second's at once.
  expect(Math.max(...sizes)).toBeLessThan(8);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(13);
  expect(await shown()).toEqual(server.cart);
});

test('one that is refused among them is told, and takes none of the others along', async () => {
  device.kill();
  await begin(cartServer(({ id }) => (id === 'bread-2' ? { status: 409, code: 'stock' } : null)));
  const ids = await filled(5);
  await device.drain();
  expect(await outcomes()).toEqual(ids.map((id, at) => [id, at === 2 ? 'rejected' : 'done']));
  expect(timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
  expect((await shown())?.items.map(({ product }) => product.id)).toEqual(['bread-0', 'bread-1', 'bread-3', 'bread-4']);
  expect(await waiting()).toEqual([]);
});

test.for(['lost', 'half', 'error', 'portal'] as const)(
  'one whose answer does not come (%s) stops its lane: those before it are done, those behind it wait for it',
  async (fault) => {
    const ids = await filled(5);
    network.fail(adding(2), fault, 1);
    await device.drain();
    expect(await outcomes()).toEqual(done(ids.slice(0, 2)));
    expect(await waiting()).toEqual(ids.slice(2));
    expect(timesSent(ids.slice(3))).toEqual([0, 0]);
    expect((await shown())?.items).toHaveLength(2);
    machine.time.now += 61_000;
    await device.drain();
    expect(await outcomes()).toEqual(done(ids));
    expect(server.cart.items).toHaveLength(5);
    expect(await shown()).toEqual(server.cart);
  },
);

test('F95 · a page that dies with answers in hand: another asks for them under their keys, and nothing is there twice', async () => {
  device.kill();
  let reached: () => void = () => {};
  const dead = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const settleTogether: typeof steps.settleTogether = (local, attempts, settle) => {
    if (attempts.length < 2) return steps.settleTogether(local, attempts, settle);
    reached();
    return new Promise<never>(() => {});
  };
  device = await openDevice(machine, network, { steps: { settleTogether } });
  const ids = await filled(5);
  device.drain().catch(() => {});
  await dead;
  expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(Array(5).fill('inflight'));
  expect(await outcomes()).toEqual([]);
  device.kill();
  device = await openDevice(machine, network);
  await device.drain();
  // The lease of the page that is gone.
  expect(timesSent(ids)).toEqual([1, 1, 1, 1, 1]);
  machine.time.now += LEASE;
  await device.drain();
  expect(timesSent(ids)).toEqual([2, 2, 2, 2, 2]);
  expect(await outcomes()).toEqual(done(ids));
  expect(server.cart.items).toHaveLength(5);
  expect(await shown()).toEqual(server.cart);
});

test('F95 · a device without room for what the market said keeps all of it waiting, and asks again', async () => {
  device.kill();
  let full = true;
  const settleTogether: typeof steps.settleTogether = async (local, attempts, settle) => {
    if (attempts.length < 2) return steps.settleTogether(local, attempts, settle);
    return local.db.transaction('rw', cartTables(local.db), async () => {
      const settlements = await steps.settleTogether(local, attempts, settle);
      if (full) throw new DOMException('full', 'QuotaExceededError');
      return settlements;
    });
  };
  device = await openDevice(machine, network, { steps: { settleTogether } });
  const ids = await filled(5);
  await expect(device.drain()).rejects.toThrow('full');
  expect(await waiting()).toEqual(ids);
  expect(await outcomes()).toEqual([]);
  expect((await shown())?.items).toEqual([]);
  full = false;
  machine.time.now += LEASE;
  await device.drain();
  expect(await outcomes()).toEqual(done(ids));
  expect(server.cart.items).toHaveLength(5);
});

test('a quantity of an article goes right behind it, under the name that the market has just given to its line', async () => {
  await filled(3);
  network.up = false;
  const { lineKey } = breadOf(1);
  await device.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 7, name: 'Pain 1' } });
  network.up = true;
  const writes = vi.fn(steps.settleTogether);
  const other = await openDevice(machine, network, { steps: { settleTogether: writes } });
  await other.drain();
  other.kill();
  expect(writes.mock.calls.map(([, attempts]) => attempts.length)).toEqual([1, 4]);
  expect(server.cart.items.map(({ quantity }) => quantity)).toEqual([1, 7, 1]);
  expect(await shown()).toEqual(server.cart);
});

test('one that is taken back while its answer is in hand is undone, once the others are there', async () => {
  const ids = await filled(4);
  network.fail(adding(2), 'held', 1);
  const writes = vi.fn(steps.settleTogether);
  device.kill();
  device = await openDevice(machine, network, { steps: { settleTogether: writes } });
  const drained = device.drain();
  await network.nextHeld();
  // Before it is written down for want of the third.
  expect(await discard(device.local, ids[1] ?? '')).toBe('marked');
  expect(await waiting()).toEqual(ids);
  await network.release();
  await drained;
  expect(server.cart.items.map(({ product }) => product.id)).toEqual(['bread-0', 'bread-2', 'bread-3']);
  expect(await shown()).toEqual(server.cart);
  expect(await waiting()).toEqual([]);
});

test('whoever logs out while answers are in hand leaves nothing of their cart behind', async () => {
  device.kill();
  const owner = 'u:anne' as const;
  let here = true;
  const credentials = {
    user: async () => (here ? owner : null),
    token: async () => (here ? 'token' : null),
    refresh: async () => 'refused' as const,
  };
  device = await openDevice(machine, network, { credentials });
  await device.db.session.put({ k: 'current', owner, token: 'token', expiresAt: Number.MAX_SAFE_INTEGER });
  const ids = await filled(5);
  network.fail(adding(2), 'held', 1);
  const drained = device.drain();
  await network.nextHeld();
  here = false;
  await device.db.session.delete('current');
  await purgeOwner(device.local, device.cache, owner, 'keep');
  await network.release();
  await drained;
  expect(await device.db.snaps.count()).toBe(0);
  expect(await device.db.journal.count()).toBe(0);
  expect(timesSent(ids)).toEqual([1, 1, 1, 0, 0]);
  expect(await waiting()).toEqual(ids.slice(3));
});

test('two pages without locks between them do each once', async () => {
  const ids = await filled(40);
  const other = await openDevice(machine, network);
  await Promise.all([device.drain(), other.drain()]);
  machine.time.now += LEASE;
  await Promise.all([other.drain(), device.drain()]);
  other.kill();
  expect(server.cart.items.map(({ product }) => product.id)).toEqual(ids.map((_, index) => `bread-${index}`));
  expect(await outcomes()).toEqual(done(ids));
  expect(await shown()).toEqual(server.cart);
});

test('an answer that this version cannot read stops the lane there: those before it are done', async () => {
  const ids = await filled(4);
  const { inject } = server;
  server.inject = async (request) => {
    const answer = await inject(request);
    const strange = request.headers['idempotency-key'] === ids[2];
    return strange ? { ...answer, payload: JSON.stringify({ '@type': 'Basket' }) } : answer;
  };
  await device.drain();
  expect(await outcomes()).toEqual(done(ids.slice(0, 2)));
  expect(timesSent(ids)).toEqual([1, 1, 1, 0]);
  const [stopped, behind] = await device.db.outbox.toArray();
  expect([stopped?.state, stopped?.parkedFor, behind?.state, behind?.attempts]).toEqual([
    'parked',
    'needs-update',
    'queued',
    0,
  ]);
});

test('what is not due yet is not sent along', async () => {
  const ids = await filled(4);
  await device.db.outbox
    .where('id')
    .equals(ids[2] ?? '')
    .modify({ nextAt: machine.time.now + 1000, told: true });
  await device.drain();
  expect(timesSent(ids)).toEqual([1, 1, 0, 0]);
  expect(await outcomes()).toEqual(done(ids.slice(0, 2)));
  machine.time.now += 1001;
  await device.drain();
  expect(await outcomes()).toEqual(done(ids));
});

describe('what the market says of a cart', () => {
  /** How many lines each answer to an addition has said. */
  const countLines = () => {
    const counts: number[] = [];
    const { tell } = server;
    server.tell = (cart, held) => {
      const told = tell(cart, held) as Cart | CartChange;
      counts.push('changed' in told ? told.changed.length : told.items.length);
      return told;
    };
    return counts;
  };

  test('is only what has changed since the answer before, as long as the cart is sent without a pause', async () => {
    const counts = countLines();
    await filled(2 * MOST_TOGETHER + 4);
    await device.drain();
    expect(counts.slice(1)).toEqual(Array(2 * MOST_TOGETHER + 4).fill(1));
    // The cart's beginning has no lines to ask for; after that each names what it has been told so far.
    expect(server.held.slice(0, 2)).toEqual([undefined, NONE_HELD]);
    expect(server.held.slice(2).map((held) => (held?.length ?? 0) / LINE_NAME_LENGTH)).toEqual(
      Array.from({ length: 2 * MOST_TOGETHER + 3 }, (_, index) => index + 1),
    );
    expect(await shown()).toEqual(server.cart);
  });

  test('is the whole cart where nothing waits behind', async () => {
    const ids = await filled(1);
    await device.drain();
    expect(server.held).toEqual([undefined, undefined]);
    expect(await outcomes()).toEqual(done(ids));
    expect(await shown()).toEqual(server.cart);
  });

  test('holds a price that changes in the middle, and that is told', async () => {
    const ids = await filled(6);
    const { inject } = server;
    server.inject = (request) => {
      if (request.headers['idempotency-key'] === ids[3]) {
        const items = server.cart.items.map((item, at) => (at === 1 ? { ...item, unitPrice: moneyOf(499) } : item));
        server.cart = { ...server.cart, items };
      }
      return inject(request);
    };
    const counts = countLines();
    await device.drain();
    expect(counts.slice(1)).toEqual([1, 1, 1, 2, 1, 1]);
    expect((await shown())?.items.map(({ unitPrice }) => unitPrice.amount)).toEqual([400, 499, 400, 400, 400, 400]);
    expect(await shown()).toEqual(server.cart);
  });

  test('may be whole each time: a market that does not know the question', async () => {
    server.tell = (cart) => cart;
    const ids = await filled(20);
    await device.drain();
    expect(await outcomes()).toEqual(done(ids));
    expect(timesSent(ids)).toEqual(Array(20).fill(1));
    expect(await shown()).toEqual(server.cart);
  });

  test('is asked for beside the request: what is frozen is the same whatever is held', async () => {
    const ids = await filled(4);
    network.fail(adding(2), 'lost', 1);
    await device.drain();
    const row = await device.db.outbox
      .where('id')
      .equals(ids[2] ?? '')
      .first();
    expect(row?.attempts).toBe(1);
    expect(Object.keys(row?.req?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain(
      HELD_LINES_HEADER.toLowerCase(),
    );
    machine.time.now += 61_000;
    await device.drain();
    // Asked again after a pause it holds nothing any more.
    const [first, again] = server.keys.flatMap((key, at) => (key === ids[2] ? [server.held[at]] : []));
    expect([first?.length, again]).toEqual([2 * LINE_NAME_LENGTH, NONE_HELD]);
    expect(await shown()).toEqual(server.cart);
  });

  const wrong: Record<string, (change: CartChange) => unknown> = {
    'leaves out a line that is not held': (change) => ({ ...change, changed: [] }),
    'says a line that is held': (change) => ({ ...change, changed: [...change.changed, ...change.changed] }),
    'names no line of those it says': (change) => ({ ...change, lines: change.lines.slice(0, -1) }),
    'calls its lines by other things than names': (change) => ({ ...change, lines: change.lines.map(() => null) }),
  };
  test.for(Object.keys(wrong))('F96 · is not believed where it %s: asked for again, whole', async (how) => {
    const ids = await filled(6);
    let times = 0;
    server.tell = (cart, held) => {
      const change = withoutHeldLines(held, cart) as CartChange;
      if (cart.items.length !== 3 || times > 0) return change;
      times += 1;
      return wrong[how]?.(change);
    };
    await device.drain();
    expect(await outcomes()).toEqual(done(ids.slice(0, 2)));
    expect(await waiting()).toEqual(ids.slice(2));
    expect((await shown())?.items).toHaveLength(2);
    machine.time.now += 61_000;
    await device.drain();
    expect(timesSent(ids)).toEqual([1, 1, 2, 1, 1, 1]);
    expect(server.held[server.keys.lastIndexOf(ids[2] ?? '')]).toBe(NONE_HELD);
    expect(await outcomes()).toEqual(done(ids));
    expect(server.cart.items).toHaveLength(6);
    expect(await shown()).toEqual(server.cart);
  });

  test('F96 · never passes for a whole cart where nobody asked for less', async () => {
    const ids = await filled(1);
    server.tell = (cart) => (cart.items.length > 0 ? withoutHeldLines(NONE_HELD, cart) : cart);
    await device.drain();
    expect(timesSent(ids)).toEqual([1]);
    expect((await device.db.outbox.toArray()).map(({ id, parkedFor }) => [id, parkedFor])).toEqual([
      [ids[0], 'needs-update'],
    ]);
    expect(await outcomes()).toEqual([]);
    expect((await shown())?.items).toEqual([]);
  });
});
