// Fallback answers: derives a read from other cached answers (a category from the tree, an order from a list, a search
// from local data).
// Guarantee: only data from the server, with the age of its oldest part.

import type { EndpointAnswer, EndpointArguments, ReadName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { inDirectoryOrder } from '#domain/search/directory.ts';
import { type CachedItem, type CachedItems, cachedItems } from '#state/device/cached-answers.ts';
import { searchLocally } from './local-search.ts';

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

const oldest = (things: readonly CachedItem<unknown>[]) => Math.min(...things.map(({ seenAt }) => seenAt));

function one<T extends { slug: string }>(things: readonly CachedItem<T>[], slug: string): FallbackAnswer<T> | null {
  const found = things.find(({ thing }) => thing.slug === slug);
  return found ? { answer: found.thing, seenAt: found.seenAt } : null;
}

function productsById(things: CachedItems, ids: readonly string[]) {
  const found = things.products.filter(({ thing }) => ids.includes(thing.id) || ids.includes(thing['@id']));
  if (found.length === 0) return null;
  const members = found.map(({ thing }) => thing);
  return { answer: listOf('/products', members), seenAt: oldest(found) };
}

async function search(
  things: CachedItems,
  query: NonNullable<EndpointArguments<'search'>['query']>,
): Promise<FallbackAnswer<EndpointAnswer<'search'>> | null> {
  const { categories, stores, products, synonyms, towns } = things;
  const bare = <T>(items: readonly CachedItem<T>[]) => items.map(({ thing }) => thing);
  const answer = await searchLocally(
    { categories: bare(categories), stores: bare(stores), products: bare(products), synonyms, towns },
    query,
  );
  const iris = new Set(answer['hydra:member'].map((each) => each['@id']));
  const shown = [...categories, ...stores, ...products].filter(({ thing }) => iris.has(thing['@id']));
  return shown.length === 0 ? null : { answer, seenAt: oldest(shown) };
}

/** Sorts the cached directory. It cannot filter by category. */
function directory(things: CachedItems, query: NonNullable<EndpointArguments<'stores.list'>['query']>) {
  if (query.category !== undefined || things.stores.length === 0) return null;
  const [latitude, longitude] = (query.position ?? '').split(',').map(Number);
  const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const byName = things.stores.map(({ thing }) => thing).sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  const stores = inDirectoryOrder(byName, { place, bestRated: query.rating !== undefined });
  return { answer: listOf('/stores', stores), seenAt: oldest(things.stores) };
}

/** A substitute for a public read; null without one. */
export async function fallbackAnswer<N extends ReadName>(
  name: N,
  args: EndpointArguments<N>,
): Promise<FallbackAnswer<EndpointAnswer<N>> | null> {
  const { params = {}, query = {} } = args as { params?: Record<string, string>; query?: Record<string, unknown> };
  const readFallback = async (): Promise<FallbackAnswer<unknown> | null> => {
    switch (name) {
      case 'categories.bySlug':
        return one((await cachedItems()).categories, params.slug ?? '');
      case 'events.bySlug':
        return one((await cachedItems()).events, params.slug ?? '');
      case 'products.list':
        return Array.isArray(query['id[]']) ? productsById(await cachedItems(), query['id[]']) : null;
      case 'stores.list':
        return directory(await cachedItems(), query);
      case 'search':
        return search(await cachedItems(), query as Parameters<typeof searchLocally>[1]);
      default:
        return null;
    }
  };
  // Each case returns the answer type of its name.
  return (await readFallback()) as FallbackAnswer<EndpointAnswer<N>> | null;
}

/** Lists whose entries are as complete as the single reads. */
const wholeLists: Partial<Record<ReadName, ReadName>> = {
  'orders.get': 'users.orders',
  'storeOrders.get': 'storeOrders.ofStore',
  'products.mine': 'stores.ownProducts',
};

/** List that also answers this single read; null for other reads. */
export const listContaining = (name: ReadName): ReadName | null => wholeLists[name] ?? null;

/** The newest entry of a resource in cached lists. */
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
