// What the worker brings ahead of its first use, what it tells a page of what it has, and what it takes out.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heardAnswer } from '#sw/network.ts';
import { clearOutAnswers, keepAnswer } from '#sw/runtime-caches.ts';
import { keepImages, warm } from '#sw/warm.ts';
import { whatIsKept } from '#sw/what-is-kept.ts';
import { MemoryCacheStorage } from './cache-storage.ts';

const origin = 'https://etal.test';
const ours = { 'X-Market': '1', 'X-Api': '1', 'Content-Type': 'application/ld+json', 'Cache-Control': 'public' };
const answer = (value: unknown) => new Response(JSON.stringify(value), { headers: ours });
const portal = () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } });
const webp = new Uint8Array([...'RIFF____WEBP'].map((letter) => letter.charCodeAt(0)));
new DataView(webp.buffer).setUint32(4, 4, true);

const DAY = 24 * 3_600_000;
const now = 10 * DAY;
const selected = [...Array(14).keys()].map((n) => ({
  product: { slug: `produit-${n}`, images: [{ '240_inset_path': `media/images/${n}-240_inset.webp` }] },
}));
const shops = [...Array(70).keys()].map((n) => ({
  logo: n === 1 ? null : { '240_inset_path': `media/images/logo-${n}-240_inset.webp` },
}));
function market(path: string): Response {
  if (path.startsWith('/media/')) return new Response(webp, { headers: { ...ours, 'Content-Type': 'image/webp' } });
  if (path.startsWith('/api/configurations')) return answer({ 'hydra:member': [{ key: 'homeEvent', value: 'noel' }] });
  if (path.startsWith('/api/featured_products')) return answer({ 'hydra:member': selected });
  if (path === '/api/stores') return answer({ 'hydra:member': shops });
  return answer({ 'hydra:member': [] });
}

let storage: MemoryCacheStorage;
let asked: string[];
let network: (path: string) => Response | Promise<Response>;

beforeEach(() => {
  storage = new MemoryCacheStorage();
  asked = [];
  network = market;
  heardAnswer();
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('self', { location: new URL(`${origin}/sw.js`) });
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, search } = new URL(input, origin);
    asked.push(pathname + search);
    return network(pathname);
  });
});

const keptIn = async (name: string) =>
  [...(await storage.open(name)).entries.keys()].map((address) => new URL(address).pathname);
const details = (paths: readonly string[]) => paths.filter((path) => path.includes('/products/by_slug/'));

/** Settings, texts, categories, what is called the same, those in front, the selection, the shops, and the stalls of the home page. */
const FRAME = 8;

describe('what is brought ahead', () => {
  it('is the frame of every page, eight products of the selection, its event, their pictures and the signs of shops', async () => {
    await warm(now, false);
    const kept = await keptIn('etal-answers');
    expect(kept).toContain('/api/categories');
    expect(kept).toContain('/api/stores');
    expect(kept).toContain('/api/events/by_slug/noel');
    expect(details(kept)).toEqual([...Array(8).keys()].map((n) => `/api/products/by_slug/produit-${n}`));
    const signs = [...Array(61).keys()].filter((n) => n !== 1).map((n) => `logo-${n}`);
    expect(await keptIn('etal-images')).toEqual(
      [...Array(12).keys(), ...signs].map((name) => `/media/images/${name}-240_inset.webp`),
    );
    expect(asked.filter((path) => path.startsWith('/api/products?')).length).toBeGreaterThan(2);
  });

  it('is the frame alone where data are spared', async () => {
    await warm(now, true);
    expect(await keptIn('etal-answers')).toHaveLength(FRAME);
    expect(details(asked)).toEqual([]);
    expect(await keptIn('etal-images')).toEqual([]);
  });

  it('is not asked for again within a day, and asked for after it', async () => {
    await warm(now, false);
    asked = [];
    await warm(now + DAY - 1, false);
    expect(asked).toEqual([]);
    await warm(now + DAY, true);
    expect(asked).toHaveLength(FRAME);
  });

  it('is asked for once by two pages that open together', async () => {
    await Promise.all([warm(now, true), warm(now, true)]);
    expect(asked).toHaveLength(FRAME);
    await warm(now + 2 * DAY, true);
    expect(asked).toHaveLength(2 * FRAME);
  });

  it('ends at the first silence, and goes on at the next opening', async () => {
    network = () => Promise.reject(new TypeError('offline'));
    await expect(warm(now, false)).rejects.toThrow();
    expect(asked).toHaveLength(1);
    network = market;
    await warm(now, true);
    expect(await keptIn('etal-answers')).toHaveLength(FRAME);
  });

  it('is nothing that is private, and nothing of someone else', async () => {
    network = (path) => {
      const given = market(path);
      if (path === '/api/categories') given.headers.set('Cache-Control', 'private, no-store');
      return given;
    };
    await warm(now, true);
    expect(await keptIn('etal-answers')).toHaveLength(FRAME - 1);
    network = portal;
    await expect(warm(now, true)).rejects.toThrow();
    expect(await keptIn('etal-answers')).not.toContain('/api/categories');
  });
});

describe('pictures that a page has seen', () => {
  it('are kept from what the browser has of them, those of the market alone, and each once', async () => {
    const own = '/media/images/a-240_inset.webp';
    await keepImages([own, `${origin}${own}`, 'https://elsewhere.example/media/b.webp', '/autre/c.webp', 7]);
    expect(await keptIn('etal-images')).toEqual([own]);
    expect(asked).toEqual([own]);
    await keepImages('a');
    expect(asked).toEqual([own]);
  });
});

describe('a page that was never seen', () => {
  const keep = (path: string, value: unknown, at: number) => keepAnswer(`${origin}${path}`, answer(value), at);

  it('is told the lists and details that are kept, the newest first, with their time, and nothing else', async () => {
    await keep('/api/products/by_slug/tomme', 'tomme', 1000);
    await keep('/api/configurations', 'settings', 2000);
    await keep('/api/stores', 'shops', 3000);
    const { entries } = await storage.open('etal-answers');
    entries.set(`${origin}/api/products/by_slug/faux`, portal());
    entries.set(`${origin}/api/products/by_slug/vide`, new Response('', { headers: ours }));
    expect(await whatIsKept()).toEqual([
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
  ])('is told %s', async (path, name) => {
    await keep(`/api${path}`, path, 1000);
    expect(await whatIsKept()).toEqual([{ name, at: 1000, answer: path }]);
  });

  it('is told eighty of them', async () => {
    const { entries } = await storage.open('etal-answers');
    for (let n = 1; n <= 100; n++) entries.set(`${origin}/api/products/by_slug/${n}`, answer(n));
    const told = await whatIsKept();
    expect([told.length, told[0]?.answer, told.at(-1)?.answer]).toEqual([80, 100, 21]);
  });

  it('is not told of what is someone else’s, which goes when the worker looks through what it has', async () => {
    await keep('/api/stores', 'shops', 1000);
    const foreign = portal();
    foreign.headers.set('Vary', 'Cookie, Accept');
    const asked = new Request(`${origin}/api/events`, { headers: { Accept: 'text/html' } });
    await (await storage.open('etal-answers')).put(asked, foreign);
    await clearOutAnswers();
    expect(await keptIn('etal-answers')).toEqual(['/api/stores']);
  });
});
