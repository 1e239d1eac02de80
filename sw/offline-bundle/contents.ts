// Offline index: the cached lists and details of the market, for a page that was never opened on this device, so that it can
// offer what is there. Guarantee: only public answers, as they were stored, newest first; the page reads them with the
// contract.
import type { EndpointName } from '#contract/registry.ts';
import { cacheNames } from '#db/cache-names.ts';
import { keptCall } from '../cached-endpoints.ts';
import { isApiAnswer } from '../response-checks.ts';
import { storedAt } from '../stored-responses.ts';
import { bundledPaths, bundledResponse } from './store.ts';

/** Enough to fill a page, little enough to read at once on a phone. */
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
  /** When the server gave it, milliseconds. */
  at: number;
  answer: unknown;
  /** Of an offline bundle: the page of each thing in it is here, too. */
  whole?: boolean;
}

/** Of a whole store or category: its lists, which have each of its products. */
const listedOfBundles: ReadonlySet<EndpointName> = new Set(['stores.bySlug', 'stores.products', 'categories.products']);

const plain = new Headers();
const callAt = (path: string) => keptCall({ method: 'GET', headers: plain }, path);
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
