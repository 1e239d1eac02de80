import { forceCloseDatabase, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { DatabaseTooNew } from '#db/schema-version.ts';
import { readCart } from '#sync/carts/open-cart.ts';
import { createQuotaGuard, DeviceFull } from '#sync/device/quota.ts';
import { type SavedVisitor, visitorToSave } from '#sync/recovery/emptied-database.ts';
import type { SyncPorts } from '#sync/sync.ts';
import { makeUser } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { nextVersionOf } from '../support/next-app-version.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type CartMarket, makeCartMarket } from '../sync/cart-market.ts';
import { type Machine, newMachine, openDevice } from '../sync/device.ts';
import { calm, newProfile, openPage, type Page, type Profile } from '../sync/page.ts';

let market: TestMarket;
let cartMarket: CartMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
let reported: string[];
const pages: Page[] = [];

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite' });
  cartMarket = await makeCartMarket(market);
});
afterAll(() => market.close());
beforeEach(() => {
  machine = newMachine();
  network = createNetwork(market.app);
  profile = newProfile();
  reported = [];
});
afterEach(() => {
  for (const page of pages.splice(0)) page.kill();
});

async function open(more: Partial<SyncPorts> = {}): Promise<Page> {
  const page = await openPage(market, machine, network, profile, undefined, {
    disk: {
      renewed: () => reported.push('renewed'),
      lost: () => reported.push('lost'),
      outdated: () => reported.push('outdated'),
    },
    ...more,
  });
  pages.push(page);
  await calm();
  return page;
}

function args(index: number, quantity: number) {
  const variant = cartMarket.variants[index];
  if (!variant) throw new Error('no such variant');
  return variant.add(quantity);
}
const add = (page: Page, index = 0, quantity = 2) => page.submit({ type: 'cart.add', args: args(index, quantity) });
const types = async (page: Page) => (await page.local.db.outbox.toArray()).map(({ type }) => type);
const nothingWaits = (page: Page) => eventually(async () => expect(await page.local.db.outbox.count()).toBe(0));

async function onServer(page: Page): Promise<number[]> {
  const { iri } = await readCart(page.local, await page.currentOwner());
  const { body } = await market.inject<Cart>('GET', `/api${iri}`);
  return body.items.map(({ quantity }) => quantity);
}

/** The network is restored, and all pending writes have been sent. */
async function healed(page: Page): Promise<void> {
  network.up = true;
  machine.time.now += 60_000;
  await page.drain({ eager: true });
  await nothingWaits(page);
}

const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

describe('a device with full storage', () => {
  const spare = (log: string[], helps: string, heal: () => void) => {
    const give = (name: string) => async () => {
      log.push(name);
      if (name === helps) heal();
    };
    return { pictures: give('pictures'), answers: give('answers') };
  };

  test('F49 · a write without space evicts pictures first, answers last, and is stored', async () => {
    const gone: string[] = [];
    let page: Page | undefined;
    const heal = () => page?.local.db.outbox.hook('creating').unsubscribe(full);
    network.up = false;
    page = await open({ evictable: spare(gone, 'pictures', heal) });
    await add(page);
    page.local.db.outbox.hook('creating', full);
    await add(page, 5, 1);
    expect(gone).toEqual(['pictures']);
    expect(await types(page)).toEqual(['cart.create', 'cart.add', 'cart.add']);
    await healed(page);
    expect(await onServer(page)).toEqual([2, 1]);
  });

  test('F49 · private answers go before public ones, and the outbox never', async () => {
    const gone: string[] = [];
    let page: Page | undefined;
    network.up = false;
    page = await open({
      evictable: spare(gone, 'answers', () => page?.local.db.outbox.hook('creating').unsubscribe(full)),
    });
    const owner = await page.currentOwner();
    await page.cache.storeRead({ owner, key: 'users.orders', answer: 1, seenAt: 1 });
    page.local.db.outbox.hook('creating', full);
    await add(page);
    expect(gone).toEqual(['pictures', 'answers']);
    expect(await page.cache.cachedRead(owner, 'users.orders')).toBeUndefined();
    expect(await types(page)).toEqual(['cart.create', 'cart.add']);
  });

  test('F49 · a write that still does not fit is refused visibly, writes nothing, and older ones stay', async () => {
    const gone: string[] = [];
    network.up = false;
    const page = await open({ evictable: spare(gone, 'nothing', () => {}) });
    await add(page);
    page.local.db.outbox.hook('creating', full);
    await expect(add(page, 5, 1)).rejects.toThrow(DeviceFull);
    expect(gone).toEqual(['pictures', 'answers']);
    expect(await types(page)).toEqual(['cart.create', 'cart.add']);
    page.local.db.outbox.hook('creating').unsubscribe(full);
    await healed(page);
    expect(await onServer(page)).toEqual([2]);
  });

  test('F49 · full before the page opens: it opens, knows the user, and stores the next write with enough space', async () => {
    const { email } = await makeUser(market.db);
    const before = await open();
    await before.session.login(email, DEMO_PASSWORD);
    await add(before);
    await healed(before);
    before.kill();

    const refusals = (['put', 'add'] as const).map((way) =>
      vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(full),
    );
    const page = await open();
    expect(page.session.state()).toMatchObject({ status: 'authenticated', user: { email } });
    const quantities = async () =>
      (await readCart(page.local, await page.currentOwner())).view?.items.map(({ quantity }) => quantity);
    expect(await quantities()).toEqual([2]);
    await expect(add(page, 5, 1)).rejects.toThrow(DeviceFull);
    for (const refusal of refusals) refusal.mockRestore();
    await add(page, 5, 1);
    await healed(page);
    expect(await quantities()).toEqual([2, 1]);
  });

  test('F49 · low space is freed ahead of need, one kind after the other, and at once for photos', async () => {
    let usage = 990;
    const gone: string[] = [];
    const give = (name: string, bytes: number) => async () => {
      if (!gone.includes(name)) usage -= bytes;
      gone.push(name);
    };
    let now = 0;
    const space = createQuotaGuard({
      evictions: [give('pictures', 50), give('private', 400), give('public', 10)],
      estimate: async () => ({ usage, quota: 1000 }),
      now: () => now,
    });
    await space.checkMargin();
    expect(gone).toEqual(['pictures', 'private']);
    // 460 of 1000 bytes are free by now, 100 of which are the reserve.
    await space.reserve(300);
    expect(gone).toHaveLength(2);
    // A write may use the reserve completely; beyond it nothing fits.
    await space.reserve(470);
    await expect(space.reserve(471)).rejects.toThrow(DeviceFull);
    gone.length = 0;
    usage = 990;
    now = 5000;
    await space.checkMargin();
    expect(gone).toEqual([]);
    now = 20_000;
    await space.checkMargin();
    expect(gone).toEqual(['pictures', 'private']);
  });

  test('F49 · downloaded bundles are evicted last, for a write without other space, and never ahead of need', async () => {
    let usage = 990;
    const gone: string[] = [];
    const give = (name: string, bytes: number) => async () => {
      usage -= bytes;
      gone.push(name);
    };
    const used = give('taken', 300);
    const space = createQuotaGuard({
      evictions: [give('pictures', 10), used],
      lastEviction: used,
      estimate: async () => ({ usage, quota: 1000 }),
      now: () => 0,
    });
    await space.checkMargin();
    await space.reserve(20);
    expect(gone).toEqual(['pictures', 'pictures']);
    await space.reserve(200);
    expect(gone.at(-1)).toBe('taken');
    gone.length = 0;
    let isFull = true;
    await space.write(async () => {
      if (isFull && gone.at(-1) !== 'taken') throw new DOMException('No room', 'QuotaExceededError');
      isFull = false;
    });
    expect(gone).toEqual(['pictures', 'taken']);
  });

  test('F50 · full during an answer: it is sent again later, and the effect is one', async () => {
    const device = await openDevice(machine, network);
    await device.submit({ type: 'cart.add', args: args(0, 2) });
    device.db.journal.hook('creating', full);
    await expect(device.drain()).rejects.toThrow();
    expect((await device.db.outbox.toArray()).map(({ type, state }) => [type, state])).toEqual([
      ['cart.create', 'inflight'],
      ['cart.add', 'queued'],
    ]);
    device.db.journal.hook('creating').unsubscribe(full);
    await device.drain();
    expect(await device.db.outbox.count()).toBe(2);
    machine.time.now += 31_000;
    await device.drain();
    const { iri } = await device.cart();
    const { body } = await market.inject<Cart>('GET', `/api${iri}`);
    expect(body.items.map(({ quantity }) => quantity)).toEqual([2]);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.journal.count()).toBe(2);
    device.kill();
  });
});

describe('a lost connection to the database', () => {
  /** As after a suspension: everything on this connection fails, a new connection works. */
  function lose(page: Page): void {
    const connection = page.local.db.backendDB();
    const { objectStore } = IDBTransaction.prototype;
    vi.spyOn(IDBTransaction.prototype, 'objectStore').mockImplementation(function (this: IDBTransaction, name) {
      if (this.db !== connection) return objectStore.call(this, name);
      const message = 'Connection to Indexed Database server lost. Refresh the page to try again';
      throw new DOMException(message, 'UnknownError');
    });
  }

  test('F51 · is reopened by the next write, which is stored once', async () => {
    network.up = false;
    const page = await open();
    await add(page);
    lose(page);
    await add(page, 5, 1);
    expect(reported).toEqual(['renewed']);
    expect(await types(page)).toEqual(['cart.create', 'cart.add', 'cart.add']);
    await healed(page);
    expect(await onServer(page)).toEqual([2, 1]);
  });

  test('F51 · between a command and its answer, has no effect: the answer is requested again', async () => {
    const page = await open();
    network.plan('none', 'held');
    const current = network.nextHeldAnswer();
    await add(page);
    await current;
    forceCloseDatabase(page.local.db.backendDB() as never);
    await eventually(() => expect(reported).toEqual(['renewed']));
    await network.release();
    await calm();
    await healed(page);
    expect(await onServer(page)).toEqual([2]);
    expect(await page.local.db.journal.count()).toBe(2);
  });

  test('F51 · and cannot be reopened: the page reports it, the write is refused, and the next page finds all rows', async () => {
    network.up = false;
    const page = await open();
    await add(page);
    const { open: opened } = machine.indexedDB;
    lose(page);
    machine.indexedDB.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
    await expect(add(page, 5, 1)).rejects.toThrow();
    expect(reported).toContain('lost');
    expect(reported).not.toContain('renewed');
    machine.indexedDB.open = opened;
    const next = await open();
    expect(await types(next)).toEqual(['cart.create', 'cart.add']);
    await healed(next);
    expect(await onServer(next)).toEqual([2]);
  });
});

describe('a browser without storage', () => {
  const silent = () => ({}) as IDBOpenDBRequest;

  test('F55 · refuses to open: reported, and the market works while the page is open; without a fallback it rejects', async () => {
    machine.indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    await expect(open()).rejects.toThrow();
    const why: string[] = [];
    const page = await open({ onMemoryFallback: (reason) => why.push(reason) });
    expect(why).toEqual(['refused']);
    await add(page);
    await nothingWaits(page);
    const { shown } = await readCart(page.local, await page.currentOwner());
    expect(shown).toMatchObject({ quantity: 2, estimated: false });
  });

  test('F55 · pending writes live as long as the page; the visitor and the server cart survive it', async () => {
    machine.indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    let saved: SavedVisitor | null = null;
    const inMemory = () => open({ onMemoryFallback: () => {}, savedVisitor: () => saved });
    const page = await inMemory();
    await add(page);
    await nothingWaits(page);
    network.up = false;
    await add(page, 5, 1);
    expect(await types(page)).toEqual(['cart.add']);
    saved = await visitorToSave(page.local.db);
    await calm();
    const visitor = await page.currentOwner();
    page.kill();

    network.up = true;
    const next = await inMemory();
    expect(await types(next)).toEqual([]);
    expect(await next.currentOwner()).toBe(visitor);
    await next.refreshCart();
    expect((await readCart(next.local, visitor)).shown).toMatchObject({ quantity: 2 });
    await add(next, 5, 1);
    await healed(next);
    expect(await onServer(next)).toEqual([2, 1]);
  });

  test('F55 · never opens: reported within five seconds, and the market works', async () => {
    machine.indexedDB.open = silent;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const why: string[] = [];
    try {
      const opening = open({ onMemoryFallback: (reason) => why.push(reason) });
      await calm();
      expect(why).toEqual([]);
      await vi.advanceTimersByTimeAsync(5000);
      expect(why).toEqual(['refused']);
      vi.useRealTimers();
      const page = await opening;
      await add(page);
      await nothingWaits(page);
      expect(await onServer(page)).toEqual([2]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('F55 · is blocked by an older tab: reported as such, and the disk is unchanged', async () => {
    const request = machine.indexedDB.open('etal', 5);
    const old = await new Promise<IDBDatabase>((resolve) => {
      request.onupgradeneeded = () => request.result.createObjectStore('old').put('row', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const why: string[] = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const opening = open({ onMemoryFallback: (reason) => why.push(reason) });
      await calm();
      await vi.advanceTimersByTimeAsync(5000);
      expect(why).toEqual(['blocked']);
      vi.useRealTimers();
      await opening;
    } finally {
      vi.useRealTimers();
    }
    expect([...old.objectStoreNames]).toEqual(['old']);
    old.close();
  });
});

describe('a database of another version', () => {
  const nextApp = (stores?: Record<string, string | null>) => nextVersionOf(machine.indexedDB, stores);

  test('F56 · an old tab releases the database for the newer version, asks for a reload, writes nothing more, and no row is lost', async () => {
    network.up = false;
    const page = await open();
    await add(page);
    let blocked = 0;
    const app = nextApp();
    app.on('blocked', () => {
      blocked += 1;
    });
    await app.open();
    expect(blocked).toBe(0);
    expect(reported).toEqual(['outdated']);
    await expect(add(page, 5, 1)).rejects.toThrow();
    expect(reported).toEqual(['outdated']);
    expect(await app.table('outbox').count()).toBe(2);
    app.close();
  });

  test('F56 · after a rollback, rows of the newer version are used unchanged, and sent', async () => {
    network.up = false;
    const page = await open();
    await add(page);
    page.kill();
    const app = nextApp();
    await app.open();
    await app.table('boxes').put({ id: 1 });
    const { version } = app.backendDB();
    app.close();
    const back = await open();
    expect(await types(back)).toEqual(['cart.create', 'cart.add']);
    expect(back.local.db.backendDB().version).toBe(version);
    await healed(back);
    expect(await onServer(back)).toEqual([2]);
  });

  test('F56 · rows readable by a newer version only are not touched: no empty database in their place, and no loss', async () => {
    network.up = false;
    const page = await open();
    await add(page);
    page.kill();
    const app = nextApp({ snaps: null, views: '[owner+lane]' });
    await app.open();
    const { version } = app.backendDB();
    app.close();
    let inMemory = 0;
    const refused = open({
      onMemoryFallback: () => {
        inMemory += 1;
      },
    });
    await expect(refused).rejects.toThrow(DatabaseTooNew);
    expect(inMemory).toBe(0);
    await app.open();
    expect(app.backendDB().version).toBe(version);
    expect(await app.table('outbox').count()).toBe(2);
    app.close();
  });
});
