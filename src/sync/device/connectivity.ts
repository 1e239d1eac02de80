// Connectivity: whether the server is reachable, from the results of requests; navigator.onLine is never used.
//
//   online ──a request without an answer of the server──▶ offline
//   offline ──any answer of the server, also to a ping──▶ online
//
// Guarantees: while offline the server is pinged at least every four seconds, even if the last ping hangs, so that the state
// is at most five seconds late, and at most one second after an event of the browser; an uncertainty ends only with the answer to a ping that started after it.
import type { ApiClient } from '#api/client.ts';

export const PING_FIRST = 1000;
export const PING_MAX = 4000;
/** Limit of a ping, milliseconds: it would occupy one of the few connections of a bad network. */
export const PING_TIMEOUT = 5000;

/** For so long after the browser's offline event answers prove nothing, milliseconds. */
const DISCONNECT_MS = 2000;

export interface Connectivity {
  online(): boolean;
  /** Time of the server's last answer, milliseconds; null before the first one. */
  lastAnswerAt(): number | null;
  /** Reports the result of a request. */
  reportResult(reached: boolean): void;
  /**
   * Pings at once after a browser event. `isLeaving`: the network is going down, while a ping may still succeed; it is
   * repeated afterwards.
   */
  probe(isLeaving?: boolean): void;
  /** Pings at once; resolves with the resulting state. */
  check(): Promise<boolean>;
  subscribe(listener: (online: boolean) => void): () => void;
  stop(): void;
}

export interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export const realTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Pings the server, which also samples its clock. With `timers` it is aborted after PING_TIMEOUT. */
export async function pingServer(transmit: ApiClient['transmit'], timers?: Timers): Promise<boolean> {
  const request = { method: 'GET', path: '/health', headers: { Accept: 'application/ld+json' }, body: null };
  const controller = new AbortController();
  const timer = timers?.set(() => controller.abort(), PING_TIMEOUT);
  try {
    return (await transmit(request, { token: null, signal: controller.signal })).isTrusted;
  } finally {
    timers?.clear(timer);
  }
}

interface ConnectivityPorts {
  /** Rejects or resolves to false without an answer. The API client reports the result by `reportResult`. */
  ping(): Promise<boolean>;
  now(): number;
  timers?: Timers;
}

export function createConnectivity({ ping, now, timers = realTimers }: ConnectivityPorts): Connectivity {
  let online = true;
  let lastAnswer: number | null = null;
  let timer: unknown = null;
  let pingCount = 0;
  let lastPingAt = Number.NEGATIVE_INFINITY;
  let delay = PING_FIRST;
  let stopped = false;
  /** Start of the uncertainty about the network; -1 without any. */
  let uncertainSince = -1;
  const listeners = new Set<(online: boolean) => void>();

  function schedulePing(after = delay): void {
    if (stopped || timer !== null) return;
    timer = timers.set(() => {
      timer = null;
      void pingNow();
    }, after);
    delay = Math.min(PING_MAX, delay * 2);
  }

  async function pingNow(): Promise<boolean> {
    if (stopped) return online;
    pingCount += 1;
    lastPingAt = now();
    const ownPing = pingCount;
    const before = lastAnswer;
    // A bad network may never answer this ping, so the next one does not wait for it.
    if (!online) schedulePing();
    const reached = await ping().catch(() => false);
    if (reached && ownPing === pingCount && lastPingAt >= uncertainSince) uncertainSince = -1;
    // A missing answer is outdated once another ping is running or was answered.
    if (reached || (ownPing === pingCount && lastAnswer === before)) recordResult(reached);
    // An answer received meanwhile may date from before the network failed, so another ping decides.
    else if (ownPing === pingCount) uncertainSince = now();
    if (uncertainSince >= 0) schedulePing();
    return online;
  }

  function recordResult(reached: boolean): void {
    if (stopped) return;
    if (reached) {
      lastAnswer = now();
      delay = PING_FIRST;
      if (timer !== null && uncertainSince < 0) {
        timers.clear(timer);
        timer = null;
      }
    } else uncertainSince = -1;
    const changed = online !== reached;
    online = reached;
    if (!reached) schedulePing();
    if (changed) for (const listener of [...listeners]) listener(online);
  }

  return {
    online: () => online,
    lastAnswerAt: () => lastAnswer,
    reportResult: recordResult,
    probe(isLeaving) {
      const elapsed = now() - lastPingAt;
      uncertainSince = now() + (isLeaving ? DISCONNECT_MS : 0);
      if (elapsed < 0 || elapsed >= PING_FIRST) return void pingNow();
      if (isLeaving) return schedulePing();
      // The network may be back: the next ping is a second after the last one, however long the absence was.
      if (timer !== null) timers.clear(timer);
      timer = null;
      delay = PING_FIRST;
      schedulePing(PING_FIRST - elapsed);
    },
    check: pingNow,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped = true;
      if (timer !== null) timers.clear(timer);
      listeners.clear();
    },
  };
}
