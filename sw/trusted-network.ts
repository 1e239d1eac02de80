// Trusted network: the Workbox plugin of all requests of the worker, and two strategies.
// Guarantees: hanging requests are aborted, since they would occupy connections; an untrusted answer counts as no
// network; a 5xx is used only if nothing is cached.
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { noteAnswer, noteSilence } from './network-status.ts';
import { isTrusted } from './response-checks.ts';
import { releaseSignal } from './worker-events.ts';

/** An answer from something other than our server, for example a Wi-Fi log-in page. */
export class UntrustedAnswer extends TypeError {}

interface NetworkOptions {
  /** With `integrity` the browser delivers a response only after its last byte. */
  firstByteMs?: number;
  bodyMs?: number;
  /** False: another host, without signature headers; no evidence about our network. */
  isOwnServer?: boolean;
  isUsable?(response: Response): boolean;
  /** An immutable file: an untrusted response may come from the HTTP cache, so it is repeated past it. */
  isFile?: boolean;
}

export const trustedNetwork = ({
  firstByteMs = 10_000,
  bodyMs = 60_000,
  isOwnServer = true,
  isUsable = ({ status }) => status < 500,
  isFile = false,
}: NetworkOptions = {}): WorkboxPlugin => ({
  requestWillFetch: async ({ request, state = {} }) => {
    const controller = new AbortController();
    state.abort = () => controller.abort();
    if (request.signal.aborted) state.abort();
    request.signal.addEventListener('abort', state.abort);
    releaseSignal.addEventListener('abort', state.abort);
    state.timer = setTimeout(state.abort, firstByteMs);
    return new Request(request, { signal: controller.signal });
  },
  fetchDidSucceed: async ({ request, response: first, state = {} }) => {
    clearTimeout(state.timer);
    if (bodyMs < Number.POSITIVE_INFINITY) state.timer = setTimeout(state.abort, bodyMs);
    const isRepeated = isFile && isOwnServer && !isTrusted(first);
    const response = isRepeated ? await fetch(new Request(request, { cache: 'reload' })) : first;
    if (isOwnServer) {
      if (!isTrusted(response)) throw new UntrustedAnswer(`Untrusted: ${response.url}`);
      state.isAnswered = true;
      noteAnswer();
    }
    if (isUsable(response)) return response;
    state.unusable = response;
    throw new TypeError(`${response.status}: ${response.url}`);
  },
  fetchDidFail: async ({ originalRequest, state = {} }) => {
    clearTimeout(state.timer);
    const isGivenUp = originalRequest.signal.aborted || releaseSignal.aborted;
    // A request aborted by the page or by a takeover is no evidence about the network.
    if (isOwnServer && !state.isAnswered && !isGivenUp) noteSilence();
  },
  handlerDidError: async ({ state }) => state?.unusable,
  handlerDidComplete: async ({ state }) => releaseSignal.removeEventListener('abort', state?.abort),
});

/** Limits of the worker's own requests. */
export const backgroundLimits = { firstByteMs: 30_000 };

/** Fetches and stores: for prefetching. */
export class FetchAndStore extends Strategy {
  protected override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return handler.fetchAndCachePut(request);
  }
}

/** Resolves after the answer is stored; rejects without an answer or without space. */
export async function fetchNow(strategy: Strategy, request: Request, event: ExtendableEvent): Promise<Response> {
  const [response, stored] = strategy.handleAll({ request, event });
  const [answer] = await Promise.all([response, stored]);
  return answer;
}

/** Answers a request even if the answer cannot be stored. */
export function respondFrom(strategy: Strategy, request: Request, event: ExtendableEvent): Promise<Response> {
  const [response, stored] = strategy.handleAll({ request, event });
  stored.catch(() => undefined);
  return response;
}
