// Tells what the device holds of the market, for a page that was never seen: its lists and details, so that the page can
// offer what is there. Guarantee: only public answers, as they were kept, newest first; the page reads them with the
// contract.
import type { EndpointName } from '#contract/registry.ts';
import { cacheNames } from '#db/cache-names.ts';
import { keptCall } from './kept-endpoints.ts';
import { isAnswer } from './ours.ts';
import { keptSince, pathsTaken, takenAt } from './taken-shelf.ts';

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
  /** Of what was taken along: the page of each thing in it is here, too. */
  whole?: boolean;
}

/** Of a whole shop or category: its lists, in which each of its products stands. */
const toldOfTaken: ReadonlySet<EndpointName> = new Set(['stores.bySlug', 'stores.products', 'categories.products']);

const plain = new Headers();
const callAt = (path: string) => keptCall({ method: 'GET', headers: plain }, path);
const contentOf = async (response: Response | undefined): Promise<unknown> =>
  response && isAnswer(response) && (await response.json().catch(() => null));

export async function whatIsKept(): Promise<KeptAnswer[]> {
  const cache = await caches.open(cacheNames.answers);
  const found: KeptAnswer[] = [];
  // The newest stand at the end.
  for (const request of [...(await cache.keys())].reverse()) {
    if (found.length >= atMost) break;
    const call = callAt(new URL(request.url).pathname);
    if (!call || !told.has(call.name)) continue;
    const response = await cache.match(request, { ignoreVary: true });
    const answer = await contentOf(response);
    if (response && answer) found.push({ name: call.name, at: keptSince(response), answer });
  }
  return [...found, ...(await whatIsTaken())];
}

async function whatIsTaken(): Promise<KeptAnswer[]> {
  const found: KeptAnswer[] = [];
  for (const path of await pathsTaken()) {
    const name = callAt(path.split('?')[0] ?? '')?.name;
    // What is chosen from a list stands in it.
    if (!name || !toldOfTaken.has(name) || (path.includes('?') && !path.includes('&page='))) continue;
    const response = await takenAt(path);
    const answer = await contentOf(response);
    if (response && answer) found.push({ name, at: keptSince(response), answer, whole: true });
  }
  return found;
}
