// Keeps ahead of its first use what is needed, so that the second visit needs no network: what pages got without it, the
// frame of every page, the directory of shops, the selection. Guarantee: asks for nothing that is already kept and young,
// for one thing at a time, the small things only where data are spared; the first silence ends it until the next opening.

import { prepare, type WireRequest } from '#api/wire.ts';
import { type Collection, mediaType } from '#contract/hydra.ts';
import { KEPT_AT } from '#contract/kept-answers.ts';
import type { ProductSummary } from '#contract/products.ts';
import { CATEGORY_TREE, CONFIGURATION, DIRECTORY, SELECTION, STALLS, SYNONYMS } from '#contract/reads.ts';
import type { EndpointArguments, EndpointName } from '#contract/registry.ts';
import type { StoreSummary } from '#contract/stores.ts';
import { shippingTypes } from '#contract/values.ts';
import { cacheNames } from '#db/cache-names.ts';
import { apiPrefix, isKept } from './kept-endpoints.ts';
import { ask } from './network.ts';
import { isAnswer } from './ours.ts';
import { isKeepable, keepAnswer, wholeAnswer } from './runtime-caches.ts';
import { fetchFor, onShelf, pictureShelf } from './shelves.ts';

const youngMs = 24 * 3_600_000;
/** For one whole answer, milliseconds. */
const answerLimitMs = 30_000;
/** As many as the home page shows. */
const detailedProducts = 8;
const picturesAtMost = 12;
/** A few kilobytes each. */
const logosAtMost = 60;

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

/** What a page got before there was a worker: kept under the address it would have had, each answer with its own age. */
export async function keepSeen(answers: unknown): Promise<void> {
  if (!Array.isArray(answers)) return;
  for (const one of answers.filter(isSeen)) await keepOne(one);
}

async function keepOne({ name, args, answer, at }: SeenAnswer): Promise<void> {
  if (!isKept(name) || answer === undefined) return;
  const { path } = prepare(name, args as EndpointArguments<EndpointName>);
  const cache = await caches.open(cacheNames.answers);
  // Another tab, or the page itself, may have received a newer one meanwhile.
  const kept = await cache.match(apiPrefix + path);
  if (kept && Number(kept.headers.get(KEPT_AT)) >= at) return;
  const headers = { 'Content-Type': mediaType, 'X-Api': '1', 'Cache-Control': 'public, max-age=0, must-revalidate' };
  await keepAnswer(apiPrefix + path, new Response(JSON.stringify(answer), { headers }), at);
}

/** Pictures seen before the worker was there; the browser still has them. */
export async function keepImages(addresses: unknown): Promise<void> {
  if (!Array.isArray(addresses)) return;
  for (const address of addresses) {
    if (typeof address !== 'string') continue;
    const url = new URL(address, self.location.href);
    if (url.origin !== self.location.origin || !url.pathname.startsWith('/media/')) continue;
    if (await onShelf(pictureShelf, url.href)) continue;
    await fetchFor(pictureShelf, url.href, { cache: 'force-cache', limitMs: answerLimitMs, whole: true });
  }
}

const configurations = prepare(...CONFIGURATION);
const selection = prepare(...SELECTION);
const directory = prepare(...DIRECTORY);

/** The frame of every page, and what every address falls back on. */
const small: WireRequest[] = [
  configurations,
  prepare('pages.list', {}),
  prepare(...CATEGORY_TREE),
  prepare(...SYNONYMS),
  prepare('featuredCategories.subset', {}),
  selection,
  directory,
  prepare(...STALLS),
];

/** Nice to have: left out where data are spared. */
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

/** Asks for one thing unless it is kept and young; what is kept of it then, parsed. */
async function keep({ path }: WireRequest, now: number): Promise<unknown> {
  const cache = await caches.open(cacheNames.answers);
  const address = apiPrefix + path;
  const kept = await cache.match(address);
  if (kept && isAnswer(kept) && now - Number(kept.headers.get(KEPT_AT)) < youngMs) return kept.json();
  const response = await ask(address, {
    cache: 'no-cache',
    redirect: 'error',
    headers: { Accept: mediaType },
    limitMs: answerLimitMs,
    whole: true,
  });
  if (!isKeepable(response)) return null;
  const answer = await wholeAnswer(response);
  await keepAnswer(address, answer.clone(), now);
  return answer.json();
}

const membersOf = <T>(answer: unknown) => (answer as Collection<T> | null)?.['hydra:member'] ?? [];

/** The products of the home page in full, the event on it, the signs of the shops: what most visitors look at next. */
async function keepHomeContent(now: number): Promise<void> {
  const event = membersOf<{ key: string; value: string }>(await keep(configurations, now)).find(
    ({ key }) => key === 'homeEvent',
  );
  if (event?.value) await keep(prepare('events.bySlug', { params: { slug: event.value } }), now);
  const products = membersOf<{ product: ProductSummary }>(await keep(selection, now)).map(({ product }) => product);
  for (const { slug } of products.slice(0, detailedProducts)) {
    await keep(prepare('products.bySlug', { params: { slug } }), now);
  }
  const pictures = products.flatMap(({ images }) => images.slice(0, 1)).map((image) => image['240_inset_path']);
  const logos = membersOf<StoreSummary>(await keep(directory, now)).flatMap(
    ({ logo }) => logo?.['240_inset_path'] ?? [],
  );
  const wanted = [...pictures.slice(0, picturesAtMost), ...logos.slice(0, logosAtMost)];
  await keepImages(wanted.map((path) => (path.startsWith('/') ? path : `/${path}`)));
}

let underway: Promise<void> | null = null;

/** @param sparing data are spared: the frame of every page only, some kilobytes */
export function warm(now: number, sparing: boolean): Promise<void> {
  // Two tabs of a first visit ask for the same.
  underway ??= (async () => {
    for (const wanted of small) await keep(wanted, now);
    if (sparing) return;
    await keepHomeContent(now);
    for (const wanted of more) await keep(wanted, now);
  })().finally(() => {
    underway = null;
  });
  return underway;
}
