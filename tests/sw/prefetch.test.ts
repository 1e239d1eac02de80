// What the worker brings ahead of its first use, and what it tells a page of what it has.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { install, jsonOf, notify, origin, pathsIn, pictureOf, portal, put, world } from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const DAY = 24 * 3_600_000;
const START = 10 * DAY;
const selected = [...Array(14).keys()].map((n) => ({
  product: { slug: `produit-${n}`, images: [{ '240_inset_path': `media/images/${n}-240_inset.webp` }] },
}));
const shops = [...Array(70).keys()].map((n) => ({
  logo: n === 1 ? null : { '240_inset_path': `media/images/logo-${n}-240_inset.webp` },
}));
function market({ url }: Request): Response | null {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/media/')) return pictureOf();
  if (pathname.startsWith('/api/configurations'))
    return jsonOf({ 'hydra:member': [{ key: 'homeEvent', value: 'noel' }] });
  if (pathname.startsWith('/api/featured_products')) return jsonOf({ 'hydra:member': selected });
  if (pathname === '/api/stores') return jsonOf({ 'hydra:member': shops });
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const { network } = world;
  world.network = (request) => market(request) ?? network(request);
  await install();
});

const opened = (spareData = false, images: unknown = []) => notify({ type: 'KEEP', seen: [], images, spareData });
/** Path and query of the API. */
const asked = () => world.asked.map((address) => address.replace(origin, '')).filter((path) => path.startsWith('/api'));
const stored = async (name: string) => (await pathsIn(name)).map((path) => new URL(path, origin).pathname);
const details = (paths: readonly string[]) => paths.filter((path) => path.includes('/products/by_slug/'));

/** Settings, texts, categories, synonyms, the map's outline, those in front, the selection, the stores, and the stalls of the home page. */
const FRAME = 9;

describe('prefetched content', () => {
  it('is the frame of every page, eight products of the selection, its event, their pictures and the logos of stores', async () => {
    await opened();
    const answers = await stored('etal-answers');
    expect(answers).toContain('/api/categories');
    expect(answers).toContain('/api/stores');
    expect(answers).toContain('/api/events/by_slug/noel');
    expect(details(answers)).toEqual([...Array(8).keys()].map((n) => `/api/products/by_slug/produit-${n}`));
    const logos = [...Array(61).keys()].filter((n) => n !== 1).map((n) => `logo-${n}`);
    expect(await stored('etal-images')).toEqual(
      [...Array(12).keys(), ...logos].map((name) => `/media/images/${name}-240_inset.webp`),
    );
    expect(asked().filter((path) => path.startsWith('/api/products?')).length).toBeGreaterThan(2);
  });

  it('is the frame alone if data are spared', async () => {
    await opened(true);
    expect(await stored('etal-answers')).toHaveLength(FRAME);
    expect(details(asked())).toEqual([]);
    expect(await stored('etal-images')).toEqual([]);
  });

  it('is not requested again within a day, but afterwards', async () => {
    await opened();
    world.asked.length = 0;
    vi.setSystemTime(START + DAY - 1);
    await opened();
    expect(asked()).toEqual([]);
    vi.setSystemTime(START + DAY);
    await opened(true);
    expect(asked()).toHaveLength(FRAME);
  });

  it('is requested once for two simultaneous pages', async () => {
    await Promise.all([opened(true), opened(true)]);
    expect(asked()).toHaveLength(FRAME);
    vi.setSystemTime(START + 2 * DAY);
    await opened(true);
    expect(asked()).toHaveLength(2 * FRAME);
  });

  it('ends at the first timeout, and continues on the next start', async () => {
    const { network } = world;
    world.network = () => Promise.reject(new TypeError('offline'));
    await opened(true);
    expect(asked()).toHaveLength(1);
    world.network = network;
    await opened(true);
    expect(await stored('etal-answers')).toHaveLength(FRAME);
  });

  it('contains nothing private or untrusted', async () => {
    const { network } = world;
    world.network = (request) =>
      new URL(request.url).pathname === '/api/categories'
        ? jsonOf([], { 'Cache-Control': 'private, no-store' })
        : network(request);
    await opened(true);
    expect(await stored('etal-answers')).toHaveLength(FRAME - 1);
    world.network = () => portal();
    await opened(true);
    expect(await stored('etal-answers')).not.toContain('/api/categories');
  });
});

describe('visited pictures', () => {
  const own = '/media/images/a-240_inset.webp';
  const pictures = () => world.requests.filter(({ url }) => url.includes('/media/'));

  it('are stored from the browser’s cache, of this market only, and once each', async () => {
    await opened(true, [own, `${origin}${own}`, 'https://elsewhere.example/media/b.webp', '/autre/c.webp', 7]);
    expect(await stored('etal-images')).toEqual([own]);
    expect(pictures().map(({ url, cache }) => [url, cache])).toEqual([[origin + own, 'force-cache']]);
    await opened(true, 'a');
    expect(pictures()).toHaveLength(1);
  });
});

describe('an unvisited page', () => {
  const store = (path: string, value: unknown, at: number) =>
    put('etal-answers', path, jsonOf(value, { 'X-Kept-At': String(at) }));
  async function index(): Promise<{ name: string; at: number; answer: unknown }[]> {
    const postMessage = vi.fn();
    await notify({ type: 'WHAT_IS_KEPT' }, [{ postMessage }]);
    return postMessage.mock.lastCall?.[0];
  }

  it('receives cached lists and details, newest first, with their time, and nothing else', async () => {
    await store('/api/products/by_slug/tomme', 'tomme', 1000);
    await store('/api/configurations', 'settings', 2000);
    await store('/api/stores', 'shops', 3000);
    const { entries } = await world.storage.open('etal-answers');
    entries.set(`${origin}/api/products/by_slug/faux`, portal());
    entries.set(`${origin}/api/products/by_slug/vide`, new Response('', { headers: jsonOf('').headers }));
    expect(await index()).toEqual([
      { name: 'stores.list', at: 3000, answer: 'shops' },
      { name: 'products.bySlug', at: 1000, answer: 'tomme' },
    ]);
  });

  it.each([
    ['/products', 'products.list'],
    ['/featured_products', 'featuredProducts.list'],
    ['/categories/5/products', 'categories.products'],
    ['/stores/7/products', 'stores.products'],
    ['/stores/by_slug/fromagerie', 'stores.bySlug'],
    ['/categories', 'categories.list'],
    ['/events', 'events.list'],
  ])('receives %s', async (path, name) => {
    await store(`/api${path}`, path, 1000);
    expect(await index()).toEqual([{ name, at: 1000, answer: path }]);
  });

  it('receives eighty of them', async () => {
    const { entries } = await world.storage.open('etal-answers');
    for (let n = 1; n <= 100; n++) entries.set(`${origin}/api/products/by_slug/${n}`, jsonOf(n));
    const reported = await index();
    expect([reported.length, reported[0]?.answer, reported.at(-1)?.answer]).toEqual([80, 100, 21]);
  });
});
