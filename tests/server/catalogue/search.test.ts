import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Configuration } from '#contract/catalogue/content.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { EndpointAnswer } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { searchLocally } from '#engine/reads/local-search.ts';
import { shopperQueries } from '../../support/shopper-queries.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
const shelves = {
  categories: [] as Category[],
  stores: [] as StoreSummary[],
  products: [] as ProductSummary[],
  synonyms: '',
  towns: '',
};

async function members<T>(path: string): Promise<T[]> {
  const { status, body } = await market.inject<Collection<T>>('GET', `/api${path}`);
  expect(status).toBe(200);
  return body['hydra:member'];
}

beforeAll(async () => {
  market = await startTestMarket({ demo: true });
  shelves.categories = await members('/categories?order[lft]=ASC');
  shelves.stores = await members('/stores?itemsPerPage=200');
  const { body } = await market.inject<Configuration>('GET', '/api/configurations/synonyms');
  shelves.synonyms = body.value;
  const configuration = await members<Configuration>('/configurations');
  shelves.towns = configuration.find(({ key }) => key === 'towns')?.value ?? '';
  for (let page = 1; ; page += 1) {
    const more = await members<ProductSummary>(`/products?published=true&itemsPerPage=200&page=${page}`);
    shelves.products.push(...more);
    if (more.length < 200) break;
  }
});
afterAll(() => market.close());

const kindOf = ({ '@context': context }: SearchResult) => context.split('/').at(-1);
const slugsOf = (results: readonly SearchResult[]) => results.map((result) => `${kindOf(result)} ${result.slug}`);
const search = (q: string) => members<SearchResult>(`/search?q=${encodeURIComponent(q)}`);
const answered = async (query: Record<string, string>) => {
  const { status, body } = await market.inject<EndpointAnswer<'search'>>(
    'GET',
    `/api/search?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return body;
};
/** The first three of each kind, as the table writes them. */
const firstThree = (results: readonly SearchResult[]) =>
  Object.entries({ Product: '', Store: '@', Category: '#' }).flatMap(([kind, sign]) =>
    results
      .filter((result) => kindOf(result) === kind)
      .slice(0, 3)
      .map(({ slug }) => `${sign}${slug}`),
  );
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
    ['beure', 'Product', 'beurre-demi-sel-au-sel-de-lorraine'],
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

  test.each(['xyzzy', 'azertyuiop', 'qsdfghjkl', 'blorptastique', 'zx', 'ordinateur portable'])(
    'but nonsense finds nothing: %s',
    async (q) => {
      expect(slugsOf(await search(q))).toEqual([]);
    },
  );

  test('a word without matches is ignored, and reported', async () => {
    const [whole, both] = [await answered({ q: 'fromage' }), await answered({ q: 'fromage xyzzy' })];
    expect(slugsOf(both['hydra:member'])).toEqual(slugsOf(whole['hydra:member']));
    expect(both.ignored).toEqual(['xyzzy']);
    expect(whole.ignored).toEqual([]);
  });

  test('without any match, similar names are suggested', async () => {
    const { spellings, ...nothing } = await answered({ q: 'kinkaillerie' });
    expect(nothing['hydra:totalItems']).toBe(0);
    expect(spellings).toContain('Quincaillerie Thirion');
    expect((await answered({ q: 'xyzzy' })).spellings).toEqual([]);
  });

  test('a correctly spelled word matches names and categories only', async () => {
    const products = (await search('miel')).filter((result) => kindOf(result) === 'Product');
    expect(products.length).toBeGreaterThan(5);
    const miels = shelves.categories.find(({ slug }) => slug === 'miels');
    for (const { name, '@id': iri } of products) {
      const { category } = shelves.products.find((product) => product['@id'] === iri) ?? {};
      expect(name.toLowerCase().includes('miel') || category === miels?.['@id'], name).toBe(true);
    }
  });
});

describe('what is sold out', () => {
  test.each(['beurre'])('comes after all that can be bought: %s', async (q) => {
    const found = (await search(q)).filter((result) => kindOf(result) === 'Product' && !result.partial);
    const isOut = found.map(({ id }) => shelves.products.find((product) => product.id === id)?.stock === 0);
    expect(isOut).toContain(true);
    expect(isOut).toEqual([...isOut].sort((a, b) => Number(a) - Number(b)));
  });
});

describe('what nobody offers', () => {
  test('is answered by the nearest stores and categories, and named as such', async () => {
    const found = await answered({ q: 'plombier verdun' });
    expect(found.nearest).toBe(true);
    expect(first(found['hydra:member'], 'Store')).toBe('quincaillerie-thirion');
    expect((await answered({ q: 'fromage' })).nearest).toBeUndefined();
  });
});

describe('an event', () => {
  test('is found by all its products, those with the other words first', async () => {
    const found = (await search('cadeau noël')).filter((result) => kindOf(result) === 'Product');
    const whole = found.filter(({ partial }) => !partial);
    expect(whole.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['coffret-de-noel', 'coffret-du-vigneron', 'carte-cadeau-bijou']),
    );
    const event = await members<ProductSummary>('/products?events.slug=marche-de-noel&published=true&itemsPerPage=100');
    const known = new Set(event.map(({ id }) => id));
    expect(whole.filter(({ id }) => !known.has(id))).toEqual([]);
    expect(found.slice(0, whole.length)).toEqual(whole);
  });
});

describe('what shoppers type', () => {
  test.each(shopperQueries)('%s', async (q, ...wanted) => {
    expect(firstThree(await search(q))).toEqual(expect.arrayContaining(wanted));
  });
});

test('synonyms are served for offline search, and add nothing to pages', async () => {
  expect(shelves.synonyms).toContain('coiffeur: salon');
  const settings = await members<Configuration>('/configurations');
  expect(settings.map(({ key }) => key)).toContain('siteName');
  expect(JSON.stringify(settings)).not.toContain('coiffeur: salon');
});

describe('a town ranks results instead of filtering them', () => {
  test('products of stores in the town come first', async () => {
    const found = (await search('savon spincourt')).filter((result) => kindOf(result) === 'Product');
    expect(found[0]?.slug).toBe('savon-de-lavande');
    const bread = (await search('pain verdun')).filter((result) => kindOf(result) === 'Product');
    expect(bread[0]?.about).toBe('Boulangerie Aux Épis');
  });

  test('alone it shows its stores and their products', async () => {
    const found = await search('damvillers');
    expect(first(found, 'Store')).toBe('terre-de-damvillers');
    const shops = found.filter((result) => kindOf(result) === 'Product').map(({ about }) => about);
    expect(new Set(shops)).toEqual(new Set(['Terre de Damvillers']));
  });
});

describe('what is found can be narrowed', () => {
  const productsOf = (list: EndpointAnswer<'search'>) =>
    list['hydra:member']
      .filter((result) => kindOf(result) === 'Product')
      .map(({ '@id': iri }) => shelves.products.find((product) => product['@id'] === iri) as ProductSummary);
  const shown = ({ reducedPrice, price }: ProductSummary) => (reducedPrice ?? price)?.amount ?? 0;

  test.each([
    ['mirabelle', { town: 'Verdun' }, ({ store }: ProductSummary) => store.city === 'Verdun'],
    ['mirabelle', { priceMax: '10' }, (product: ProductSummary) => shown(product) <= 1000],
    ['mirabelle', { priceMin: '10' }, (product: ProductSummary) => shown(product) >= 1000],
    [
      'stage',
      { available: 'true' },
      ({ store, stock }: ProductSummary) => store.plan.name.startsWith('E-com') && stock !== 0,
    ],
    [
      'mirabelle',
      { delivery: 'relay' },
      ({ store }: ProductSummary) =>
        shelves.stores.find(({ id }) => id === store.id)?.shippingTypes?.includes('relay') === true,
    ],
  ])('%s by %j', async (q, filter, holds) => {
    const whole = productsOf(await answered({ q }));
    const narrow = productsOf(await answered({ q, ...filter } as unknown as Record<string, string>));
    expect(narrow.length).toBeGreaterThan(0);
    expect(narrow.length).toBeLessThan(whole.length);
    expect(narrow).toEqual(whole.filter(holds));
  });

  test('by a category and all below it, and a device narrows alike', async () => {
    const query = {
      q: 'verdun',
      category: 'pains-et-douceurs',
      town: 'Verdun',
      delivery: 'home',
      priceMax: '30',
    } as const;
    const narrow = await answered({ ...query });
    expect(narrow['hydra:totalItems']).toBeGreaterThan(3);
    const local = await searchLocally(shelves, query);
    expect(slugsOf(local['hydra:member'])).toEqual(slugsOf(narrow['hydra:member']));
    expect(
      new Set(narrow['hydra:member'].filter((each) => kindOf(each) === 'Product').map(({ about }) => about)),
    ).toEqual(new Set(['Dragées de la Citadelle']));
  });

  test('the choices are those of all that was found, whatever is chosen already', async () => {
    const whole = await answered({ q: 'fraise' });
    const narrow = await answered({ q: 'fraise', town: 'Souilly' });
    expect(whole.facets?.filter(({ by }) => by === 'town').length).toBeGreaterThan(2);
    expect(narrow.facets).toEqual(whole.facets);
    expect(whole.facets?.map(({ value }) => value)).toContain('fruits-et-legumes');
  });

  test.each(['priceMax=-1', 'priceMax=1.5', 'delivery=ballon', 'category=A%20B', 'colour=red'])(
    'and %s is refused',
    async (filter) => {
      expect((await market.inject('GET', `/api/search?q=miel&${filter}`)).status).toBe(400);
    },
  );
});

describe('each result has the fields of a result line', () => {
  test('its picture, its store and its price', async () => {
    const [product] = (await search('tomme de meuse')).filter((result) => kindOf(result) === 'Product');
    const shelved = shelves.products.find(({ slug }) => slug === 'tomme-de-meuse');
    expect(product).toMatchObject({
      image: shelved?.images[0]?.['240_inset_path'],
      about: 'Fromagerie du Châtel',
      price: (shelved?.reducedPrice ?? shelved?.price)?.amount,
    });
  });
});

describe('without a matching category or store', () => {
  test.each(['tomme', 'tomem'])('those of the matching products are listed: %s', async (q) => {
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
    ...shopperQueries.map(([q]) => q),
    ...['fromage xyzzy', 'kinkaillerie', 'pain verdun', 'de', 'les', 'animaux', 'fromage damvillers bio'],
    ...['pain dépice', 'laine', 'savon', 'bois', 'jus', 'carte cadeau', 'livre', 'bijoux', 'thé', 'café', '%', 'dun'],
  ];
  test.each(typed)('%s', async (q) => {
    const local = await searchLocally(shelves, { q });
    const theirs = await answered({ q });
    expect(slugsOf(local['hydra:member'])).toEqual(slugsOf(theirs['hydra:member']));
    const { '@id': _own, ...rest } = local;
    expect(theirs).toMatchObject(rest);
  });
});

describe('whatever is typed', () => {
  test.each(['%', '_', '\\', '💥', '{"a"}', '"', ','.repeat(100), 'a'.repeat(100)])('is answered: %j', async (q) => {
    const { status } = await market.inject('GET', `/api/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
  });
});
