// Prefetch: stores what the next visit needs offline: answers that pages received before the worker was active, the
// page frame, the store directory, the featured products.
// Guarantee: skips young answers; one request at a time; only the frame with the data saver; stops at the first failure
// until the next start.

import { prepareRequest, type WireRequest } from '#api/wire.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import {
  CATEGORY_TREE,
  CONFIGURATION,
  DIRECTORY,
  FEATURED_PRODUCTS,
  HOME_STORES,
  MAP_OUTLINE,
  SYNONYMS,
} from '#contract/reads.ts';
import type { EndpointArguments, EndpointName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { cacheNames } from '#db/cache-names.ts';
import { answerRequest, isStorable, prefetchedAnswers, storeAnswer } from './answers.ts';
import { apiPrefix, isCachedEndpoint } from './cached-endpoints.ts';
import { storePictures } from './pictures.ts';
import { isApiAnswer } from './response-checks.ts';
import { storedAt } from './stored-responses.ts';
import { fetchNow } from './trusted-network.ts';

const YOUNG_MS = 24 * 3_600_000;
/** Products on the home page. */
const MAX_PRODUCTS = 8;
const MAX_PICTURES = 12;
/** A few kilobytes each. */
const MAX_LOGOS = 60;

interface SeenAnswer {
  name: string;
  args: unknown;
  answer?: unknown;
  /** Time of the server's answer, milliseconds since 1970. */
  at: number;
}

function isSeen(value: unknown): value is SeenAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'at' in value &&
    typeof value.name === 'string' &&
    typeof value.at === 'number'
  );
}

/** Stores answers that a page received before the worker was active, with their time. */
export async function storeSeenAnswers(answers: unknown): Promise<void> {
  if (!Array.isArray(answers)) return;
  for (const { name, args, answer, at } of answers.filter(isSeen)) {
    if (!isCachedEndpoint(name) || answer === undefined) continue;
    const path = apiPrefix + prepareRequest(name, args as EndpointArguments<EndpointName>).path;
    const cached = await cachedAnswer(path);
    // Another tab, or the page itself, may have received a newer one meanwhile.
    if (!cached || storedAt(cached) < at) await storeAnswer(path, answer, at);
  }
}

async function cachedAnswer(path: string): Promise<Response | undefined> {
  return (await caches.open(cacheNames.answers)).match(path, { ignoreVary: true });
}

const configurations = prepareRequest(...CONFIGURATION);
const selection = prepareRequest(...FEATURED_PRODUCTS);
const directory = prepareRequest(...DIRECTORY);

/** The frame of every page, and its fallbacks. */
const frame: WireRequest[] = [
  configurations,
  prepareRequest('pages.list', {}),
  prepareRequest(...CATEGORY_TREE),
  prepareRequest(...SYNONYMS),
  prepareRequest(...MAP_OUTLINE),
  prepareRequest('featuredCategories.subset', {}),
  selection,
  directory,
  prepareRequest(...HOME_STORES),
];

/** Left out if data are spared. */
const more: WireRequest[] = [
  prepareRequest('events.list', {}),
  prepareRequest('products.list', { query: { published: true, 'sort[rating]': 'DESC', itemsPerPage: 4 } }),
  prepareRequest('products.list', {
    query: { 'order[createdAt]': 'DESC', published: true, page: 1, itemsPerPage: 36 },
  }),
  prepareRequest('products.list', {
    query: {
      'exists[reducedPrice.amount]': true,
      'order[createdAt]': 'DESC',
      published: true,
      page: 1,
      itemsPerPage: 36,
    },
  }),
  ...shippingTypes.map((shippingType) => prepareRequest('deliveryMethods.byType', { params: { shippingType } })),
];

/** Fetches an answer unless a young one is cached. @returns the parsed answer */
async function prefetchOne({ path }: WireRequest, event: ExtendableEvent): Promise<unknown> {
  const cached = await cachedAnswer(apiPrefix + path);
  if (cached && isApiAnswer(cached) && Date.now() - storedAt(cached) < YOUNG_MS) return cached.json();
  const response = await fetchNow(prefetchedAnswers, answerRequest(apiPrefix + path), event);
  return isStorable(response) ? response.json() : null;
}

const membersOf = <T>(answer: unknown) => (answer as Collection<T> | null)?.['hydra:member'] ?? [];

/** Details of the home page's products and event, and the store logos. */
async function prefetchHomeContent(event: ExtendableEvent): Promise<void> {
  const homeEvent = membersOf<{ key: string; value: string }>(await prefetchOne(configurations, event)).find(
    ({ key }) => key === 'homeEvent',
  );
  if (homeEvent?.value)
    await prefetchOne(prepareRequest('events.bySlug', { params: { slug: homeEvent.value } }), event);
  const products = membersOf<{ product: ProductSummary }>(await prefetchOne(selection, event)).map(
    ({ product }) => product,
  );
  for (const { slug } of products.slice(0, MAX_PRODUCTS)) {
    await prefetchOne(prepareRequest('products.bySlug', { params: { slug } }), event);
  }
  const pictures = products.flatMap(({ images }) => images.slice(0, 1)).map((image) => image['240_inset_path']);
  const logos = membersOf<StoreSummary>(await prefetchOne(directory, event)).flatMap(
    ({ logo }) => logo?.['240_inset_path'] ?? [],
  );
  const wanted = [...pictures.slice(0, MAX_PICTURES), ...logos.slice(0, MAX_LOGOS)];
  await storePictures(
    wanted.map((path) => (path.startsWith('/') ? path : `/${path}`)),
    event,
  );
}

let underway: Promise<void> | null = null;

/** @param sparing data are spared: the frame of every page only, some kilobytes */
export function prefetchForOffline(sparing: boolean, event: ExtendableEvent): Promise<void> {
  // Tabs share one run.
  underway ??= (async () => {
    for (const wanted of frame) await prefetchOne(wanted, event);
    if (sparing) return;
    await prefetchHomeContent(event);
    for (const wanted of more) await prefetchOne(wanted, event);
  })().finally(() => {
    underway = null;
  });
  return underway;
}
