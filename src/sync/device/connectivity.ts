// What is believed about the network, from what requests did; navigator.onLine is never asked.
//
//   online ──a request got no answer of the server──▶ offline
//   offline ──any answer of the server, or of the ping──▶ online
//
// Guarantees: while offline is believed the server is asked every four seconds at least, whether or not the last question
// still hangs, so the belief never outlives the return of the network by more than five; a doubt ends with the answer to a
// question that was asked after it, and with no answer that may have left before.
import type { ApiClient } from '#api/client.ts';

export const PING_FIRST = 1000;
export const PING_MAX = 4000;
/** A ping is given up after this long, milliseconds: it must not hold one of the few connections of a bad network. */
export const PING_TIMEOUT = 5000;

/** What gets through so shortly after the browser says that the network goes proves nothing, milliseconds. */
const DISCONNECT_MS = 2000;

export interface Connectivity {
  online(): boolean;
  /** When the server last answered, milliseconds; null before it ever did. */
  lastAnswerAt(): number | null;
  /** A request was answered by the server, or was not. */
  reportResult(reached: boolean): void;
  /**
   * Something hints at a change (the browser's own events): ask at once. `gone`: that the network goes, in which moment a
   * question may still get through; it is asked again until that is over.
   */
  probe(isLeaving?: boolean): void;
  /** Asks at once; resolves with what is believed then. */
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

/** Asks the server for a sign of life, which tells its clock, too. Given `timers`, it is called off after PING_LIMIT. */
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
  /** Rejects or answers false when the server was not reached. What it finds is told to `heard` by the caller of requests. */
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
  /** Since when it is not known whether the network has gone; -1 while nothing hints at it. */
  let uncertainSince = -1;
  const listeners = new Set<(online: boolean) => void>();

  function schedulePing(): void {
    if (stopped || timer !== null) return;
    timer = timers.set(() => {
      timer = null;
      void pingNow();
    }, delay);
    delay = Math.min(PING_MAX, delay * 2);
  }

  async function pingNow(): Promise<boolean> {
    if (stopped) return online;
    pingCount += 1;
    lastPingAt = now();
    const ownPing = pingCount;
    const before = lastAnswer;
    // A network that swallows requests may never answer this one: the next does not wait for it.
    if (!online) schedulePing();
    const reached = await ping().catch(() => false);
    if (reached && ownPing === pingCount && lastPingAt >= uncertainSince) uncertainSince = -1;
    // Silence is old news once another question is on its way, or was answered.
    if (reached || (ownPing === pingCount && lastAnswer === before)) recordResult(reached);
    // What was answered meanwhile may have left before the network went: another question tells.
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
      if (elapsed < 0 || elapsed >= PING_FIRST) void pingNow();
      else schedulePing();
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
