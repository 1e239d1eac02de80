// What standard clients write into the addresses of lists: understood where the list has it, ignored where it has no such thing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
const ids: Record<string, string> = {};
const categories: Record<string, string> = {};
beforeAll(async () => {
  market = await startTestMarket();
  const storeId = (await makeStore(market.db)).id;
  for (const slug of ['fromages', 'vins']) categories[slug] = (await makeCategory(market.db, { slug })).id;
  const made = [
    ['tomme', 'fromages', 900],
    ['brie', 'fromages', 700],
    ['toul', 'vins', 1200],
  ] as const;
  for (const [n, [slug, category, price]] of made.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, n + 1));
    const product = { storeId, categoryId: categories[category] ?? '', slug, price, createdAt };
    ids[slug] = (await makeProduct(market.db, product)).id;
  }
});
afterAll(() => market.close());

const filled = (query: string) =>
  query.replace(/\{(\w+)\}/g, (_, slug: string) => encodeURIComponent(ids[slug] ?? `/categories/${categories[slug]}`));
const list = (query: string) => market.inject<Collection<{ slug: string }>>('GET', `/api/products?${filled(query)}`);

test.each([
  ['category[]={fromages}', 'brie tomme'],
  ['category[0]={fromages}', 'brie tomme'],
  ['category={fromages}', 'brie tomme'],
  ['category[0]={fromages}&category[1]={vins}', 'toul brie tomme'],
  ['category={fromages}&category={vins}', 'toul brie tomme'],
  ['id[0]={tomme}&id[1]={toul}', 'toul tomme'],
  ['id={tomme}', 'tomme'],
  ['order[createdAt]=ASC', 'tomme brie toul'],
  ['order[createdAt]=asc', 'tomme brie toul'],
  ['order[price]=ASC', 'brie tomme toul'],
  ['order[price]=DESC', 'toul tomme brie'],
  ['sort[price]=ASC', 'brie tomme toul'],
  ['order[id]=ASC', 'toul brie tomme'],
  ['order[id]=DESC&page=1&itemsPerPage=25', 'toul brie tomme'],
  ['order[]=ASC', 'toul brie tomme'],
  ['pagination=true&partial=false', 'toul brie tomme'],
  ['itemsPerPage=2&page=2&order[createdAt]=ASC', 'toul'],
])('%s lists %s', async (query, slugs) => {
  const { status, body, text } = await list(query);
  expect(status, text).toBe(200);
  expect(body['hydra:member'].map(({ slug }) => slug).join(' ')).toBe(slugs);
});

test.each([
  'colour=red',
  'category[name]=fromages',
  'page=1&page=2',
  'order[createdAt]=up',
  'order[price]=up',
  'id[0]=nonsense%00',
  'category[0]=nonsense',
])('%s is refused, so that no filter is left out unseen', async (query) => {
  expect((await list(query)).status).toBe(400);
});

describe('a list that is not paged, or has no order', () => {
  const lists = (Object.entries(allEndpoints) as [string, Endpoint][]).filter(
    ([name, { method, path, access }]) =>
      method === 'GET' && /^\/[a-z_]+$/.test(path) && access === 'public' && name !== 'search',
  );
  test.each(lists)('%s answers what every client asks of every list', async (_name, { path }) => {
    const { status, text } = await market.inject('GET', `/api${path}?order[id]=ASC&page=1&itemsPerPage=25`);
    expect(status, text).toBe(200);
  });
});

test('what is no list takes none of it', async () => {
  expect((await market.inject('GET', '/api/products/by_slug/tomme?page=1')).status).toBe(400);
});
