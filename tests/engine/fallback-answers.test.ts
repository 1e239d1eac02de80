// Reads that another kept answer can stand in for: what is found, and that nothing is made up.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptThings } from '#state/device/cached-answers.ts';

const nothing: KeptThings = { products: [], stores: [], categories: [], events: [], synonyms: '' };
let kept: KeptThings;
vi.mock('#state/device/cached-answers.ts', () => ({ keptThings: async () => kept }));

let answers: typeof import('#engine/reads/fallback-answers.ts');
beforeEach(async () => {
  kept = nothing;
  answers = await import('#engine/reads/fallback-answers.ts');
});
afterEach(() => void vi.restoreAllMocks());

const thing = (id: string, seenAt: number, more: object = {}) =>
  ({ thing: { '@id': `/things/${id}`, id, slug: id, name: id, ...more }, seenAt, whole: false }) as never;

describe('without anything kept', () => {
  it.each([
    ['categories.bySlug', { params: { slug: 'fromages' } }],
    ['products.list', { query: { 'id[]': ['1'] } }],
    ['stores.list', {}],
    ['search', { query: { q: 'brie' } }],
    ['orders.get', { params: { id: 1 } }],
  ] as const)('nothing stands in for %s', async (name, args) => {
    expect(await answers.fallbackAnswer(name, args as never)).toBeNull();
  });
});

it('a category and an event are found by their own slug only, with the age of what they stood in', async () => {
  kept = { ...nothing, categories: [thing('fromages', 10), thing('pains', 20)], events: [thing('noel', 30)] };
  expect(await answers.fallbackAnswer('categories.bySlug', { params: { slug: 'pains' } })).toMatchObject({
    answer: { slug: 'pains' },
    seenAt: 20,
  });
  expect(await answers.fallbackAnswer('categories.bySlug', { params: { slug: 'noel' } })).toBeNull();
  expect(await answers.fallbackAnswer('events.bySlug', { params: { slug: 'noel' } })).toMatchObject({ seenAt: 30 });
});

it('products asked for by their ids are those that are kept, as old as the oldest', async () => {
  kept = { ...nothing, products: [thing('1', 50), thing('2', 40), thing('3', 5)] };
  const found = await answers.fallbackAnswer('products.list', { query: { 'id[]': ['1', '/things/2', '9'] } } as never);
  expect(found).toMatchObject({ answer: { 'hydra:totalItems': 2 }, seenAt: 40 });
  expect(found?.answer['hydra:member'].map(({ id }) => id)).toEqual(['1', '2']);
  expect(await answers.fallbackAnswer('products.list', {})).toBeNull();
});

it('the directory stands in whole, in the order that is asked for, and never for one category of it', async () => {
  const at = (latitude: number) => ({ address: { latitude, longitude: 5 }, latitude, longitude: 5, rating: null });
  kept = { ...nothing, stores: [thing('zoe', 9, at(48)), thing('anna', 8, at(49))] };
  const found = await answers.fallbackAnswer('stores.list', {});
  expect(found?.answer['hydra:member'].map(({ name }) => name)).toEqual(['anna', 'zoe']);
  expect(found?.seenAt).toBe(8);
  expect(await answers.fallbackAnswer('stores.list', { query: { category: 'pains' } } as never)).toBeNull();
});

it('a search without a network knows what the market calls the same, once the device does', async () => {
  const salon = thing('salon', 4, { address: { city: 'Verdun' }, plan: null, categories: [] });
  const found = () => answers.fallbackAnswer('search', { query: { q: 'coiffeur' } });
  kept = { ...nothing, stores: [salon] };
  expect(await found()).toBeNull();
  kept = { ...nothing, stores: [salon], synonyms: 'coiffeur: salon' };
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
    expect(answers.listWith('products.mine')).toBe('stores.ownProducts');
    expect(answers.findInLists(lists, 'a1')).toEqual({ answer: { id: 'a1', version: 3 }, seenAt: 3 });
  });

  it("of a shopper stands in the shopper's list, one of a shop in the shop's", () => {
    expect(answers.listWith('orders.get')).toBe('users.orders');
    expect(answers.listWith('storeOrders.get')).toBe('storeOrders.ofStore');
    expect(answers.listWith('stores.list')).toBeNull();
  });
});
