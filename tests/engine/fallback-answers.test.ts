// Reads that another kept answer can stand in for: what is found, and that nothing is made up.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CachedItems } from '#state/device/cached-answers.ts';

const nothing: CachedItems = { products: [], stores: [], categories: [], events: [], synonyms: '', towns: '' };
let stored: CachedItems;
vi.mock('#state/device/cached-answers.ts', () => ({ cachedItems: async () => stored }));

let answers: typeof import('#engine/reads/fallback-answers.ts');
beforeEach(async () => {
  stored = nothing;
  answers = await import('#engine/reads/fallback-answers.ts');
});
afterEach(() => void vi.restoreAllMocks());

const thing = (id: string, seenAt: number, more: object = {}) =>
  ({ thing: { '@id': `/things/${id}`, id, slug: id, name: id, ...more }, seenAt, whole: false }) as never;

describe('without cached answers', () => {
  it.each([
    ['categories.bySlug', { params: { slug: 'fromages' } }],
    ['products.list', { query: { 'id[]': ['1'] } }],
    ['stores.list', {}],
    ['search', { query: { q: 'brie' } }],
    ['orders.get', { params: { id: 1 } }],
  ] as const)('there is no fallback for %s', async (name, args) => {
    expect(await answers.fallbackAnswer(name, args as never)).toBeNull();
  });
});

it('a category and an event have fallbacks for their own slug only, with the age of the containing answer', async () => {
  stored = { ...nothing, categories: [thing('fromages', 10), thing('pains', 20)], events: [thing('noel', 30)] };
  expect(await answers.fallbackAnswer('categories.bySlug', { params: { slug: 'pains' } })).toMatchObject({
    answer: { slug: 'pains' },
    seenAt: 20,
  });
  expect(await answers.fallbackAnswer('categories.bySlug', { params: { slug: 'noel' } })).toBeNull();
  expect(await answers.fallbackAnswer('events.bySlug', { params: { slug: 'noel' } })).toMatchObject({ seenAt: 30 });
});

it('products requested by ids come from the cache, with the age of the oldest', async () => {
  stored = { ...nothing, products: [thing('1', 50), thing('2', 40), thing('3', 5)] };
  const found = await answers.fallbackAnswer('products.list', { query: { 'id[]': ['1', '/things/2', '9'] } } as never);
  expect(found).toMatchObject({ answer: { 'hydra:totalItems': 2 }, seenAt: 40 });
  expect(found?.answer['hydra:member'].map(({ id }) => id)).toEqual(['1', '2']);
  expect(await answers.fallbackAnswer('products.list', {})).toBeNull();
});

it('the directory has a complete fallback, in the requested order, and never for one category of it', async () => {
  const at = (latitude: number) => ({ address: { latitude, longitude: 5 }, latitude, longitude: 5, rating: null });
  stored = { ...nothing, stores: [thing('zoe', 9, at(48)), thing('anna', 8, at(49))] };
  const found = await answers.fallbackAnswer('stores.list', {});
  expect(found?.answer['hydra:member'].map(({ name }) => name)).toEqual(['anna', 'zoe']);
  expect(found?.seenAt).toBe(8);
  expect(await answers.fallbackAnswer('stores.list', { query: { category: 'pains' } } as never)).toBeNull();
});

it('a search without a network uses the market’s synonyms if cached', async () => {
  const salon = thing('salon', 4, { address: { city: 'Verdun' }, plan: null, categories: [] });
  const found = () => answers.fallbackAnswer('search', { query: { q: 'coiffeur' } });
  stored = { ...nothing, stores: [salon] };
  expect(await found()).toBeNull();
  stored = { ...nothing, stores: [salon], synonyms: 'coiffeur: salon' };
  expect((await found())?.answer['hydra:member'].map(({ slug }) => slug)).toEqual(['salon']);
});

describe('an order', () => {
  const list = (seenAt: number, ...orders: object[]) => ({ answer: { 'hydra:member': orders }, seenAt });

  it('is read from the list that carries it, the newest mention of it', () => {
    const lists = [list(1, { id: 7, state: 'payed' }), list(3, { id: 7, state: 'shipped' }), list(9, { id: 8 })];
    expect(answers.findInLists(lists, '7')).toEqual({ answer: { id: 7, state: 'shipped' }, seenAt: 3 });
    expect(answers.findInLists(lists, '6')).toBeUndefined();
  });

  it('and a product of the own shop from the list of those, by its whole id', () => {
    const lists = [list(1, { id: 'a1', version: 2 }), list(3, { id: 'a1', version: 3 }), list(9, { id: 'a10' })];
    expect(answers.listContaining('products.mine')).toBe('stores.ownProducts');
    expect(answers.findInLists(lists, 'a1')).toEqual({ answer: { id: 'a1', version: 3 }, seenAt: 3 });
  });

  it('of a shopper is taken from the shopper’s list, one of a store from the store’s', () => {
    expect(answers.listContaining('orders.get')).toBe('users.orders');
    expect(answers.listContaining('storeOrders.get')).toBe('storeOrders.ofStore');
    expect(answers.listContaining('stores.list')).toBeNull();
  });
});
