// Addresses at which there is nothing are as many as anyone cares to make up: they cost no render, and take nothing from
// the pages that people look at.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { builtFolder } from '#server/build/build.ts';
import { pages as texts } from '#server/db/schema/content.ts';
import { unavailableError } from '#server/runtime/time-limit.ts';
import { readBuiltFiles } from '#server/web/assets/built.ts';
import { FirstViewReader } from '#server/web/first-view.ts';
import { Pages } from '#server/web/pages.ts';
import { loadRenderer, type Renderer } from '#server/web/renderer.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let renderer: Renderer;
let renders: string[] = [];
let pages: Pages;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, now: new Date() });
  await market.db.insert(texts).values({ slug: 'cgv', name: 'Conditions', place: 'aide', description: 'Texte' });
  const store = await makeStore(market.db, { slug: 'fromagerie' });
  const category = await makeCategory(market.db, { slug: 'fromages' });
  for (const slug of ['tomme', 'brie']) {
    await makeProduct(market.db, { storeId: store.id, categoryId: category.id, slug, price: 100 });
  }
  const built = readBuiltFiles(builtFolder);
  if (!built) throw new Error('Nothing is built.');
  const real = await loadRenderer(join(built.folder, 'server/server-entry.js'));
  renderer = {
    ...real,
    render: (address, view) => {
      renders.push(address.pathname + address.search);
      return real.render(address, view);
    },
  };
  pages = new Pages(market.app, built, renderer, '/api', { pages: 10, lists: 3 });
});
afterAll(() => market.close());
beforeEach(() => {
  renders = [];
});

async function ask(path: string) {
  const view = renderer.viewOf(new URL(path, 'http://market.invalid'));
  if (view.kind === 'redirect') throw new Error(`${path} leads elsewhere`);
  const page = await (view.kind === 'filled' ? pages.filled(view) : pages.shell(view.kind === 'shell' ? 200 : 404));
  return { status: page.status, html: page.encoded.plain.toString() };
}

const kinds: [prefix: string, suffix: string, says: string][] = [
  ['/produit/', '', 'Ce produit n’est plus proposé.'],
  ['/categorie/', '', 'Cette catégorie n’existe pas, ou plus.'],
  ['/categorie/', '?page=2&price=ASC', 'Cette catégorie n’existe pas, ou plus.'],
  ['/boutique/', '', 'Cette boutique n’est plus sur le marché.'],
  ['/boutique/', '/produits', 'Cette boutique n’est plus sur le marché.'],
  ['/boutique/', '/a-propos', 'Cette boutique n’est plus sur le marché.'],
  ['/boutique/', '/avis', 'Cette boutique n’est plus sur le marché.'],
  ['/evenement/', '', 'Cet événement n’existe pas, ou plus.'],
  ['/page/', '', 'Cette page n’existe pas, ou plus.'],
];

/** What the page says, and the answers that it carries. */
const bodyOf = (html: string) => html.slice(html.indexOf('<body'), html.indexOf('id="first-view"'));
const carriedBy = (html: string) => /id="first-view">(.*?)<\/script>/s.exec(html)?.[1] ?? '';

test.each(kinds)('%s…%s that does not exist is drawn once, whatever its name', async (prefix, suffix, says) => {
  const first = await ask(`${prefix}rien${suffix}`);
  expect(first.status).toBe(404);
  expect(bodyOf(first.html)).toContain(says.replaceAll("'", '&#x27;'));
  expect(first.html).toContain('<meta name="robots" content="noindex"/>');
  renders = [];
  for (const name of ['x'.repeat(150), '%C3%A9t%C3%A9', '%22%3Cscript%3E', '%252F', '-']) {
    const { status, html } = await ask(`${prefix}${name}${suffix}`);
    expect(status, name).toBe(404);
    expect(bodyOf(html), name).toBe(bodyOf(first.html));
    expect(html).not.toContain('<script>"');
  }
  expect(renders).toEqual([]);
  // Each page carries its own name, so that the browser takes it over without asking again.
  if (prefix === '/page/') return;
  const { html } = await ask(`${prefix}%C3%A9t%C3%A9${suffix}`);
  expect(JSON.parse(carriedBy(html)).answers).toContainEqual({
    name: expect.stringMatching(/\.bySlug$/),
    args: { params: { slug: 'été' } },
  });
});

test('a resource created at such an address is shown', async () => {
  expect((await ask('/boutique/neuve')).status).toBe(404);
  await makeStore(market.db, { slug: 'neuve', name: 'Toute neuve' });
  const { status, html } = await ask('/boutique/neuve');
  expect(status).toBe(200);
  expect(html).toContain('Toute neuve');
});

test('missing addresses and lists above the cache size evict no other pages', async () => {
  const looked = ['/', '/produit/tomme', '/produit/brie', '/categorie/fromages', '/boutique/fromagerie', '/page/cgv'];
  for (const path of looked) expect((await ask(path)).status, path).toBe(200);
  renders = [];
  for (let n = 0; n < 30; n += 1) expect((await ask(`/produit/inconnu-${n}`)).status).toBe(404);
  expect(renders.length).toBeLessThanOrEqual(1);
  for (let n = 2; n < 9; n += 1) await ask(`/categorie/fromages?page=${n}`);
  renders = [];
  for (const path of looked) expect((await ask(path)).status, path).toBe(200);
  expect(renders).toEqual([]);
});

test('despite many unknown addresses, a recent page is served while the database does not answer', async () => {
  const { html } = await ask('/produit/tomme');
  await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`/produit/personne-${index}`)));
  const silent = vi.spyOn(FirstViewReader.prototype, 'askFor').mockRejectedValue(unavailableError());
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    expect(await ask('/produit/tomme')).toEqual({ status: 200, html });
    await expect(ask('/produit/personne-1')).rejects.toThrow('Service momentanément indisponible.');
  } finally {
    silent.mockRestore();
    clock.mockRestore();
  }
});

test('lists of an unknown category are rendered by the browser', async () => {
  const shell = (await ask('/recherche')).html;
  for (const path of ['/boutique/fromagerie/produits?category_slug=rien', '/boutiques?category=rien']) {
    expect(await ask(path)).toEqual({ status: 200, html: shell });
  }
  expect(renders).toEqual([]);
  const known = await ask('/boutique/fromagerie/produits?category_slug=fromages');
  expect(known.html).not.toBe(shell);
});

test('an address of no page is the same page for all, long ones too', async () => {
  const { status, html } = await ask('/nulle-part');
  expect(status).toBe(404);
  expect(await ask(`/${'ailleurs/'.repeat(300)}`)).toEqual({ status, html });
  expect(renders).toEqual([]);
});
