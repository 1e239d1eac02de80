// What can go wrong on the way to a server, which requests it befalls, and what is remembered of each.
import type { IncomingHttpHeaders } from 'node:http';
import { randomFrom } from '#server/demo/random.ts';

export type Fault =
  | 'pass'
  /** The connection is reset before the server hears of it. */
  | 'refuse'
  /** Half of its body reaches the server, then the connection is gone. */
  | 'torn'
  /** The server acts, and its answer is lost. */
  | 'drop'
  /** The server acts, and its answer breaks off in the middle of its body. */
  | 'half'
  /** Lie-fi: accepted, and nothing ever comes. The server does not hear of it. */
  | 'stall'
  /** Waits before the server until `release`. */
  | 'wait'
  /** The server acts, and its answer waits until `release`. */
  | 'hold'
  /** The server acts, and half of its answer comes as if it were all of it. */
  | 'short'
  /** A captive portal answers in the server's place: 200, text/html. */
  | 'portal'
  /** The same, by sending everyone to its own host. */
  | 'elsewhere'
  /** Someone else's 200 in the server's place, as JSON. */
  | 'json'
  /** Milliseconds before the request goes on to the server. */
  | { delay: number }
  /** The server acts, and its answer comes at this many bytes a second. */
  | { drip: number }
  /** An answer in the server's place; `retryAfter` in seconds. `ours`: in the words of our own server. */
  | { status: number; retryAfter?: number; ours?: boolean }
  /** The server has acted: its process is killed by this, and its answer with it. */
  | { kill: () => Promise<void> };

export interface RecordedRequest {
  /** Milliseconds of this machine's clock. */
  at: number;
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Idempotency-Key. */
  key: string | null;
  /** The service worker asked for it itself. */
  fromWorker: boolean;
  fault: Fault;
  /** What the server answered; null when it did not hear of it (yet). */
  status: number | null;
  answer: Buffer | null;
  /** The version that a minimal answer names. */
  version: number | undefined;
  /** The server gave the answer that it had kept of an earlier request with the same key. */
  replayed: boolean;
  /** What the client was told; null when it was told nothing (yet). */
  sentStatus: number | null;
}

export interface Match {
  method?: string;
  /** The whole path without its query, or a pattern of it. */
  path?: string | RegExp;
  when?: (seen: RecordedRequest) => boolean;
}

export interface Rule extends Match {
  fault: Fault;
  /** Only the nth request that matches, from 1. */
  nth?: number;
  /** At most so many requests. */
  times?: number;
  /** 0 to 1: how likely each match is to fail. */
  probability?: number;
}

export function matches(seen: RecordedRequest, { method, path, when }: Match): boolean {
  if (method && seen.method !== method) return false;
  const [bare = ''] = seen.path.split('?');
  if (typeof path === 'string' && bare !== path) return false;
  if (path instanceof RegExp && !path.test(bare)) return false;
  return when?.(seen) ?? true;
}

/** Which fault befalls the next request; `seed` decides what a probability hits. */
export function createPlan(seed: number) {
  const random = randomFrom(`network ${seed}`);
  let rules: (Rule & { matched: number; used: number })[] = [];
  return {
    add(more: Rule[]): void {
      rules.push(...more.map((rule) => ({ ...rule, matched: 0, used: 0 })));
    },
    clear(): void {
      rules = [];
    },
    faultOf(seen: RecordedRequest): Fault {
      for (const rule of rules) {
        if (!matches(seen, rule)) continue;
        rule.matched += 1;
        if (rule.nth !== undefined && rule.matched !== rule.nth) continue;
        if (rule.times !== undefined && rule.used >= rule.times) continue;
        if (rule.probability !== undefined && !random.chance(rule.probability)) continue;
        rule.used += 1;
        return rule.fault;
      }
      return 'pass';
    },
  };
}
