// What somebody takes along, in the worker: all of it and nothing of anybody else's, gone on with where it broke off, kept apart
// from what is only looked at, and taken off again.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfflineBundle } from '#contract/catalogue/offline-bundle.ts';
import { ask, everything, notify, offline, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const HOUR = 3_600_000;
const shop = { kind: 'store', slug: 'laiterie', card: '480', large: '720', name: 'Laiterie', bytes: 5000 };
const town = { ...shop, kind: 'town', slug: 'verdun', name: 'Verdun' };
const picture = (name: string) => `/media/images/${name}-720_inset.webp`;
const outlineOf = (slugs: readonly string[], more: object = {}) => ({
  name: 'Laiterie du Pont',
  position: null,
  productCount: slugs.length,
  bytes: 7000,
  tooMuch: false,
  stores: [{ id: 's1', slug: 'laiterie', productCount: slugs.length, reviewed: true }],
  categories: [],
  products: slugs.map((slug) => ({ id: slug, slug, reviewed: false })),
  pictures: slugs.map(picture),
  ...more,
});
const reported: unknown[] = [];
let outline: object;
/** Paths that are answered with this status. */
const refused = new Map<string, number>();
const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'X-Market': '1', 'X-Api': '1', 'Content-Type': 'application/ld+json', 'Cache-Control': 'public' },
  });

/** One after the other, whatever is asked for meanwhile. */
let last: Promise<unknown> = Promise.resolve();
const locks = {
  request: (_: string, work: () => Promise<unknown>) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 100 * HOUR });
  reported.length = 0;
  refused.clear();
  outline = outlineOf(['tomme', 'brie']);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (message: unknown) => void reported.push(message);
    },
  );
  Object.assign(Reflect.get(globalThis, 'self').navigator, { locks });
  const market = world.network;
  world.network = (request) => {
    const { pathname } = new URL(request.url);
    const status = refused.get(pathname);
    if (status) return json({}, status);
    return pathname.startsWith('/api/taken/') ? json(outline) : market(request);
  };
});

const take = (thing: object = shop) => notify({ type: 'TAKE', thing });
const letGo = (thing: object = shop) => notify({ type: 'LET_GO', thing });
const opened = (spareData = false) => notify({ type: 'KEEP', seen: [], images: [], spareData });
async function things(): Promise<OfflineBundle[]> {
  const postMessage = vi.fn();
  await notify({ type: 'TAKEN' }, [{ postMessage }]);
  return postMessage.mock.calls[0]?.[0];
}
const inBundles = () => everything()['etal-taken'] ?? [];
const portal = () => new Response('<h1>Bienvenue</h1>', { headers: { 'Content-Type': 'text/html' } });

describe('a requested bundle', () => {
  it('is downloaded completely, with its time, name and size', async () => {
    await take();
    expect(await things()).toMatchObject([
      { ...shop, name: 'Laiterie du Pont', bytes: 7000, at: 100 * HOUR, underway: false, trouble: null },
    ]);
    expect(inBundles()).toEqual(
      expect.arrayContaining([
        '/api/stores/by_slug/laiterie',
        '/api/stores/s1/products?published=true&itemsPerPage=36&page=1',
        '/api/stores/s1/reviews',
        '/api/products/by_slug/tomme',
        '/api/products/by_slug/brie',
        picture('tomme'),
        picture('brie'),
      ]),
    );
    const [{ total }] = (await things()) as [OfflineBundle];
    expect(inBundles()).toHaveLength(total);
    expect(reported).toContainEqual({ key: '/taken/store/laiterie', done: total, total });
  });

  it('is available for unvisited pages, except unreadable entries', async () => {
    await take();
    const reported = async () => {
      const postMessage = vi.fn();
      await notify({ type: 'WHAT_IS_KEPT' }, [{ postMessage }]);
      const stored = postMessage.mock.calls[0]?.[0] as { name: string; answer: unknown; whole?: true }[];
      return stored.filter(({ whole }) => whole).map(({ name, answer }) => [name, typeof answer]);
    };
    expect(await reported()).toContainEqual(['stores.bySlug', 'object']);
    const { entries } = await world.storage.open('etal-taken');
    const address = 'https://etal.test/api/stores/by_slug/laiterie';
    expect(entries.has(address)).toBe(true);
    const all = (await reported()).length;
    entries.set(address, portal());
    expect(await reported()).toHaveLength(all - 1);
    expect((await reported()).map(([name]) => name)).not.toContain('stores.bySlug');
  });

  it('opens without a network, with its age, also without other caches', async () => {
    await take();
    await world.storage.delete('etal-answers');
    await world.storage.delete('etal-images');
    offline();
    const answer = await ask('/api/products/by_slug/tomme');
    expect([answer?.headers.get('X-Kept-At'), answer?.headers.get('X-Network')]).toEqual([
      String(100 * HOUR),
      'silent',
    ]);
    expect((await ask(picture('brie'), { picture: true }))?.ok).toBe(true);
    // In another size there is the one that was taken.
    expect((await ask('/media/images/brie-480_outbound.webp', { picture: true }))?.ok).toBe(true);
    await expect(ask('/api/products/by_slug/inconnu')).rejects.toThrow();
  });

  it('shows the newer of visited and downloaded content', async () => {
    const at = async () => (await ask('/api/products/by_slug/tomme'))?.headers.get('X-Kept-At');
    await take();
    vi.setSystemTime(101 * HOUR);
    await ask('/api/products/by_slug/tomme');
    const { network } = world;
    offline();
    expect(await at()).toBe(String(101 * HOUR));
    world.network = network;
    await notify({ type: 'REACHED' });
    vi.setSystemTime(102 * HOUR);
    await take();
    offline();
    expect(await at()).toBe(String(102 * HOUR));
  });

  it('is searchable without a network, each list once', async () => {
    await take();
    await world.storage.delete('etal-answers');
    const postMessage = vi.fn();
    await notify({ type: 'WHAT_IS_KEPT' }, [{ postMessage }]);
    const names = (postMessage.mock.lastCall?.[0] ?? []).map(({ name, whole }: { name: string; whole?: boolean }) => [
      name,
      whole,
    ]);
    expect(names).toEqual([
      ['stores.bySlug', true],
      ['stores.products', true],
    ]);
  });

  it('drops content deleted on the server, and the rest remains complete', async () => {
    await take();
    refused.set('/api/products/by_slug/brie', 404);
    await ask('/api/products/by_slug/brie');
    expect(inBundles()).not.toContain('/api/products/by_slug/brie');
    expect(await things()).toMatchObject([{ at: 100 * HOUR }]);
  });

  it('is complete without content deleted during the download', async () => {
    refused.set('/api/products/by_slug/brie', 404);
    refused.set(picture('brie'), 404);
    await take();
    expect(await things()).toMatchObject([{ at: 100 * HOUR, trouble: null }]);
    expect(inBundles()).not.toContain(picture('brie'));
  });

  it('is incomplete after a loss of entries', async () => {
    await take();
    (await world.storage.open('etal-taken')).entries.delete(`https://etal.test${picture('brie')}`);
    expect(await things()).toMatchObject([{ at: null, underway: false }]);
  });
});

describe('where the network breaks off', () => {
  it('shows its progress, never completeness, and resumes', async () => {
    refused.set('/api/products/by_slug/brie', 503);
    await take();
    const [broken] = (await things()) as [OfflineBundle];
    expect(broken).toMatchObject({ at: null, underway: false, trouble: 'network' });
    expect(broken.done).toBeGreaterThan(5);
    expect(broken.done).toBeLessThan(broken.total);
    refused.clear();
    world.asked.length = 0;
    await take();
    expect(await things()).toMatchObject([{ at: 100 * HOUR, done: broken.total, total: broken.total }]);
    expect(world.asked).not.toContain('https://etal.test/api/stores/by_slug/laiterie');
  });

  it('resumes by itself on app start', async () => {
    refused.set('/api/products/by_slug/brie', 503);
    await take();
    refused.clear();
    await opened(true);
    expect(await things()).toMatchObject([{ at: null }]);
    await opened();
    expect(await things()).toMatchObject([{ at: 100 * HOUR }]);
  });

  it('resumes on a metered connection, too: an interrupted renewal, and lost entries', async () => {
    Object.assign(Reflect.get(globalThis, 'self').navigator, { connection: { type: 'cellular' } });
    await take();
    (await world.storage.open('etal-taken')).entries.delete(`https://etal.test${picture('brie')}`);
    await opened();
    expect(inBundles()).toContain(picture('brie'));

    vi.setSystemTime(130 * HOUR);
    refused.set('/api/products/by_slug/brie', 503);
    await take();
    expect(await things()).toMatchObject([{ at: 100 * HOUR, trouble: 'network' }]);
    refused.clear();
    await opened();
    expect(await things()).toMatchObject([{ at: 130 * HOUR, trouble: null }]);
  });

  it('restarts after a day, so that nothing is older than shown', async () => {
    refused.set('/api/products/by_slug/brie', 503);
    await take();
    refused.clear();
    vi.setSystemTime(130 * HOUR);
    world.asked.length = 0;
    await take();
    expect(world.asked).toContain('https://etal.test/api/stores/by_slug/laiterie');
    expect(await things()).toMatchObject([{ at: 130 * HOUR }]);
  });

  it('a complete one remains complete', async () => {
    await take();
    vi.setSystemTime(130 * HOUR);
    refused.set('/api/products/by_slug/brie', 503);
    await take();
    expect(await things()).toMatchObject([{ at: 100 * HOUR, trouble: 'network' }]);
  });

  it.each<[string, () => Response]>([
    ['a portal’s page', portal],
    ['a page of a proxy that says it is an answer', () => json({}, 500)],
    ['half an answer', () => new Response('{"name":', { headers: json({}).headers })],
  ])('%s enters nothing', async (_, other) => {
    const { network } = world;
    world.network = (request) => (/by_slug|media/.test(request.url) ? other() : network(request));
    await take();
    expect(inBundles().filter((path) => /by_slug|media/.test(path))).toEqual([]);
    expect(await things()).toMatchObject([{ at: null, trouble: 'network' }]);
    world.network = portal;
    await letGo();
    await take();
    expect(inBundles()).toEqual([]);
  });
});

it.each<[string, () => Response]>([
  ['a failing server', () => json(outline, 500)],
  ['somebody else', () => new Response(JSON.stringify(outline), { headers: { 'Content-Type': 'application/json' } })],
])('what belongs to it is not believed of %s, though all of it would be there', async (_, other) => {
  const { network } = world;
  world.network = (request) => (/\/api\/taken\//.test(request.url) ? other() : network(request));
  await take();
  expect(inBundles()).toEqual([]);
  expect(await things()).toMatchObject([{ at: null, trouble: 'network' }]);
});

describe('by itself it is renewed', () => {
  const renewed = async () => {
    world.asked.length = 0;
    await opened();
    return world.asked.some((address) => address.includes('/api/taken/'));
  };
  it('once a day, with new and deleted content', async () => {
    await take();
    vi.setSystemTime(123 * HOUR);
    expect(await renewed()).toBe(false);
    vi.setSystemTime(124 * HOUR);
    outline = outlineOf(['tomme', 'comte']);
    expect(await renewed()).toBe(true);
    expect(inBundles()).toContain(picture('comte'));
    expect(inBundles()).not.toContain(picture('brie'));
    expect(await things()).toMatchObject([{ at: 124 * HOUR }]);
  });

  it('not with data saving or on a metered connection, except on request', async () => {
    await take();
    vi.setSystemTime(150 * HOUR);
    await opened(true);
    expect(await things()).toMatchObject([{ at: 100 * HOUR }]);
    Object.assign(Reflect.get(globalThis, 'self').navigator, { connection: { type: 'cellular' } });
    expect(await renewed()).toBe(false);
    await take();
    expect(await things()).toMatchObject([{ at: 150 * HOUR }]);
  });
});

describe('removed', () => {
  it('nothing of it is left', async () => {
    await take();
    await letGo();
    expect(await things()).toEqual([]);
    expect([...world.storage.caches.keys()].filter((name) => name.includes('taken'))).toEqual([]);
  });

  it('content shared with another bundle remains', async () => {
    await take();
    await take(town);
    await letGo();
    expect(inBundles()).toContain(picture('tomme'));
    expect(await things()).toMatchObject([{ kind: 'town', at: 100 * HOUR }]);
  });

  it('during its download, it stops', async () => {
    const { network } = world;
    let asked = 0;
    world.network = (request) => {
      asked += 1;
      if (asked === 6)
        world.listeners.get('message')?.({
          data: { type: 'LET_GO', thing: shop },
          ports: [],
          waitUntil: (work: Promise<unknown>) => world.behind.push(work),
        });
      return network(request);
    };
    await take();
    expect(await things()).toEqual([]);
    expect(inBundles()).toEqual([]);
    expect(asked).toBeLessThan(12);
  });

  /** Beside what is underway, at the request with this number. */
  const during = (nth: number, act: () => void) => {
    const { network } = world;
    let asked = 0;
    world.network = (request) => {
      asked += 1;
      if (asked === nth) act();
      return network(request);
    };
  };
  const beside = (type: string) =>
    void world.listeners.get('message')?.({
      data: { type, thing: shop },
      ports: [],
      waitUntil: (work: Promise<unknown>) => world.behind.push(work),
    });
  /** The outline, five answers and two pictures. */
  const everyRequest = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(everyRequest)(
    'at request %i of its taking, nothing of it is left, with and without a network',
    async (nth) => {
      for (const isCut of [false, true]) {
        const { network } = world;
        during(nth, () => {
          beside('LET_GO');
          if (isCut) offline();
        });
        await take();
        expect([await things(), inBundles()], isCut ? 'cut' : 'well').toEqual([[], []]);
        world.network = network;
      }
    },
  );

  it.each(everyRequest)(
    'interrupted at request %i and requested again at once, it is complete in the end',
    async (nth) => {
      during(nth, () => {
        beside('LET_GO');
        beside('TAKE');
      });
      await take();
      const [{ at, total }] = (await things()) as [OfflineBundle];
      expect([at, total]).toEqual([100 * HOUR, inBundles().length]);
      expect(inBundles()).toEqual(
        expect.arrayContaining([picture('tomme'), picture('brie'), '/api/stores/s1/reviews']),
      );
    },
  );

  it('it is, when the market has it no more', async () => {
    await take();
    refused.set('/api/taken/laiterie', 404);
    await take();
    expect(await things()).toEqual([]);
    expect(inBundles()).toEqual([]);
  });
});

it('two simultaneous ones are downloaded one after the other', async () => {
  const both = [shop, town];
  for (const thing of both) {
    world.listeners.get('message')?.({
      data: { type: 'TAKE', thing },
      ports: [],
      waitUntil: (work: Promise<unknown>) => world.behind.push(work),
    });
  }
  await opened(true);
  expect(await things()).toMatchObject(both.map(({ kind }) => ({ kind, at: 100 * HOUR })));
  const first = reported.findLastIndex((message) => Reflect.get(Object(message), 'key') === '/taken/store/laiterie');
  const second = reported.findIndex(
    (message) =>
      Reflect.get(Object(message), 'key') === '/taken/town/verdun' && Reflect.get(Object(message), 'done') > 0,
  );
  expect(second).toBeGreaterThanOrEqual(first - 1);
});

describe('on a full device', () => {
  it('visited pictures are evicted for it', async () => {
    await ask('/media/images/autre-480_outbound.webp', { picture: true });
    (await world.storage.open('etal-taken')).full = true;
    await take();
    expect(await things()).toMatchObject([{ at: 100 * HOUR }]);
    expect(everything()['etal-images']).toBeUndefined();
  });

  it('without enough space it fails with a message', async () => {
    const bundleCache = await world.storage.open('etal-taken');
    Object.defineProperty(bundleCache, 'full', { get: () => bundleCache.entries.size >= 8, set: () => {} });
    await take();
    expect(inBundles()).toEqual([]);
    expect(await things()).toMatchObject([{ at: null, trouble: 'full', underway: false }]);
    world.asked.length = 0;
    await opened();
    expect(world.asked.some((address) => address.includes('/api/taken/'))).toBe(false);
  });
});
