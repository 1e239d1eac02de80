// Answers: Workbox strategies for public API answers.
// Guarantees: only complete public answers of our server are stored; a cached answer has headers with the
// time of the server's answer (X-Kept-At, milliseconds) and the silence of the network (X-Network).
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { NETWORK_HEADER, NETWORK_TIMEOUT_MS, SILENT_NETWORK_TIMEOUT_MS } from '#contract/wire/cached-answers.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { cacheNames } from '#db/cache-names.ts';
import { isNetworkSilent, networkTimeoutMs } from './network-status.ts';
import { bundledResponse, removeFromBundles } from './offline-bundle/store.ts';
import { decodedHead, isApiAnswer } from './response-checks.ts';
import { storedAt, trimCache, withDate } from './stored-responses.ts';
import { backgroundLimits, FetchAndStore, trustedNetwork, UntrustedAnswer } from './trusted-network.ts';

const MAX_ANSWERS = 500;

/** A public answer of our server. */
export function isStorable(response: Response): boolean {
  const policy = response.headers.get('Cache-Control') ?? '';
  return isApiAnswer(response) && !/no-store|private/.test(policy);
}

export const isGoneStatus = ({ status }: Response): boolean => status === 404 || status === 410;

/** Reads the whole body; rejects if it is no complete JSON. */
async function wholeAnswer(response: Response): Promise<Response> {
  const text = await response.text();
  JSON.parse(text);
  return new Response(text, decodedHead(response));
}

function newestOf(cached: Response | undefined, bundled: Response | undefined): Response | undefined {
  const [first, second] = [cached, bundled].filter((one) => one && isApiAnswer(one));
  return first && second && storedAt(second) > storedAt(first) ? second : first;
}

function withSilentNetwork({ body, status, statusText, headers }: Response): Response {
  const own = new Headers(headers);
  own.set(NETWORK_HEADER, 'silent');
  return new Response(body, { status, statusText, headers: own });
}

async function forget(request: Request): Promise<void> {
  await (await caches.open(cacheNames.answers)).delete(request, { ignoreVary: true });
  await removeFromBundles(request);
}

export const answerRules: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response, state = {} }) => {
    if (!response.headers.has('X-Api')) throw new UntrustedAnswer(`Untrusted: ${response.url}`);
    state.isArriving = true;
    if (isGoneStatus(response)) await forget(request);
    return isStorable(response) ? wholeAnswer(response) : response;
  },
  fetchDidFail: async ({ state = {} }) => {
    state.hasFailed = true;
  },
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? withDate(response) : null),
};

const newestCached: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    newestOf(cachedResponse, await bundledResponse(request)),
};

const limitedNumber: WorkboxPlugin = { cacheDidUpdate: ({ cacheName }) => trimCache(cacheName, MAX_ANSWERS) };

const networkFirstRules: WorkboxPlugin = {
  ...answerRules,
  cachedResponseWillBeUsed: async ({ cachedResponse, state = {} }) => {
    if (!cachedResponse) return null;
    // A slow answer has begun to arrive: it gets the same time again, and the network does not count as silent.
    if (state.isArriving && !state.hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, networkTimeoutMs()));
      if (!state.hasFailed) return cachedResponse;
    }
    return withSilentNetwork(cachedResponse);
  },
};

const common = {
  cacheName: cacheNames.answers,
  matchOptions: { ignoreVary: true },
  fetchOptions: { cache: 'no-cache', redirect: 'error' } as const,
};
const networkFirst = (timeoutMs: number) =>
  new NetworkFirst({
    ...common,
    networkTimeoutSeconds: timeoutMs / 1000,
    plugins: [trustedNetwork(), newestCached, networkFirstRules, limitedNumber],
  });

const staleWhileRevalidate = new StaleWhileRevalidate({
  ...common,
  plugins: [trustedNetwork(), newestCached, answerRules, limitedNumber],
});
const [patient, hasty] = [networkFirst(NETWORK_TIMEOUT_MS), networkFirst(SILENT_NETWORK_TIMEOUT_MS)];

/** @param isCalm rarely changing data: shown from the cache at once and revalidated */
export const answerStrategy = (isCalm: boolean) =>
  isCalm ? staleWhileRevalidate : isNetworkSilent() ? hasty : patient;

/** Prefetches an answer. */
export const prefetchedAnswers = new FetchAndStore({
  ...common,
  plugins: [trustedNetwork(backgroundLimits), answerRules, limitedNumber],
});

export const answerRequest = (path: string): Request => new Request(path, { headers: { Accept: mediaType } });

/** Stores an answer that a page received before the worker was active. */
export async function storeAnswer(path: string, answer: unknown, at: number): Promise<void> {
  const headers = { 'Content-Type': mediaType, 'X-Api': '1', 'Cache-Control': 'public, max-age=0, must-revalidate' };
  const cache = await caches.open(cacheNames.answers);
  await cache.put(path, await withDate(new Response(JSON.stringify(answer), { headers }), at));
  await trimCache(cacheNames.answers, MAX_ANSWERS);
}
