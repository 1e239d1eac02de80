// Whatever address is asked for and however: a page comes with all the headers that tell the browser what it may do, and
// what is no page is none.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths, redirects } from '#paths';
import { pages } from '#server/db/schema/content.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let address: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, now: new Date() });
  const { db } = market;
  await db.insert(pages).values({ slug: 'cgv', name: 'Conditions', place: 'aide', description: 'Texte' });
  const store = await makeStore(db, { slug: 'fromagerie' });
  const category = await makeCategory(db, { slug: 'fromages' });
  await makeProduct(db, { storeId: store.id, categoryId: category.id, slug: 'tomme' });
  address = await market.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => market.close());

const slugs: Record<string, string> = {
  [paths.category]: 'fromages',
  [paths.product]: 'tomme',
  [paths.event]: 'rien',
  [paths.page]: 'cgv',
};
const ofApp = [...Object.values(paths), ...Object.keys(redirects)].map((path) =>
  path.replace(':slug', slugs[path] ?? 'fromagerie').replace(':id', '12'),
);
const unknownPages = [
  '/nulle-part',
  '/produit/rien',
  '/produit',
  '/categorie/rien',
  '/PRODUIT/tomme',
  '//',
  '//evil.example',
  '///produit/tomme',
  '/produit//tomme',
  '/produit/tomme/',
  '/%',
  '/%00',
  '/%ff',
  '/%2e%2e/',
  '/produit/%2f',
  '/produit/%0d%0aX:1',
  '/events/%0d%0aX:1',
  '/events/%2f%2fevil.example',
  '/rechercher?q=%0d%0aX:1',
  '/panier?x=%00',
  '/?q=<script>',
  `/${'x'.repeat(3000)}`,
  '/paiement/rien',
  '/paiement/00000000-0000-4000-8000-000000000000',
  '/sandbox',
  '/é',
  '/shell',
];
const unknownFiles = [
  ...[
    '/assets/rien.js',
    '/assets/',
    '/assets',
    '/assets/rien',
    '/assets/a/b/c.html',
    '/assets/index.html',
    '/assets/..%2findex.html',
    '/assets/%zz',
    `/assets/${'x'.repeat(900)}`,
    '/assets/%2e%2e/%2e%2e/package.json',
  ],
  ...[
    '/media/rien',
    '/media/',
    '/media',
    '/media/images/',
    '/media/images/rien.webp',
    '/media/images/rien.html',
    '/media/images/..%2f..%2fpackage.json',
    '/media/images/%00',
    '/media/images/.hidden',
    '/media/images/%zz',
    `/media/images/${'x'.repeat(900)}`,
  ],
  ...[
    '/icons/rien.png',
    '/icons/',
    '/screenshots/rien.png',
    '/favicon.gif',
    '/index.html',
    '/sw.js.map',
    '/robots.txt.bak',
    '/wp-login.php',
  ],
  ...['/.env', '/.git/config', '/.well-known/rien', '/.vite/manifest.json', '/assets/.hidden'],
  ...[
    '/Assets/rien.js',
    '/ASSETS/rien',
    '/MEDIA/images/rien',
    '//assets/rien',
    '///media//rien',
    '/%61ssets/rien',
    '/assets%2frien',
    '/media%2Fimages%2Frien',
    '/assets%5crien',
    '/./assets/rien',
    '/produit/../assets/rien',
  ],
];
const files = ['/service-worker.js', '/manifest.webmanifest', '/robots.txt', '/sitemap.xml'];
const api = ['/api', '/api/', '/api/health', '/api/products', '/api/rien', '/api/products/by_slug/rien', '/api/%'];
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
  market.app.inject({ method: method as 'GET', url, headers: { accept: 'text/html,*/*', ...headers } });
type Answer = Awaited<ReturnType<typeof ask>>;

/** Over a real connection: an answer to HEAD in process may show a body that is never sent. */
async function headOverSocket(path: string) {
  const { port } = new URL(address);
  const [response] = (await once(request({ port, path, method: 'HEAD' }).end(), 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { statusCode: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() };
}

function expectGuarded({ headers, statusCode }: Answer, where: string): void {
  expect(statusCode, where).toBeLessThan(500);
  expect(headers['x-content-type-options'], where).toBe('nosniff');
  expect(headers['cross-origin-resource-policy'], where).toBe('same-origin');
  const type = String(headers['content-type'] ?? '');
  // What a browser opens as a page, or follows, or shows as text.
  if (!/^text\/(html|plain)/.test(type) && type !== '') return;
  if (statusCode === 304 && type === '') return;
  expect(headers['content-security-policy'], where).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
  expect(headers['cross-origin-opener-policy'], where).toBe('same-origin');
  expect(headers['referrer-policy'], where).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
  // A page of the app may scan a code, but where money or a new password is at stake; what is no page films nobody.
  const isSilent = headers['referrer-policy'] === 'no-referrer';
  const mayScan = type.startsWith('text/html') && !isSilent;
  expect(headers['permissions-policy'], where).toContain(mayScan ? 'camera=(self)' : 'camera=()');
  expect(headers['content-security-policy'], where).not.toContain('unsafe');
}

describe.each(methods)('%s', (method) => {
  test('of every kind of address comes with all headers', { timeout: 60_000 }, async () => {
    for (const url of [...ofApp, ...unknownPages, ...unknownFiles, ...files, ...api]) {
      const answer = await ask(method, url);
      expectGuarded(answer, `${method} ${url.slice(0, 80)} → ${answer.statusCode}`);
      if (method !== 'GET' && method !== 'HEAD') expect(answer.payload, `${method} ${url}`).not.toContain('<script');
    }
  });
});

test('every page of the application is one', async () => {
  for (const url of ofApp) {
    const { statusCode, headers } = await ask('GET', url);
    expect([200, 301, 404], url).toContain(statusCode);
    if (statusCode === 200) expect(headers['content-security-policy'], url).toContain("script-src 'self'");
  }
});

const notBuilt = [
  ...['/admin', '/admin/boutique/rien', '/admin/boutique/store', '/admin/boutique/store/commandes/12/rien'],
  ...['/commande/rien', '/commande/panier/rien', '/compte/rien', '/authentication/rien', '/en-attente/rien'],
];
test.each(notBuilt)('%s is an unknown address: a page with status 404', async (url) => {
  for (const address of [url, `${url}/`, `${url}?x=1`]) {
    const { statusCode, headers, payload } = await ask('GET', address);
    expect(statusCode, address).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(payload).toContain('<meta name="robots" content="noindex">');
  }
});

test('each page behind a login is one, before the login', async () => {
  const behind = [paths.merchant, paths.merchantOrders, paths.merchantOrder, paths.account, paths.accountOrder];
  for (const url of behind) expect((await ask('GET', url.replace(':id', '12'))).statusCode, url).toBe(200);
});

test.each(unknownFiles)('%s is no file and no page: a plain 404', async (url) => {
  const { statusCode, headers, payload } = await ask('GET', url);
  expect(payload).toBe('Ce fichier n’existe pas.');
  const head = await headOverSocket(url);
  expect(head.body).toBe('');
  for (const answer of [{ statusCode, headers }, head]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test.each([
  ['a name of 900 signs', `/produit/${'x'.repeat(900)}`],
  ['a name as long as an address may be', `/boutique/${'x'.repeat(14_000)}`],
  ['a number of 900 figures', `/paiement/${'1'.repeat(900)}`],
  ['a broken escape', '/produit/%zz'],
  ['half an escape', '/produit/tomme%'],
  ['bytes that are no text', '/categorie/%ff%fe'],
  ['a broken escape behind a question', '/produit/%zz?q=%zz'],
])('%s does not exist: a not-found page with its status', async (_what, url) => {
  const { statusCode, headers, payload } = await ask('GET', url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(payload).toMatch(/introuvable/i);
  expect((await ask('HEAD', url)).statusCode).toBe(404);
});

test.each([
  `/api/products/by_slug/${'x'.repeat(900)}`,
  `/api/carts/${'1'.repeat(900)}`,
  '/api/products/by_slug/%zz',
  '/api/%',
])('%s names nothing of the API, in its own form', async (url) => {
  const { statusCode, headers, payload } = await ask('GET', url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/ld\+json/);
  expect(JSON.parse(payload)).toMatchObject({ '@type': 'hydra:Error' });
});

test.each(['/%', '/%zz/%zz', `/${'x'.repeat(900)}`])(
  '%s is no address of the application: a not-found shell',
  async (url) => {
    const frame = await ask('GET', '/shell');
    const { statusCode, payload } = await ask('GET', url);
    expect([statusCode, payload]).toEqual([404, frame.payload]);
  },
);

test('a question that cannot be decoded is still one about its page', async () => {
  expect((await ask('GET', '/produit/tomme?x=%zz')).statusCode).toBe(200);
});

test('a cached page keeps its policy on revalidation', async () => {
  const first = await ask('GET', '/produit/tomme');
  const again = await ask('GET', '/produit/tomme', { 'if-none-match': String(first.headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
});

test('what the service worker may load is not narrowed by a header of its file', async () => {
  const { headers } = await ask('GET', '/service-worker.js');
  expect(headers['content-type']).toMatch(/javascript/);
  expect(headers['content-security-policy']).toBeUndefined();
});

test('no redirect leads away from the market or injects a header', async () => {
  for (const url of [
    '//evil.example/panier',
    '/panier',
    '/events/%2f%2fevil.example',
    '/events/%0d%0aX:1',
    '/rechercher?q=%0d%0aX:1',
    '/panier?x=//evil',
  ]) {
    const { statusCode, headers } = await ask('GET', url);
    if (statusCode < 300 || statusCode > 399) continue;
    expect(String(headers.location), url).toMatch(/^\/(?!\/)/);
    expect(headers.x, url).toBeUndefined();
  }
  expect((await ask('GET', '//evil.example/panier')).statusCode).toBe(404);
});

test('a failure outside the API is a page in French without its cause, with all headers', async () => {
  await market.db.execute(sql`alter table payments rename to away`);
  const answer = await ask('GET', '/paiement/00000000-0000-4000-8000-000000000000');
  await market.db.execute(sql`alter table away rename to payments`);
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.payload).toContain('Une erreur est survenue');
  expect(answer.payload).not.toMatch(/sandbox|select|params|relation/);
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
});
