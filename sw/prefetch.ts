// Prefetch: stores ahead of its first use what the second visit needs without a network: what pages received before there
// was a worker, the frame of every page, the directory of stores, the selection. Guarantee: it asks for nothing that is
// cached and young, for one thing at a time, for the frame alone if data are spared; the first silence ends it until the
// next opening.

import { prepare, type WireRequest } from '#api/wire.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import { CATEGORY_TREE, CONFIGURATION, DIRECTORY, SELECTION, STALLS, SYNONYMS } from '#contract/reads.ts';
import type { EndpointArguments, EndpointName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { cacheNames } from '#db/cache-names.ts';
import { answerRequest, isStorable, prefetchedAnswers, storeAnswer } from './answers.ts';
import { apiPrefix, isKept } from './cached-endpoints.ts';
import { storePictures } from './pictures.ts';
import { isApiAnswer } from './response-checks.ts';
import { storedAt } from './stored-responses.ts';
import { fetchNow } from './trusted-network.ts';

const YOUNG_MS = 24 * 3_600_000;
/** As many as the home page shows. */
const MAX_PRODUCTS = 8;
const MAX_PICTURES = 12;
/** A few kilobytes each. */
const MAX_LOGOS = 60;

interface SeenAnswer {
  name: string;
  args: unknown;
  answer?: unknown;
  /** Milliseconds since 1970 when the server gave it. */
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

/** Stores what a page received before there was a worker, under its address and with its age. */
export async function storeSeenAnswers(answers: unknown): Promise<void> {
  if (!Array.isArray(answers)) return;
  for (const { name, args, answer, at } of answers.filter(isSeen)) {
    if (!isKept(name) || answer === undefined) continue;
    const path = apiPrefix + prepare(name, args as EndpointArguments<EndpointName>).path;
    const cached = await cachedAnswer(path);
    // Another tab, or the page itself, may have received a newer one meanwhile.
    if (!cached || storedAt(cached) < at) await storeAnswer(path, answer, at);
  }
}

async function cachedAnswer(path: string): Promise<Response | undefined> {
  return (await caches.open(cacheNames.answers)).match(path, { ignoreVary: true });
}

const configurations = prepare(...CONFIGURATION);
const selection = prepare(...SELECTION);
const directory = prepare(...DIRECTORY);

/** The frame of every page, and what every address falls back on. */
const frame: WireRequest[] = [
  configurations,
  prepare('pages.list', {}),
  prepare(...CATEGORY_TREE),
  prepare(...SYNONYMS),
  prepare('featuredCategories.subset', {}),
  selection,
  directory,
  prepare(...STALLS),
];

/** Left out if data are spared. */
const more: WireRequest[] = [
  prepare('events.list', {}),
  prepare('products.list', { query: { published: true, 'sort[rating]': 'DESC', itemsPerPage: 4 } }),
  prepare('products.list', { query: { 'order[createdAt]': 'DESC', published: true, page: 1, itemsPerPage: 36 } }),
  prepare('products.list', {
    query: {
      'exists[reducedPrice.amount]': true,
      'order[createdAt]': 'DESC',
      published: true,
      page: 1,
      itemsPerPage: 36,
    },
  }),
  ...shippingTypes.map((shippingType) => prepare('deliveryMethods.byType', { params: { shippingType } })),
];

/** Fetches an answer unless it is cached and young. @returns the answer, parsed */
async function prefetchOne({ path }: WireRequest, event: ExtendableEvent): Promise<unknown> {
  const cached = await cachedAnswer(apiPrefix + path);
  if (cached && isApiAnswer(cached) && Date.now() - storedAt(cached) < YOUNG_MS) return cached.json();
  const response = await fetchNow(prefetchedAnswers, answerRequest(apiPrefix + path), event);
  return isStorable(response) ? response.json() : null;
}

const membersOf = <T>(answer: unknown) => (answer as Collection<T> | null)?.['hydra:member'] ?? [];

/** The products of the home page in full, the event on it, the logos of the stores: what most visitors look at next. */
async function prefetchHomeContent(event: ExtendableEvent): Promise<void> {
  const homeEvent = membersOf<{ key: string; value: string }>(await prefetchOne(configurations, event)).find(
    ({ key }) => key === 'homeEvent',
  );
  if (homeEvent?.value) await prefetchOne(prepare('events.bySlug', { params: { slug: homeEvent.value } }), event);
  const products = membersOf<{ product: ProductSummary }>(await prefetchOne(selection, event)).map(
    ({ product }) => product,
  );
  for (const { slug } of products.slice(0, MAX_PRODUCTS)) {
    await prefetchOne(prepare('products.bySlug', { params: { slug } }), event);
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
export function prefetch(sparing: boolean, event: ExtendableEvent): Promise<void> {
  // Two tabs of a first visit ask for the same.
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
