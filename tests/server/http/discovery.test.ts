// A client that knows nothing of the market finds its way: API Platform's own parser reads the documentation over the network,
// and lists are followed from page to page by the addresses that stand in them.
import { type Api, parseHydraDocumentation, type Resource } from '@api-platform/api-doc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { pages } from '#server/db/schema/content.ts';
import { FirstViewReader } from '#server/web/first-view.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { freePort } from '../../support/server-process.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let entrypoint: string;
let api: Api;

beforeAll(async () => {
  const port = Number(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  market = await startTestMarket({ env: { publicUrl } });
  const store = await makeStore(market.db, { slug: 'fromagerie' });
  const category = await makeCategory(market.db, { slug: 'fromages' });
  for (const [n, slug] of ['tomme', 'brie', 'comte', 'munster', 'langres'].entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, n + 1));
    await makeProduct(market.db, { storeId: store.id, categoryId: category.id, slug, name: slug, createdAt });
  }
  await makeProduct(market.db, { storeId: store.id, categoryId: category.id, slug: 'cache', published: false });
  await market.db.insert(pages).values({ slug: 'cgv', name: 'Conditions', place: 'aide', description: 'Texte' });
  await market.app.listen({ port, host: '127.0.0.1' });
  entrypoint = `${publicUrl}/api`;
  ({ api } = await parseHydraDocumentation(entrypoint));
});
afterAll(() => market.close());

const named = (name: string): Resource => {
  const found = api.resources?.find((resource) => resource.name === name);
  if (!found) throw new Error(`${name} is not among ${api.resources?.map((resource) => resource.name).join(', ')}`);
  return found;
};

type Thing = { '@id': string; '@type': string; '@context'?: string; name: string; slug: string };
async function ask<T>(address: string | URL): Promise<T> {
  const response = await fetch(new URL(address, entrypoint), { headers: { Accept: 'application/ld+json' } });
  expect(response.headers.get('content-type')).toContain('application/ld+json');
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return (await response.json()) as T;
}
const list = (address: string | URL) => ask<Collection<Thing>>(address);

describe('the documentation', () => {
  test('names every list of the contract that has an address of its own', () => {
    const lists = Object.values(allEndpoints).filter(
      ({ method, path }) => method === 'GET' && /^\/[a-z_]+$/.test(path),
    );
    const found = api.resources?.map(({ url }) => url.replace(entrypoint, '')).sort();
    expect(found).toEqual(
      lists
        .map(({ path }) => path)
        .filter((path) => path !== '/search')
        .sort(),
    );
  });

  test('lists the properties of a product, and the writable ones', () => {
    const fields = new Map(named('products').fields?.map((field) => [field.name, field]));
    expect([...fields.keys()]).toEqual(
      expect.arrayContaining(['name', 'slug', 'price', 'stock', 'averageRating', 'description', 'version']),
    );
    expect(['name', 'stock', 'averageRating', 'indicativePrice'].map((name) => fields.get(name)?.type)).toEqual([
      ...['string', 'integer', 'decimal', 'boolean'],
    ]);
    expect(fields.get('name')?.required).toBe(true);
    expect(fields.get('stock')?.required).toBe(false);
    const writable = named('products').writableFields?.map(({ name }) => name);
    expect(writable).toContain('name');
    expect(writable).not.toContain('averageRating');
  });

  test('lists the operations of a list and of a single resource', () => {
    const done = (name: string) =>
      named(name)
        .operations?.map(({ type }) => type)
        .sort();
    expect(done('products')).toEqual(expect.arrayContaining(['create', 'delete', 'edit', 'list', 'show']));
    expect(done('configurations')).toEqual(['list', 'show']);
  });

  test('is named by the entry point, and both are cacheable with revalidation', async () => {
    const { headers } = await market.inject('GET', '/api');
    expect(headers.link).toContain(
      `<${entrypoint}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
    );
    const again = await market.inject('GET', '/api', { headers: { 'if-none-match': String(headers.etag) } });
    expect(again.status).toBe(304);
  });
});

test('a client lists, pages, sorts and shows by the documentation alone', async () => {
  const products = named('products');
  const parameters = (await products.getParameters?.())?.map(({ variable }) => variable);
  expect(parameters).toContain('order[createdAt]');

  const first = await list(`${products.url}?order[createdAt]=ASC&page=1&itemsPerPage=2`);
  expect(first['hydra:totalItems']).toBe(5);
  expect(first['hydra:member'].map(({ slug }) => slug)).toEqual(['tomme', 'brie']);
  const second = await list(String(first['hydra:view']?.['hydra:next']));
  expect(second['hydra:member'].map(({ slug }) => slug)).toEqual(['comte', 'munster']);
  const last = await list(String(second['hydra:view']?.['hydra:last']));
  expect(last['hydra:member'].map(({ slug }) => slug)).toEqual(['langres']);
  expect(last['hydra:view']?.['hydra:next']).toBeUndefined();
  const turned = await list(`${products.url}?order[createdAt]=DESC&itemsPerPage=1`);
  expect(turned['hydra:member'].map(({ slug }) => slug)).toEqual(['langres']);

  const shown = await ask<Thing & { description: string }>(String(first['hydra:member'][0]?.['@id']));
  expect(shown).toMatchObject({ slug: 'tomme', '@type': 'Product', '@context': '/api/contexts/Product' });
  expect(shown.description).toBeTypeOf('string');
});

test.each(['stores', 'categories', 'pages', 'configurations', 'events', 'featured_products'])(
  'the members of the list of %s are found at their @id',
  async (name) => {
    const { 'hydra:member': members } = await list(named(name).url);
    for (const member of members) expect(await ask<Thing>(member['@id'])).toMatchObject(member as object);
  },
);

test('each answer names its context, and the context exists', async () => {
  const { '@context': context } = await ask<Thing>('/api/stores/by_slug/fromagerie');
  expect(context).toBe('/api/contexts/Store');
  const { '@context': terms } = await ask<{ '@context': Record<string, string> }>(String(context));
  expect(terms).toMatchObject({ '@vocab': `${entrypoint}/docs.jsonld#`, name: 'Store/name', slug: 'Store/slug' });
});

test('hypermedia fields do not add weight to rendered pages', async () => {
  const reader = new FirstViewReader(market.app);
  await reader.ask([['events.list', {}]]);
  const { carried } = await reader.view(0);
  const bare = await list('/api/events');
  expect(Object.keys(bare)).toEqual(expect.arrayContaining(['@context', 'hydra:search']));
  const { '@context': _context, 'hydra:search': _search, ...content } = bare as unknown as Record<string, unknown>;
  expect(carried.answers.map(({ answer }) => answer)).toEqual([content]);
});

describe('an address of the API that is asked for at the site itself', () => {
  const at = (url: string, accept: string, token?: string) =>
    market.inject('GET', url, { headers: { accept }, ...(token && { token }) });

  test('is answered to JSON-LD clients, and is a page or nothing to others', async () => {
    const { body, headers } = await at('/products?page=1', 'application/ld+json');
    expect(body).toEqual((await market.inject('GET', '/api/products?page=1')).body);
    expect(headers.vary).toBe('Accept, Authorization, accept-encoding');
    for (const accept of ['text/html,application/ld+json', '*/*', 'application/json']) {
      expect((await at('/products?page=1', accept)).status, accept).toBe(404);
    }
  });

  test('shows nothing that the API does not show to the same caller', async () => {
    const hidden = await market.db.query.products.findFirst({ where: (row, { eq }) => eq(row.slug, 'cache') });
    expect((await at(`/products/${hidden?.id}`, 'application/ld+json')).status).toBe(404);
    for (const path of ['/products/rien', '/users/1', '/orders/1', '/configurations/rien', '/carts/1/order']) {
      const { status, text } = await market.inject('GET', `/api${path}`);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(await at(path, 'application/ld+json'), path).toMatchObject({ status, text });
    }
    expect((await at('/rien', 'application/ld+json')).headers['x-api']).toBeUndefined();
  });
});
