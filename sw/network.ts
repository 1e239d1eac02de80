// The worker's way to the network, and what it believes of it. Guarantees: no request of the worker waits for an answer for
// ever (a hung one would hold one of the few connections a bad network has); while the network is known to be silent what
// is kept is shown almost at once, instead of after three seconds each time; any answer ends that belief.

/** How long a network may be silent before what is kept is shown, milliseconds. */
export const patienceMs = 3000;
/** The same, when it was silent a moment ago. */
const knownSilentMs = 300;
/** How long a silence is remembered, milliseconds. */
const rememberedMs = 15_000;
/** Without a first byte of the answer after this long, a request is given up, milliseconds. A body may take its time. */
export const answerLimitMs = 10_000;

let silentAt = Number.NEGATIVE_INFINITY;

export const heardSilence = (now: number): void => {
  silentAt = now;
};
export const heardAnswer = (): void => {
  silentAt = Number.NEGATIVE_INFINITY;
};
export const believedSilent = (now: number): boolean => now - silentAt < rememberedMs;
export const patience = (now: number): number => (believedSilent(now) ? knownSilentMs : patienceMs);

interface AskOptions extends RequestInit {
  limitMs?: number;
  /** The limit is for the whole answer, not for its first byte. */
  whole?: boolean;
}

/** Rejects when no answer begins in time; the page's own giving up is passed on, and says nothing about the network. */
export async function ask(
  input: RequestInfo | URL,
  { limitMs = answerLimitMs, whole = false, ...init }: AskOptions = {},
): Promise<Response> {
  const given = input instanceof Request ? input.signal : undefined;
  const controller = new AbortController();
  const follow = () => controller.abort();
  if (given?.aborted) follow();
  given?.addEventListener('abort', follow);
  const timer = setTimeout(follow, limitMs);
  try {
    const response = await fetch(input, { ...init, signal: controller.signal });
    heardAnswer();
    if (!whole) clearTimeout(timer);
    return response;
  } catch (failure) {
    clearTimeout(timer);
    given?.removeEventListener('abort', follow);
    if (!given?.aborted) heardSilence(Date.now());
    throw failure;
  }
}

interface Turn {
  state?: { timer?: ReturnType<typeof setTimeout> };
}

/** The same limit for the strategies of workbox. */
export const answerLimit = {
  async requestWillFetch({ request, state = {} }: Turn & { request: Request }): Promise<Request> {
    const controller = new AbortController();
    state.timer = setTimeout(() => controller.abort(), answerLimitMs);
    return new Request(request, { signal: controller.signal });
  },
  async fetchDidSucceed({ response, state }: Turn & { response: Response }): Promise<Response> {
    clearTimeout(state?.timer);
    heardAnswer();
    return response;
  },
  async fetchDidFail({ state }: Turn): Promise<void> {
    clearTimeout(state?.timer);
    heardSilence(Date.now());
  },
};
