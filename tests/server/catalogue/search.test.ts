import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/categories.ts';
import type { Collection } from '#contract/hydra.ts';
import type { ProductSummary } from '#contract/products.ts';
import type { SearchResult } from '#contract/search.ts';
import type { StoreSummary } from '#contract/stores.ts';
import { searchAmong } from '#engine/reads/local-search.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
const shelves = { categories: [] as Category[], stores: [] as StoreSummary[], products: [] as ProductSummary[] };

async function members<T>(path: string): Promise<T[]> {
  const { status, body } = await market.inject<Collection<T>>('GET', `/api${path}`);
  expect(status).toBe(200);
  return body['hydra:member'];
}

beforeAll(async () => {
  market = await startTestMarket({ demo: true });
  shelves.categories = await members('/categories?order[lft]=ASC');
  shelves.stores = await members('/stores?itemsPerPage=200');
  for (let page = 1; ; page += 1) {
    const more = await members<ProductSummary>(`/products?published=true&itemsPerPage=200&page=${page}`);
    shelves.products.push(...more);
    if (more.length < 200) break;
  }
});
afterAll(() => market.close());

const kindOf = ({ '@context': context }: SearchResult) => context.split('/').at(-1);
const said = (results: readonly SearchResult[]) => results.map((result) => `${kindOf(result)} ${result.slug}`);
const search = (q: string) => members<SearchResult>(`/search?q=${encodeURIComponent(q)}`);
const first = (results: readonly SearchResult[], kind: string) =>
  results.find((result) => kindOf(result) === kind)?.slug ?? null;

describe('the search of the market forgives', () => {
  test.each([
    ['fromge', 'Category', 'fromages'],
    ['fromge', 'Store', 'fromagerie-du-chatel'],
    ['fromge', 'Product', 'fromage-blanc-en-faisselle'],
    ['brasserei', 'Store', 'brasserie-des-trois-ponts'],
    ['tome de meuse', 'Product', 'tomme-de-meuse'],
    ['beure', 'Category', 'beurre-et-creme'],
    ['beure', 'Product', 'beurre-de-baratte'],
    ['salon bele rive', 'Store', 'salon-belle-rive'],
    ['miel de foret', 'Product', 'miel-de-foret'],
    ['meil de foret', 'Product', 'miel-de-foret'],
    ['biscuitreie', 'Store', 'biscuiterie-du-chateau-bas'],
    ['CREMERIE ET OEUFS', 'Category', 'cremerie-et-oeufs'],
    ['epicerie', 'Category', 'epicerie-salee'],
    ['bieres', 'Category', 'bieres'],
    ['tommes', 'Product', 'tomme-de-meuse'],
    ['confitrues', 'Category', 'confitures-et-gelees'],
    ['dragee aux amande', 'Product', 'dragees-aux-amandes-d-avola'],
    ['velo eletrique', 'Product', 'velo-electrique-rive-gauche'],
  ])('%s: the first %s is %s', async (q, kind, slug) => {
    expect(first(await search(q), kind)).toBe(slug);
  });

  test.each(['xyzzy', 'azertyuiop', 'qsdfghjkl', 'blorptastique', 'zx', 'ordinateur portable', 'fromage xyzzy'])(
    'but nonsense finds nothing: %s',
    async (q) => {
      expect(said(await search(q))).toEqual([]);
    },
  );

  test('but what is spelled right is answered by what holds it alone', async () => {
    const products = (await search('miel')).filter((result) => kindOf(result) === 'Product');
    expect(products.length).toBeGreaterThan(5);
    for (const { name } of products) expect(name.toLowerCase()).toContain('miel');
  });
});

describe('where no category and no shop answers by its name', () => {
  test.each(['tomme', 'tomem'])('those of the products found stand in: %s', async (q) => {
    const found = await search(q);
    expect(first(found, 'Category')).toBe('fromages-a-pate-pressee');
    expect(first(found, 'Store')).toBe('fromagerie-du-chatel');
  });
});

describe('a device finds what the market finds', () => {
  const typed = [
    ...['fromage', 'fromge', 'brasserei', 'brasserie', 'tome de meuse', 'tomme', 'tomem', 'beure', 'beurre'],
    ...['salon bele rive', 'meil', 'miel', 'creme', 'crèmes', 'bieres', 'vins', 'oeuf', 'œufs', 'chocolat noir'],
    ...['atelier', 'verdun', 'confitrue', 'coffret', 'mirabele', 'l’avent', "d'acacia", 'ép', 'a', 'xyzzy', '100 %'],
    ...['pain dépice', 'laine', 'savon', 'bois', 'jus', 'carte cadeau', 'livre', 'bijoux', 'thé', 'café', '%', 'dun'],
  ];
  test.each(typed)('%s', async (q) => {
    const ours = await searchAmong(shelves, q);
    expect(said(ours)).toEqual(said(await search(q)));
  });
});

describe('whatever is typed', () => {
  test.each(['%', '_', '\\', '💥', '{"a"}', '"', ','.repeat(100), 'a'.repeat(100)])('is answered: %j', async (q) => {
    const { status } = await market.inject('GET', `/api/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
  });
});
