// Network faults: their kinds, the requests they apply to, and the record of each request.
import type { IncomingHttpHeaders } from 'node:http';
import { randomFrom } from '#server/demo/random.ts';

export type Fault =
  | 'pass'
  /** The connection is reset before the request reaches the server. */
  | 'refuse'
  /** Half of its body reaches the server, then the connection is closed. */
  | 'torn'
  /** The server acts, and its answer is lost. */
  | 'drop'
  /** The server acts, and its answer is truncated in its body. */
  | 'half'
  /** Lie-fi: accepted, and never answered. It does not reach the server. */
  | 'stall'
  /** Delayed before the server until `release`. */
  | 'wait'
  /** The server acts, and its answer is delayed until `release`. */
  | 'hold'
  /** The server acts, and half of its answer arrives as if complete. */
  | 'short'
  /** A captive portal answers instead of the server: 200, text/html. */
  | 'portal'
  /** The same, with a redirect to its own host. */
  | 'elsewhere'
  /** A foreign 200 instead of the server's answer, as JSON. */
  | 'json'
  /** Milliseconds until the request is forwarded to the server. */
  | { delay: number }
  /** The server acts, and its answer arrives at this many bytes a second. */
  | { drip: number }
  /** An answer instead of the server's; `retryAfter` in seconds. `ours`: with the headers of our own server. */
  | { status: number; retryAfter?: number; ours?: boolean }
  /** The server has acted: this kills its process, and its answer is lost. */
  | { kill: () => Promise<void> };

export interface RecordedRequest {
  /** System clock, milliseconds. */
  at: number;
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Idempotency-Key. */
  key: string | null;
  /** A request of the service worker itself. */
  fromWorker: boolean;
  fault: Fault;
  /** The server's status; null when the request has not reached it (yet). */
  status: number | null;
  answer: Buffer | null;
  /** The version in a minimal answer. */
  version: number | undefined;
  /** The server repeated the stored answer of an earlier request with the same key. */
  replayed: boolean;
  /** The status sent to the client; null without an answer (yet). */
  sentStatus: number | null;
}

export interface Match {
  method?: string;
  /** The complete path without its query, or a pattern of it. */
  path?: string | RegExp;
  when?: (seen: RecordedRequest) => boolean;
}

export interface Rule extends Match {
  fault: Fault;
  /** Only the nth matching request, from 1. */
  nth?: number;
  /** At most this many requests. */
  times?: number;
  /** 0 to 1: the share of matching requests that fail. */
  probability?: number;
}

export function matches(seen: RecordedRequest, { method, path, when }: Match): boolean {
  if (method && seen.method !== method) return false;
  const [bare = ''] = seen.path.split('?');
  if (typeof path === 'string' && bare !== path) return false;
  if (path instanceof RegExp && !path.test(bare)) return false;
  return when?.(seen) ?? true;
}

/** Chooses the fault of each request; `seed` decides the random choices. */
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
