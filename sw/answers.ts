// Public answers of the API: Workbox strategies with the rules of what is stored and how it is shown.
// Guarantees: an answer is stored only if our server gave it publicly and all of it arrived; a cached answer says when the
// server gave it (X-Kept-At, milliseconds) and whether the network was silent (X-Network).
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { KNOWN_SILENT_MS, NETWORK, PATIENCE_MS } from '#contract/wire/cached-answers.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { cacheNames } from '#db/cache-names.ts';
import { isNetworkSilent, networkTimeoutMs } from './network-status.ts';
import { bundledResponse, removeFromBundles } from './offline-bundle/store.ts';
import { decoded, isApiAnswer } from './response-checks.ts';
import { dated, storedAt, trim } from './stored-responses.ts';
import { FetchAndStore, inBackground, trustedNetwork, UntrustedAnswer } from './trusted-network.ts';

const MAX_ANSWERS = 500;

/** Ours, and public. */
export function isStorable(response: Response): boolean {
  const policy = response.headers.get('Cache-Control') ?? '';
  return isApiAnswer(response) && !/no-store|private/.test(policy);
}

export const isGone = ({ status }: Response): boolean => status === 404 || status === 410;

/** Read to its end, and JSON to its last bracket; rejects if it is not. */
async function wholeAnswer(response: Response): Promise<Response> {
  const text = await response.text();
  JSON.parse(text);
  return new Response(text, decoded(response));
}

function newestOf(cached: Response | undefined, bundled: Response | undefined): Response | undefined {
  const [first, second] = [cached, bundled].filter((one) => one && isApiAnswer(one));
  return first && second && storedAt(second) > storedAt(first) ? second : first;
}

function withSilentNetwork({ body, status, statusText, headers }: Response): Response {
  const own = new Headers(headers);
  own.set(NETWORK, 'silent');
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
    if (isGone(response)) await forget(request);
    return isStorable(response) ? wholeAnswer(response) : response;
  },
  fetchDidFail: async ({ state = {} }) => {
    state.hasFailed = true;
  },
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? dated(response) : null),
};

const newestCached: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    newestOf(cachedResponse, await bundledResponse(request)),
};

const limitedNumber: WorkboxPlugin = { cacheDidUpdate: ({ cacheName }) => trim(cacheName, MAX_ANSWERS) };

const networkFirstRules: WorkboxPlugin = {
  ...answerRules,
  cachedResponseWillBeUsed: async ({ cachedResponse, state = {} }) => {
    if (!cachedResponse) return null;
    // The answer has begun and is slow: it gets as long again, and the network is not called silent.
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
const [patient, hasty] = [networkFirst(PATIENCE_MS), networkFirst(KNOWN_SILENT_MS)];

/** @param isCalm what rarely changes is shown from the cache at once, and renewed behind it */
export const answerStrategy = (isCalm: boolean) =>
  isCalm ? staleWhileRevalidate : isNetworkSilent() ? hasty : patient;

/** Fetches an answer ahead of its use. */
export const prefetchedAnswers = new FetchAndStore({
  ...common,
  plugins: [trustedNetwork(inBackground), answerRules, limitedNumber],
});

export const answerRequest = (path: string): Request => new Request(path, { headers: { Accept: mediaType } });

/** An answer that a page received before there was a worker. */
export async function storeAnswer(path: string, answer: unknown, at: number): Promise<void> {
  const headers = { 'Content-Type': mediaType, 'X-Api': '1', 'Cache-Control': 'public, max-age=0, must-revalidate' };
  const cache = await caches.open(cacheNames.answers);
  await cache.put(path, await dated(new Response(JSON.stringify(answer), { headers }), at));
  await trim(cacheNames.answers, MAX_ANSWERS);
}
