import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { events, products } from '#server/db/schema/catalogue.ts';
import { pages } from '#server/db/schema/content.ts';
import { createRobotsText, createSitemapFiles } from '#server/web/sitemap.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const ORIGIN = 'https://etal-meuse.test';
let market: TestMarket;

beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { publicUrl: ORIGIN } });
  const { db } = market;
  const category = await makeCategory(db, { slug: 'fromages', name: 'Fromages' });
  const shop = await makeStore(db, { slug: 'fromagerie', createdAt: new Date('2026-03-01T10:00:00Z') });
  const salon = await makeStore(db, { slug: 'salon', version: 3 });
  const closed = await makeStore(db, { slug: 'fermee', published: false });
  const values = { storeId: shop.id, categoryId: category.id, createdAt: new Date('2026-04-02T10:00:00Z') };
  await makeProduct(db, { ...values, slug: 'tomme' });
  await makeProduct(db, { ...values, slug: 'retouche', version: 2 });
  await makeProduct(db, { ...values, slug: 'brouillon', published: false });
  await makeProduct(db, { ...values, slug: 'retire', deletedAt: new Date() });
  await makeProduct(db, { ...values, slug: 'cache', storeId: closed.id });
  const hidden = await makeProduct(db, { ...values, slug: 'seul', storeId: salon.id });
  await db.update(products).set({ published: false }).where(eq(products.id, hidden.id));
  await db.insert(events).values({ slug: 'marche-de-noel', name: 'Marché de Noël' });
  await db.insert(pages).values({ slug: 'cgv', name: 'CGV', place: 'aide', description: 'Texte' });
});
afterAll(() => market.close());

const entries = (xml: string) =>
  [...xml.matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g)].map(
    ([, address = '', changed]) => [address.replace(ORIGIN, ''), changed] as const,
  );

describe('the sitemap', () => {
  test('lists everything public and nothing else, with the last change if known', async () => {
    const { status, headers, text } = await market.inject('GET', '/sitemap.xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(
      text.startsWith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ),
    ).toBe(true);
    expect(entries(text)).toEqual([
      ['/', undefined],
      ['/nouveautes', undefined],
      ['/promotions', undefined],
      ['/boutiques', undefined],
      ['/contact', undefined],
      ['/page/cgv', undefined],
      ['/evenement/marche-de-noel', undefined],
      ['/categorie/fromages', undefined],
      ['/boutique/fromagerie', '2026-03-01'],
      ['/boutique/fromagerie/produits', undefined],
      ['/boutique/fromagerie/a-propos', '2026-03-01'],
      ['/boutique/fromagerie/avis', undefined],
      ['/boutique/salon', undefined],
      ['/boutique/salon/a-propos', undefined],
      ['/boutique/salon/avis', undefined],
      ['/produit/retouche', undefined],
      ['/produit/tomme', '2026-04-02'],
    ]);
  });

  test('every address of it is a page that may be listed, under the address it gives itself', async () => {
    const { text } = await market.inject('GET', '/sitemap.xml');
    for (const [path] of entries(text)) {
      const page = await market.inject('GET', path);
      expect(page.status, path).toBe(200);
      expect(page.text, path).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
      expect(page.text, path).not.toContain('content="noindex"');
    }
  });

  test('in a large market is a list of files, none above the limit, and leaves nothing out', async () => {
    const addresses = Array.from({ length: 25 }, (_, n) => ({ path: `/produit/a&b-${n}`, changed: null }));
    const files = await createSitemapFiles(ORIGIN, addresses, 10);
    expect([...files.keys()]).toEqual(['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml']);
    expect(files.get('/sitemap.xml')).toContain('<sitemapindex');
    const parts = [1, 2, 3].map((number) => entries(files.get(`/sitemap-${number}.xml`) ?? ''));
    expect(parts.map((part) => part.length)).toEqual([10, 10, 5]);
    expect(parts.flat()[0]?.[0]).toBe('/produit/a&amp;b-0');
    expect(files.get('/sitemap.xml')).toContain(`<loc>${ORIGIN}/sitemap-3.xml</loc>`);
  });

  test('has no further file in a small one', async () => {
    for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-x.xml']) {
      expect((await market.inject('GET', path)).status).toBe(404);
    }
  });
});

describe('robots.txt', () => {
  test('allows public pages, disallows the rest, and names the sitemap', async () => {
    const { status, headers, text } = await market.inject('GET', '/robots.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(createRobotsText(ORIGIN));
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines.at(-1)).toBe(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const closed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []));
    for (const path of ['/admin', '/commande', '/compte', '/authentication', '/recherche', '/en-attente', '/api']) {
      expect(closed).toContain(path);
    }
    const { text: sitemap } = await market.inject('GET', '/sitemap.xml');
    const open = [
      ...entries(sitemap).map(([path]) => path),
      '/media/images/x-480.webp',
      '/assets/main.js',
      '/icons/icon-512.png',
    ];
    for (const path of open) expect(closed.filter((prefix) => path.startsWith(prefix))).toEqual([]);
  });
});
