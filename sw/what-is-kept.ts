// Tells what the device holds of the market, for a page that was never seen: its lists and details, so that the page can
// offer what is there. Guarantee: only public answers, as they were kept, newest first; the page reads them with the
// contract.
import { KEPT_AT } from '#contract/kept-answers.ts';
import type { EndpointName } from '#contract/registry.ts';
import { cacheNames } from '#db/cache-names.ts';
import { keptCall } from './kept-endpoints.ts';
import { isAnswer } from './ours.ts';

/** Enough to fill a page, little enough to read at once on a phone. */
const atMost = 80;

const told: ReadonlySet<EndpointName> = new Set([
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

export interface KeptAnswer {
  name: EndpointName;
  /** When the server gave it, milliseconds. */
  at: number;
  answer: unknown;
}

const plain = new Headers();

export async function whatIsKept(): Promise<KeptAnswer[]> {
  const cache = await caches.open(cacheNames.answers);
  const found: KeptAnswer[] = [];
  // The newest stand at the end.
  for (const request of [...(await cache.keys())].reverse()) {
    if (found.length >= atMost) break;
    const call = keptCall({ method: 'GET', headers: plain }, new URL(request.url).pathname);
    if (!call || !told.has(call.name)) continue;
    const response = await cache.match(request, { ignoreVary: true });
    const answer: unknown = response && isAnswer(response) && (await response.json().catch(() => null));
    if (response && answer) found.push({ name: call.name, at: Number(response.headers.get(KEPT_AT)), answer });
  }
  return found;
}
