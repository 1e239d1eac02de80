// Reads that another kept answer can stand in for: a category stands in the tree, an order or a product of the own shop in its list, a
// search goes through what the device holds. Guarantee: only what the server once gave is shown, with the age of the oldest part.

import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { inDirectoryOrder } from '#domain/search/directory.ts';
import { type KeptThing, type KeptThings, keptThings } from '#state/device/cached-answers.ts';
import { searchAmong } from './local-search.ts';

export interface FallbackAnswer<T> {
  answer: T;
  /** Milliseconds since 1970. */
  seenAt: number;
}

const listOf = <T>(address: string, members: T[]): Collection<T> => ({
  '@id': address,
  '@type': 'hydra:Collection',
  'hydra:member': members,
  'hydra:totalItems': members.length,
});

const oldest = (things: readonly KeptThing<unknown>[]) => Math.min(...things.map(({ seenAt }) => seenAt));

function one<T extends { slug: string }>(things: readonly KeptThing<T>[], slug: string): FallbackAnswer<T> | null {
  const found = things.find(({ thing }) => thing.slug === slug);
  return found ? { answer: found.thing, seenAt: found.seenAt } : null;
}

function productsById(things: KeptThings, ids: readonly string[]) {
  const found = things.products.filter(({ thing }) => ids.includes(thing.id) || ids.includes(thing['@id']));
  if (found.length === 0) return null;
  const members = found.map(({ thing }) => thing);
  return { answer: listOf('/products', members), seenAt: oldest(found) };
}

async function search(
  things: KeptThings,
  query: NonNullable<EndpointArguments<'search'>['query']>,
): Promise<FallbackAnswer<EndpointAnswer<'search'>> | null> {
  const { categories, stores, products, synonyms } = things;
  const bare = <T>(kept: readonly KeptThing<T>[]) => kept.map(({ thing }) => thing);
  const answer = await searchAmong(
    { categories: bare(categories), stores: bare(stores), products: bare(products), synonyms },
    query,
  );
  const iris = new Set(answer['hydra:member'].map((each) => each['@id']));
  const shown = [...categories, ...stores, ...products].filter(({ thing }) => iris.has(thing['@id']));
  return shown.length === 0 ? null : { answer, seenAt: oldest(shown) };
}

/** The whole directory in another order. Which shop sells what is not in it. */
function directory(things: KeptThings, query: NonNullable<EndpointArguments<'stores.list'>['query']>) {
  if (query.category !== undefined || things.stores.length === 0) return null;
  const [latitude, longitude] = (query.position ?? '').split(',').map(Number);
  const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const byName = things.stores.map(({ thing }) => thing).sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  const stores = inDirectoryOrder(byName, { place, bestRated: query.rating !== undefined });
  return { answer: listOf('/stores', stores), seenAt: oldest(things.stores) };
}

/** What stands in for a public read; null when nothing does. */
export async function fallbackAnswer<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
): Promise<FallbackAnswer<EndpointAnswer<N>> | null> {
  const { params = {}, query = {} } = args as { params?: Record<string, string>; query?: Record<string, unknown> };
  const stands = async (): Promise<FallbackAnswer<unknown> | null> => {
    switch (name) {
      case 'categories.bySlug':
        return one((await keptThings()).categories, params.slug ?? '');
      case 'events.bySlug':
        return one((await keptThings()).events, params.slug ?? '');
      case 'products.list':
        return Array.isArray(query['id[]']) ? productsById(await keptThings(), query['id[]']) : null;
      case 'stores.list':
        return directory(await keptThings(), query);
      case 'search':
        return search(await keptThings(), query as Parameters<typeof searchAmong>[1]);
      default:
        return null;
    }
  };
  // Each case above answers for its own name.
  return (await stands()) as FallbackAnswer<EndpointAnswer<N>> | null;
}

/** These lists carry what is in them whole. */
const wholeLists: Partial<Record<ReadName, ReadName>> = {
  'orders.get': 'users.orders',
  'storeOrders.get': 'storeOrders.ofStore',
  'products.mine': 'stores.ownProducts',
};

/** Which list a thing's own page can be read from; null for other reads. */
export const listWith = (name: ReadName): ReadName | null => wholeLists[name] ?? null;

/** The newest mention of a thing in kept lists. */
export function findInLists(
  reads: readonly { answer: unknown; seenAt: number }[],
  id: unknown,
): FallbackAnswer<unknown> | undefined {
  const mentions = reads.flatMap(({ answer, seenAt }) =>
    ((answer as Collection<{ id: unknown }>)['hydra:member'] ?? [])
      .filter((member) => String(member.id) === String(id))
      .map((member) => ({ answer: member, seenAt })),
  );
  return mentions.sort((a, b) => b.seenAt - a.seenAt)[0];
}
