import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFolder } from '#server/build/build.ts';
import { configurations, featuredProducts, pages } from '#server/db/schema/content.ts';
import { type BuiltFiles, readBuiltFiles } from '#server/web/assets/built.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;

beforeAll(async () => {
  market = await startTestMarket({ pages: true, now: new Date() });
  const { db } = market;
  await db.insert(configurations).values({ key: 'siteName', value: 'Étal Meuse' });
  await db
    .insert(pages)
    .values({ slug: 'cgv', name: 'Conditions générales', place: 'aide', description: '# Long texte' });
  const store = await makeStore(db, { slug: 'fromagerie-du-chatel', name: 'Fromagerie du Châtel' });
  const category = await makeCategory(db, { slug: 'fromages', name: 'Fromages' });
  const values = { storeId: store.id, categoryId: category.id };
  const tomme = await makeProduct(db, {
    ...values,
    slug: 'tomme-de-meuse',
    name: 'Tomme de Meuse',
    price: 1250,
    description: 'Au lait cru </script><script>alert(1)</script>',
  });
  await db.insert(featuredProducts).values({ productId: tomme.id, rank: 1 });
});
afterAll(() => market.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  market.inject('GET', url, { headers: { accept: 'text/html', ...headers } });
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));
const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));

interface Carried {
  answers: { name: string; args: unknown; answer?: unknown }[];
  shell: { categories: { name: string }[]; pages: { name: string; description?: string }[] };
}
function carried(html: string): Carried {
  const [, json = ''] = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as Carried;
}

describe('a public page', () => {
  it('of home shows its products before any script runs', async () => {
    const { status, text } = await get('/');
    expect(status).toBe(200);
    expect(bodyOf(text)).toContain('Notre sélection de produits');
    expect(bodyOf(text)).toContain('Tomme de Meuse');
    expect(bodyOf(text)).toContain('12,50');
    expect(bodyOf(text)).toContain('href="/produit/tomme-de-meuse"');
  });

  it('of a category shows its name and products, with the title in the head', async () => {
    const { status, text } = await get('/categorie/fromages');
    expect(status).toBe(200);
    expect(headOf(text)).toContain('<title>Fromages — Étal Meuse</title>');
    expect(bodyOf(text)).toContain('Tomme de Meuse');
  });

  it('of a product carries title, description, canonical address, Open Graph and linked data', async () => {
    const { status, text } = await get('/produit/tomme-de-meuse');
    expect(status).toBe(200);
    const head = headOf(text);
    expect(head).toContain('<title>Tomme de Meuse — Étal Meuse</title>');
    expect(head).toMatch(/<meta name="description" content="Au lait cru/);
    expect(head).toContain('<link rel="canonical" href="http://localhost:4173/produit/tomme-de-meuse"/>');
    expect(head).toContain('property="og:title" content="Tomme de Meuse — Étal Meuse"');
    expect(head).toContain('property="og:url" content="http://localhost:4173/produit/tomme-de-meuse"');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Product', name: 'Tomme de Meuse', offers: { price: '12.50' } });
  });

  it('of a store, of the directory and of a static page comes filled too, with all that its drawing asked for', async () => {
    const shop = await get('/boutique/fromagerie-du-chatel/produits');
    expect(shop.status).toBe(200);
    expect(headOf(shop.text)).toContain('<title>Fromagerie du Châtel - produits — Étal Meuse</title>');
    expect(bodyOf(shop.text)).toContain('Tomme de Meuse');
    expect(carried(shop.text).answers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['stores.bySlug', 'stores.products']),
    );
    const directory = await get('/boutiques');
    expect(bodyOf(directory.text)).toContain('href="/boutique/fromagerie-du-chatel"');
    expect((await get('/page/cgv')).text).toContain('<title>Conditions générales — Étal Meuse</title>');
    for (const { text } of [shop, directory]) expect(text).not.toContain('content="noindex"');
  });

  it("cannot be escaped by a merchant's text", async () => {
    const { text } = await get('/produit/tomme-de-meuse');
    expect(text).not.toContain('<script>alert');
    expect(carried(text).answers.find(({ name }) => name === 'products.bySlug')?.answer).toMatchObject({
      description: 'Au lait cru </script><script>alert(1)</script>',
    });
  });

  it('carries the answers it was drawn from, and of the frame only names', async () => {
    const { text } = await get('/');
    const { answers, shell } = carried(text);
    expect(answers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['configurations.list', 'featuredProducts.list', 'featuredCategories.subset']),
    );
    expect(shell.categories.map(({ name }) => name)).toContain('Fromages');
    expect(shell.pages).toEqual([{ slug: 'cgv', name: 'Conditions générales', place: 'aide' }]);
    expect(text).not.toContain('Long texte');
  });

  it('is the same for everyone: a token changes nothing', async () => {
    const anonymous = await get('/');
    const withToken = await get('/', { authorization: 'Bearer x.y.z' });
    expect(withToken.text).toBe(anonymous.text);
  });

  it('allows exactly the styles it carries', async () => {
    for (const url of ['/', '/produit/tomme-de-meuse', '/boutiques', '/nulle-part']) {
      const { text, headers } = await get(url);
      const [, style = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(style.length).toBeGreaterThan(1000);
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
      expect(text).not.toMatch(/<style[^>]*>.*<style/s);
    }
  });

  it('allows exactly the script it carries: the same in every page, of at most 1 kB', async () => {
    const scripts = new Set<string>();
    for (const url of ['/', '/produit/tomme-de-meuse', '/boutiques', '/shell', '/nulle-part']) {
      const { text, headers } = await get(url);
      const inline = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
      expect(inline).toHaveLength(1);
      const [code = ''] = inline;
      const hash = createHash('sha256').update(code).digest('base64');
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
      expect(headOf(text)).toContain(code);
      scripts.add(code);
    }
    const [listener = '', ...others] = scripts;
    expect(others).toEqual([]);
    expect(Buffer.byteLength(listener)).toBeLessThanOrEqual(1024);
  });

  it('contains the styles of the first load and of its lazy area', async () => {
    const { styles, more } = readBuiltFiles(builtFolder) as BuiltFiles;
    const styleOf = async (url: string) => /<style>(.*?)<\/style>/s.exec((await get(url)).text)?.[1];
    for (const url of ['/', '/produit/tomme-de-meuse', '/shell', '/nulle-part'])
      expect(await styleOf(url)).toBe(styles.text);
    expect(more.styles.text.length).toBeGreaterThan(1000);
    expect(await styleOf('/boutiques')).toBe(styles.text + more.styles.text);
  });

  it('loads one script, last and without holding up the paint, and no style file', async () => {
    const { text } = await get('/');
    expect(text.match(/<script[^>]+src=/g)).toHaveLength(1);
    expect(text).toMatch(/<script type="module" src="\/assets\/[^"]+"><\/script>\s*<\/body>/);
    expect(text).not.toMatch(/<link[^>]+rel="stylesheet"(?![^>]* disabled>)/);
  });

  it('asks for every file of that script while it is itself arriving, before its pictures', async () => {
    const { text } = await get('/');
    const files = readBuiltFiles(builtFolder)?.firstLoad ?? [];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(headOf(text)).toContain(`<link rel="modulepreload" href="/${file}">`);
    expect(text.indexOf('rel="modulepreload"')).toBeLessThan(text.indexOf('<style'));
  });

  it('names them before its first byte, and those of the lazy area that drew it', async () => {
    const { link } = (await get('/')).headers;
    const files = readBuiltFiles(builtFolder)?.firstLoad ?? [];
    expect(link).toBe(files.map((file) => `</${file}>; rel=modulepreload`).join(', '));
    const more = (await get('/boutiques')).headers.link;
    expect(String(more).startsWith(`${link}, </assets/shop-area-`)).toBe(true);
  });

  it('is answered with 304 to a matching ETag', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('is sent as brotli to browsers that accept it', async () => {
    const response = await market.app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe((await get('/')).text);
    expect(response.rawPayload.length).toBeLessThan(24 * 1024);
  });
});

describe('an address', () => {
  it.each(['/nulle-part', '/produit', '/categorie/fromages/encore'])('%s that is no page answers 404', async (url) => {
    const { status, headers } = await get(url);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('text/html');
  });

  it('of a product, category, store, event or page that does not exist answers 404 with the not-found page', async () => {
    for (const url of ['/produit/rien', '/categorie/rien', '/boutique/rien', '/evenement/rien', '/page/rien']) {
      const { status, text } = await get(url);
      expect(status).toBe(404);
      expect(headOf(text)).toContain('<title>Page introuvable — Étal Meuse</title>');
      expect(bodyOf(text)).toContain('href="/"');
    }
  });

  it.each([
    ['/panier?ordering=1', '/commande/panier?ordering=1'],
    ['/rechercher?q=miel', '/recherche?q=miel'],
    ['/events/marche-de-noel', '/evenement/marche-de-noel'],
  ])('%s leads to %s', async (from, to) => {
    const { status, headers } = await get(from);
    expect(status).toBe(301);
    expect(headers.location).toBe(to);
  });

  it.each([
    '/authentication/connexion',
    '/commande/panier',
    '/compte/commande/12',
    '/admin/boutique/store/commandes',
    '/recherche?q=x',
  ])('%s is drawn by the browser and not for search engines', async (url) => {
    const { status, text } = await get(url);
    expect(status).toBe(200);
    expect(headOf(text)).toContain('<meta name="robots" content="noindex">');
    expect(headOf(text)).toContain('<title>Étal Meuse</title>');
    expect(text).not.toContain('id="first-view"');
  });

  it('under /api that does not exist is answered by the API, not by a page', async () => {
    const { status, headers } = await get('/api/nothing');
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('json');
  });
});

describe('the page around', () => {
  it('carries where the API is and the public keys, never a private one', async () => {
    const { text } = await get('/shell');
    expect(text).toContain('data-api-endpoint="/api"');
    const [, keys = ''] = /data-jwt-keys="([^"]*)"/.exec(text) ?? [];
    const [key] = JSON.parse(keys.replaceAll('&quot;', '"')) as Record<string, string>[];
    expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256' });
    expect(key).not.toHaveProperty('d');
  });

  it('serves its files for ever, its sign for a day and the worker afresh', async () => {
    const { text } = await get('/');
    const [, entry = ''] = /src="(\/assets\/[^"]+)"/.exec(text) ?? [];
    const script = await get(entry, { 'accept-encoding': 'br' });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-encoding']).toBe('br');
    const worker = await get('/service-worker.js');
    expect(worker.status).toBe(200);
    expect(worker.headers['cache-control']).toBe('no-cache');
    for (const encoding of ['br', 'identity']) {
      const sign = await get('/icons/icon-192.png', { 'accept-encoding': encoding });
      expect(sign.headers['cache-control']).toBe('public, max-age=86400');
    }
    expect((await get('/manifest.webmanifest')).body).toMatchObject({ lang: 'fr', name: 'Étal Meuse' });
  });
});

describe('a demonstration', () => {
  const sign = /<aside id="demo" aria-label="Démonstration"( hidden)?>/;
  const addresses = ['/', '/boutiques', '/commande/panier', '/shell', '/rien/de/tel'];

  it('shows the demo notice on every page, before any script runs', async () => {
    for (const url of addresses) {
      const { text } = await get(url);
      expect([url, sign.exec(text)?.[0], sign.exec(text)?.[1]]).toEqual([url, expect.any(String), undefined]);
      expect(
        bodyOf(text)
          .replace(/<\/?span>/g, '')
          .replace(/\s+/g, ' '),
      ).toContain('rien n’y est vendu, comptes d’essai en libre accès.');
      expect(text).toContain('#demo{');
    }
    const { text } = await get('/api/configurations');
    expect(text).toContain('"key":"demo","value":"1"');
  });

  it('differs from a real market, which shows no notice, even to a browser that saw the demo', async () => {
    const real = await startTestMarket({ pages: true, env: { demo: false } });
    try {
      for (const url of addresses) {
        const known = await get(url);
        const headers = { 'if-none-match': String(known.headers.etag) };
        const { status, text } = await real.inject('GET', url, { headers });
        expect([url, status, sign.exec(text)?.[1]]).toEqual([url, known.status, ' hidden']);
      }
      expect((await real.inject('GET', '/api/configurations')).text).not.toContain('"demo"');
    } finally {
      await real.close();
    }
  });
});
