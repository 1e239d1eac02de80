// Trusted network: the Workbox plugin of every request that the worker sends, and two strategies around it.
// Guarantees: a request that hangs is given up, since it would hold one of the few connections of a bad network; an answer
// that our server did not sign counts as no network; an answer that cannot be shown (5xx) is used only if nothing is cached.
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { noteAnswer, noteSilence } from './network-status.ts';
import { isTrusted } from './response-checks.ts';
import { released } from './worker-events.ts';

/** Someone else answered in our server's place, for example the log-in page of a Wi-Fi network. */
export class UntrustedAnswer extends TypeError {}

interface NetworkOptions {
  /** With `integrity` a browser hands out an answer at its last byte only. */
  firstByteMs?: number;
  bodyMs?: number;
  /** False: another host, which does not sign its answers and says nothing about our network. */
  isOwnServer?: boolean;
  isUsable?(response: Response): boolean;
  /** A file that never changes: an untrusted answer may come from the browser's HTTP cache, and is asked for past it. */
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
    released.addEventListener('abort', state.abort);
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
    const isGivenUp = originalRequest.signal.aborted || released.aborted;
    // A page that gave up says nothing about the network, nor does a newer version.
    if (isOwnServer && !state.isAnswered && !isGivenUp) noteSilence();
  },
  handlerDidError: async ({ state }) => state?.unusable,
  handlerDidComplete: async ({ state }) => released.removeEventListener('abort', state?.abort),
});

/** For requests of the worker itself, behind what a page asks for. */
export const inBackground = { firstByteMs: 30_000 };

/** Asks the network and stores the answer: for what is fetched before anyone looks at it. */
export class FetchAndStore extends Strategy {
  protected override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return handler.fetchAndCachePut(request);
  }
}

/** Resolves once the answer is stored, too. Rejects if there is none, or no room for it. */
export async function fetchNow(strategy: Strategy, request: Request, event: ExtendableEvent): Promise<Response> {
  const [response, stored] = strategy.handleAll({ request, event });
  const [answer] = await Promise.all([response, stored]);
  return answer;
}

/** Answers a request; without room to store the answer it is given all the same. */
export function respond(strategy: Strategy, request: Request, event: ExtendableEvent): Promise<Response> {
  const [response, stored] = strategy.handleAll({ request, event });
  stored.catch(() => undefined);
  return response;
}
