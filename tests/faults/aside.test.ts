// A browser whose IndexedDB throws: short changes have a second home beside the page, and everything else holds as with a disk.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/shops.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { OutboxFull } from '#sync/outbox/limits.ts';
import { discard } from '#sync/pending/decisions.ts';
import { waitingWrites } from '#sync/pending/waiting.ts';
import { MOST_ASIDE, openAside } from '#sync/recovery/aside.ts';
import type { AsideStore } from '#sync/recovery/aside-items.ts';
import type { VisitorBeside } from '#sync/recovery/emptied.ts';
import type { SyncPorts } from '#sync/sync.ts';
import { makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { agreedTo } from '../sync/agreed.ts';
import { type CartMarket, makeCartMarket } from '../sync/cart-market.ts';
import { type Machine, newMachine } from '../sync/device.ts';
import { calm, newProfile, openPage, type Page, type Profile } from '../sync/page.ts';
import { ProfileLocks } from '../sync/profile-locks.ts';

let market: TestMarket;
let shops: CartMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
let locks: ProfileLocks;
let items: Map<string, string>;
let beside: VisitorBeside | null;
let told: string[];
let listeners: Set<{ of: object; heard: (id: string) => void }>;
const pages: Page[] = [];
beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  shops = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  machine = newMachine();
  network = createNetwork(market.app);
  profile = newProfile();
  locks = new ProfileLocks();
  items = new Map();
  beside = null;
  told = [];
  listeners = new Set();
  works = machine.indexedDB.open;
});
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

let works: IDBFactory['open'];
const refused = () => {
  throw new DOMException('denied', 'SecurityError');
};
/** It opens, and takes nothing. */
const readOnly = (...asked: Parameters<IDBFactory['open']>) => {
  const request = works.apply(machine.indexedDB, asked);
  request.addEventListener('success', () => {
    const { transaction } = request.result;
    request.result.transaction = (stores, mode, options) => {
      if (mode === 'readwrite') throw new DOMException('no writing', 'UnknownError');
      return transaction.call(request.result, stores, mode, options);
    };
  });
  return request;
};

/** As one page sees it: it hears what the others write; one that is gone writes into the storage of its own time only. */
function storeOf(of: object): AsideStore {
  const shared = items;
  const tell = (id: string) => {
    for (const other of listeners) if (other.of !== of) setImmediate(() => other.heard(id));
  };
  return {
    ids: () => [...shared.keys()],
    read: (id) => shared.get(id) ?? null,
    write: (id, text) => {
      shared.set(id, text);
      tell(id);
      return true;
    },
    remove: (id) => {
      if (shared.delete(id)) tell(id);
    },
    listen: (heard) => {
      const listener = { of, heard };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function open(more: Partial<SyncPorts> = {}): Promise<Page> {
  const name = {};
  const page = await openPage(market, machine, network, profile, locks.of(name), {
    inMemory: (why) => told.push(why),
    aside: storeOf(name),
    unkept: () => told.push('unkept'),
    secondHome: {
      read: () => beside,
      write: (visitor) => {
        beside = visitor;
      },
    },
    ...more,
  });
  const { kill } = page;
  page.kill = () => {
    kill();
    locks.abandon(name);
  };
  pages.push(page);
  await calm();
  return page;
}

function args(index: number, quantity: number) {
  const variant = shops.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}
const add = (page: Page, index = 0, quantity = 2) => page.submit({ type: 'cart.add', args: args(index, quantity) });
const waiting = async (page: Page) => waitingWrites(page.local, await page.currentOwner());
const shown = async (page: Page) => (await readCart(page.local, await page.currentOwner())).shown;
const types = async (page: Page) => (await page.local.db.outbox.toArray()).map(({ type }) => type);
/** Effects on the server: each request that it answered anew. */
const added = () => network.log.filter(({ url, method }) => method === 'PUT' && /\/carts\/[^/]+\/add$/.test(url));

async function healed(page: Page): Promise<void> {
  network.heal();
  machine.time.now += 60_000;
  await page.drain({ eager: true });
  await vi.waitFor(async () => expect(await page.local.db.outbox.count()).toBe(0));
}
async function onServer(page: Page): Promise<number[]> {
  const { iri } = await readCart(page.local, await page.currentOwner());
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}

describe('a change that is short', () => {
  test.for([
    ['does not open', () => refused],
    ['opens and takes nothing', () => readOnly],
  ] as const)('F55 · survives a reload where IndexedDB %s, is shown, and arrives once', async ([, broken]) => {
    machine.indexedDB.open = broken() as typeof works;
    network.up = false;
    const first = await open();
    expect(told).toEqual(['refused']);
    const { id } = await add(first);
    const { lineKey } = args(0, 2);
    await first.submit({ type: 'cart.setQuantity', args: { lineKey, quantity: 5 } });
    await add(first, 5, 1);
    first.kill();

    const next = await open();
    expect((await waiting(next)).map((write) => write.id)).toContain(id);
    expect(await waiting(next)).toHaveLength(3);
    expect(await shown(next)).toMatchObject({ quantity: 6 });
    await healed(next);
    expect(await onServer(next)).toEqual([5, 1]);
    expect([...items]).toEqual([]);
    expect(await shown(next)).toMatchObject({ quantity: 6, estimated: false });
  });

  test('F55 · whose answer is lost before the reload goes again as the same bytes under the same key, and once', async () => {
    machine.indexedDB.open = refused;
    const first = await open();
    await add(first, 5, 1);
    await healed(first);
    network.fail(({ url }) => url.endsWith('/add'), 'lost');
    await add(first);
    await vi.waitFor(() => expect(added()).toHaveLength(2));
    await calm();
    first.kill();
    network.heal();

    const next = await open();
    expect(await waiting(next)).toMatchObject([{ inDoubt: true }]);
    machine.time.now += 60_000;
    await healed(next);
    const [, before, after] = added();
    expect(after?.headers['idempotency-key']).toBe(before?.headers['idempotency-key']);
    expect(after?.body).toBe(before?.body);
    expect(await onServer(next)).toEqual([1, 2]);
    expect(items.size).toBe(0);
  });

  test('F55 · moves to the disk as soon as there is one, and leaves its second home only after that', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const first = await open();
    await add(first);
    first.kill();
    machine.indexedDB.open = works;
    // Killed after the one and before the other.
    const kept = new Map(items);
    const killed = await open();
    expect(await types(killed)).toEqual(['cart.create', 'cart.add']);
    expect(items.size).toBe(0);
    killed.kill();
    items = kept;

    const next = await open();
    expect(await types(next)).toEqual(['cart.create', 'cart.add']);
    expect(items.size).toBe(0);
    await healed(next);
    // And once it has ended.
    for (const [id, text] of kept) items.set(id, text);
    next.kill();
    const last = await open();
    expect(await types(last)).toEqual([]);
    expect(await onServer(last)).toEqual([2]);
    expect(items.size).toBe(0);
  });

  test('F55 · goes into the cart that is there by then', async () => {
    const before = await open();
    await add(before, 5, 1);
    await healed(before);
    await before.remember([]);
    before.kill();
    machine.indexedDB.open = refused;
    network.up = false;
    const first = await open();
    await add(first);
    first.kill();
    machine.indexedDB.open = works;
    const next = await open();
    expect(await shown(next)).toMatchObject({ quantity: 3 });
    await healed(next);
    expect(await onServer(next)).toEqual([1, 2]);
  });

  test('F55 · goes into the cart that was made after it, though nothing else of it has changed by then', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    network.fail(({ url, method }) => method === 'PUT' && /\/carts\/[^/]+\/add$/.test(url), 'lost');
    const first = await open();
    const { id } = await add(first);
    await add(first, 5, 1);
    network.up = true;
    machine.time.now += 60_000;
    await first.drain({ eager: true });
    await vi.waitFor(() => expect(added().map(({ answer }) => answer?.status)).toEqual([200]));
    first.kill();
    network.heal();
    // The answer to the one before it was the last thing that the page wrote down.
    items.delete(id);
    const next = await open();
    await healed(next);
    expect(await onServer(next)).toEqual([2, 1]);
  });

  test('F55 · is refused at once when there is no more room, and what was kept stays', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const page = await open();
    for (let index = 1; index < MOST_ASIDE; index++) await add(page, 0, 1);
    expect(items.size).toBe(MOST_ASIDE);
    await expect(add(page, 5, 1)).rejects.toThrow(OutboxFull);
    expect(items.size).toBe(MOST_ASIDE);
    expect(await page.local.db.outbox.count()).toBe(MOST_ASIDE);
  });

  test('F55 · that the small storage does not take is told as what lasts no longer than the page', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const page = await open({ aside: { ...storeOf({}), write: () => false } });
    await add(page);
    expect(told).toContain('unkept');
    expect(await waiting(page)).toHaveLength(1);
  });
});

test('F55 · what is long stays with the page', async () => {
  machine.indexedDB.open = refused;
  network.up = false;
  const page = await open();
  const product = `/products/${'1'.repeat(5000)}`;
  await page.submit({ type: 'availability.create', args: { email: 'a@b.fr', product } });
  expect(await waiting(page)).toHaveLength(1);
  expect(items.size).toBe(0);
});

describe('several pages without a disk', () => {
  test('F55 · know of each other’s changes, overwrite none, and send each once', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const [one, other] = [await open(), await open()];
    await add(one);
    await vi.waitFor(async () => expect(await waiting(other)).toHaveLength(1));
    await add(other, 5, 1);
    await vi.waitFor(async () => expect(await waiting(one)).toHaveLength(2));
    expect(items.size).toBe(3);
    await healed(one);
    await healed(other);
    expect(await onServer(one)).toEqual([2, 1]);
    expect(items.size).toBe(0);
  });

  test('F55 · what is given up in one is given up in the other', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const [one, other] = [await open(), await open()];
    const { id } = await add(one);
    await vi.waitFor(async () => expect(await waiting(other)).toHaveLength(1));
    const [attempted] = await waiting(one);
    expect(attempted?.inDoubt).toBe(false);
    expect(await discard(one.local, id)).toBe('cancelled');
    await vi.waitFor(async () => expect(await waiting(other)).toHaveLength(0));
  });

  test('F55 · a page hears once of what another gave up and it had, and not of what it never had', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const page = await open({ aside: undefined });
    const { id } = await add(page);
    let hear = (_: string) => {};
    const store: AsideStore = {
      ...storeOf({}),
      listen: (heard) => {
        hear = heard;
        return () => {};
      },
    };
    const changed = vi.fn();
    const { local } = page;
    await openAside({ local, store, isInMemory: true, write: (work) => work(), changed });
    hear('never-here');
    await calm();
    expect(changed).not.toHaveBeenCalled();
    hear(id);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(await types(page)).toEqual(['cart.create']);
  });

  test('F55 · a page with a disk takes them over when the last of them is closed', async () => {
    machine.indexedDB.open = refused;
    network.up = false;
    const without = await open();
    await add(without);
    machine.indexedDB.open = works;
    const page = await open();
    expect(await types(page)).toEqual([]);
    expect(await waiting(without)).toHaveLength(1);
    without.kill();
    await vi.waitFor(async () => expect(await types(page)).toEqual(['cart.create', 'cart.add']));
    expect(items.size).toBe(0);
    await healed(page);
    expect(await onServer(page)).toEqual([2]);
  });
});

test('F55 · what goes into the next cart after an order that waits survives a reload, too', async () => {
  machine.indexedDB.open = refused;
  await market.db.update(stores).set({ paymentOnDelivery: true });
  const { id, email } = await makeUser(market.db);
  const page = await open();
  await page.session.login(email, DEMO_PASSWORD);
  await add(page);
  await healed(page);
  network.up = false;
  const { shown: cart, lane } = await readCart(page.local, `u:${id}`);
  await page.submit({ type: 'cart.commit', args: { cart: lane ?? '', agreed: agreedTo(cart), order: { shops: [] } } });
  await add(page, 1, 1);
  const before = await types(page);
  page.kill();
  const again = await open();
  expect(await types(again)).toEqual(before);
  expect(await shown(again)).toMatchObject({ quantity: 1 });
  await healed(again);
  expect(await shown(again)).toMatchObject({ quantity: 1 });
  expect(added()).toHaveLength(2);
});

test('F55 · an order committed here waits through a reload, its cart is not filled again, and it is placed once', async () => {
  machine.indexedDB.open = refused;
  await market.db.update(stores).set({ paymentOnDelivery: true });
  const { id, email } = await makeUser(market.db);
  const page = await open();
  await page.session.login(email, DEMO_PASSWORD);
  await add(page);
  await healed(page);
  network.up = false;
  const { shown: cart, lane } = await readCart(page.local, `u:${id}`);
  await page.submit({ type: 'cart.commit', args: { cart: lane ?? '', agreed: agreedTo(cart), order: { shops: [] } } });
  page.kill();
  const again = await open();
  expect(await types(again)).toEqual(['cart.commit']);
  expect(await shown(again)).toMatchObject({ quantity: 0 });
  await add(again, 1, 1);
  expect(await shown(again)).toMatchObject({ quantity: 1 });
  network.heal();
  await healed(again);
  const sold = await market.db
    .select({ state: storeOrders.state, total: storeOrders.total })
    .from(storeOrders)
    .innerJoin(orders, eq(orders.id, storeOrders.orderId))
    .where(eq(orders.userId, id));
  expect(sold).toEqual([{ state: 'payed', total: cart.total }]);
  expect(await shown(again)).toMatchObject({ quantity: 1 });
});

describe('a person who leaves', () => {
  async function shopper(page: Page) {
    const { email } = await makeUser(market.db);
    await page.session.login(email, DEMO_PASSWORD);
    return email;
  }

  test('F55 · leaves nothing beside the page, unless they want it kept: then it goes at their return, and never as someone else’s', async () => {
    machine.indexedDB.open = refused;
    const page = await open();
    await shopper(page);
    network.up = false;
    await add(page);
    expect(items.size).toBeGreaterThan(0);
    await page.session.logout('discard');
    expect([...items]).toEqual([]);

    network.heal();
    const email = await shopper(page);
    const anne = await page.currentOwner();
    network.up = false;
    await add(page);
    await page.session.logout('keep');
    expect(items.size).toBeGreaterThan(0);
    page.kill();
    network.heal();
    const next = await open();
    await shopper(next);
    expect(await waiting(next)).toEqual([]);
    expect(await shown(next)).toMatchObject({ quantity: 0 });
    machine.time.now += 60_000;
    await next.drain({ eager: true });
    expect(added()).toEqual([]);
    expect([...items.values()].every((text) => text.includes(anne))).toBe(true);
    await next.session.logout('discard');
    await next.session.login(email, DEMO_PASSWORD);
    await healed(next);
    expect(added().map(({ answer }) => answer?.status)).toEqual([200]);
    expect(items.size).toBe(0);
  });
});
