// Query client: answers in memory, by endpoint name and arguments.
// Guarantee: an entry never loses its answer. A failed read keeps the last answer, marks it as stale with the error,
// and is retried while it is displayed.
import { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#api/errors.ts';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';

export interface ReadResult<T> {
  answer: T | undefined;
  /** Time of the server's answer, milliseconds since 1970; null without one. */
  seenAt: number | null;
  /** From the cache, since the server could not be reached. */
  stale: boolean;
  error: ApiError | null;
  /** Belongs to the session's owner: forgotten when the owner changes. */
  personal: boolean;
}

const freshForMs = 60_000;
const tryAgainAfterMs = 10_000;
const rememberedForMs = 30 * 60_000;

/** Canonical arguments: absent and undefined are equal. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => [key, tidy(inner)] as const)
    .filter(([, inner]) => typeof inner !== 'object' || inner === null || Object.keys(inner).length > 0);
  return Object.fromEntries(entries);
}

export const queryKey = (name: string, args: unknown) => [name, tidy(args ?? {})] as const;

const seenBy = (query: { state: { data?: unknown } }) => query.state.data as ReadResult<unknown> | undefined;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The service worker and the snapshots answer without a network: a read is never paused.
        networkMode: 'always',
        // A failed read resolves with its error; the interval below retries it.
        retry: false,
        gcTime: rememberedForMs,
        staleTime: (query) => {
          const seen = seenBy(query);
          return seen && !seen.stale && !isTemporaryFailure(seen.error) ? freshForMs : 0;
        },
        refetchInterval: (query) => {
          const seen = seenBy(query);
          // Without a result the code of the read is missing.
          const wanting = seen ? seen.stale || isTemporaryFailure(seen.error) : query.state.error !== null;
          return wanting ? tryAgainAfterMs : false;
        },
      },
    },
  });
}

const trackedQueries = new WeakMap<QueryClient, Map<string, readonly [name: string, args: unknown]>>();

/** Records all queries of a render, so that the server learns what a page needs. */
export function collectQueries(client: QueryClient): void {
  trackedQueries.set(client, new Map());
}

/** Called by each query while rendering; has no effect in the browser. */
export function trackQuery(client: QueryClient, name: string, args: unknown): void {
  const key = queryKey(name, args);
  trackedQueries.get(client)?.set(JSON.stringify(key), key);
}

/** Recorded queries without an answer. */
export function missingQueries(client: QueryClient): (readonly [name: string, args: unknown])[] {
  return [...(trackedQueries.get(client)?.values() ?? [])].filter((key) => client.getQueryData(key) === undefined);
}

export function isCarriedView(value: unknown): value is CarriedView {
  return (
    typeof value === 'object' && value !== null && 'at' in value && 'answers' in value && Array.isArray(value.answers)
  );
}

/** A 404 from the server's first view, as plain data, since the error class loads later. */
const absent = {
  name: 'ApiError',
  message: 'Introuvable',
  kind: 'not-found',
  status: 404,
  code: undefined,
  violations: [],
  detail: undefined,
  retryAfter: undefined,
} satisfies ApiError;

/** Adds the answers embedded in the page, with their time. */
export function seedQueryClient(client: QueryClient, view: CarriedView): void {
  for (const { name, args, answer } of view.answers) {
    const error = answer === undefined ? absent : null;
    const seen: ReadResult<unknown> = { answer, seenAt: view.at, stale: false, error, personal: false };
    client.setQueryData(queryKey(name, args), seen, { updatedAt: view.at });
  }
}

export interface SeenAnswer {
  name: string;
  args: unknown;
  answer: unknown;
  /** Time of the server's answer, milliseconds since 1970. */
  at: number;
}

/** The public answers that this page got from the server. */
export function seenAnswers(client: QueryClient): SeenAnswer[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const [name, args] = query.queryKey;
      const seen = seenBy(query);
      if (!seen || seen.personal || seen.stale || seen.seenAt === null || seen.answer === undefined) return [];
      return [{ name: String(name), args, answer: seen.answer, at: seen.seenAt }];
    });
}
