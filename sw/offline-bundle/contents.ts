// Offline index: cached lists and details of the market, as suggestions for pages that are not cached.
// Guarantee: only stored public answers, newest first; the page validates them with the contract.
import type { EndpointName } from '#contract/registry.ts';
import { cacheNames } from '#db/cache-names.ts';
import { cachedCallOf } from '../cached-endpoints.ts';
import { isApiAnswer } from '../response-checks.ts';
import { storedAt } from '../stored-responses.ts';
import { bundledPaths, bundledResponse } from './store.ts';

/** Enough to fill a page, few enough for a phone to read at once. */
const MAX_ANSWERS = 80;

const listed: ReadonlySet<EndpointName> = new Set([
  'products.bySlug',
  'products.list',
  'featuredProducts.list',
  'categories.products',
  'stores.products',
  'stores.bySlug',
  'stores.list',
  'categories.list',
  'events.list',
]);

export interface IndexedAnswer {
  name: EndpointName;
  /** Time of the server's answer, milliseconds. */
  at: number;
  answer: unknown;
  /** Part of an offline bundle: the pages of its items are cached, too. */
  whole?: boolean;
}

/** The lists of a bundle that contain all its products. */
const listedOfBundles: ReadonlySet<EndpointName> = new Set(['stores.bySlug', 'stores.products', 'categories.products']);

const plain = new Headers();
const callAt = (path: string) => cachedCallOf({ method: 'GET', headers: plain }, path);
const contentOf = async (response: Response | undefined): Promise<unknown> =>
  response && isApiAnswer(response) && (await response.json().catch(() => null));

export async function offlineIndex(): Promise<IndexedAnswer[]> {
  const cache = await caches.open(cacheNames.answers);
  const found: IndexedAnswer[] = [];
  // The newest are at the end.
  for (const request of [...(await cache.keys())].reverse()) {
    if (found.length >= MAX_ANSWERS) break;
    const call = callAt(new URL(request.url).pathname);
    if (!call || !listed.has(call.name)) continue;
    const response = await cache.match(request, { ignoreVary: true });
    const answer = await contentOf(response);
    if (response && answer) found.push({ name: call.name, at: storedAt(response), answer });
  }
  return [...found, ...(await bundleIndex())];
}

async function bundleIndex(): Promise<IndexedAnswer[]> {
  const found: IndexedAnswer[] = [];
  for (const path of await bundledPaths()) {
    const name = callAt(path.split('?')[0] ?? '')?.name;
    // A selection of a list is part of the list.
    if (!name || !listedOfBundles.has(name) || (path.includes('?') && !path.includes('&page='))) continue;
    const response = await bundledResponse(path);
    const answer = await contentOf(response);
    if (response && answer) found.push({ name, at: storedAt(response), answer, whole: true });
  }
  return found;
}
