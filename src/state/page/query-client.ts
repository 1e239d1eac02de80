// The page's memory of what the server answered, keyed by endpoint name and arguments.
// Guarantee: an entry never throws away an answer it had. A read that fails keeps the last answer, marks it stale and says
// why, so a screen that showed something goes on showing it; and it goes on trying while anyone looks at it.
import { QueryClient } from '@tanstack/react-query';
import type { ApiError } from '#api/errors.ts';
import type { CarriedView } from '#contract/wire/first-view.ts';
import { isTemporaryFailure } from '#domain/call-failure.ts';

export interface Seen<T> {
  answer: T | undefined;
  /** Milliseconds since 1970 when the server gave this answer; null while there is none. */
  seenAt: number | null;
  /** Shown from what is kept: the server could not be asked. */
  stale: boolean;
  error: ApiError | null;
  /** Belongs to the session's owner: forgotten when the owner changes. */
  personal: boolean;
}

const freshForMs = 60_000;
const tryAgainAfterMs = 10_000;
const rememberedForMs = 30 * 60_000;

/** Arguments in one canonical form: absent and undefined are the same, so a key is equal whoever writes it. */
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

const seenBy = (query: { state: { data?: unknown } }) => query.state.data as Seen<unknown> | undefined;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The service worker and the snapshots answer without a network: a read is never paused.
        networkMode: 'always',
        // A failed read comes back as a `Seen` with its error; the interval below tries again.
        retry: false,
        gcTime: rememberedForMs,
        staleTime: (query) => {
          const seen = seenBy(query);
          return seen && !seen.stale && !isTemporaryFailure(seen.error) ? freshForMs : 0;
        },
        refetchInterval: (query) => {
          const seen = seenBy(query);
          // Without a `Seen` the code of the read itself is missing.
          const wanting = seen ? seen.stale || isTemporaryFailure(seen.error) : query.state.error !== null;
          return wanting ? tryAgainAfterMs : false;
        },
      },
    },
  });
}

const wishes = new WeakMap<QueryClient, Map<string, readonly [name: string, args: unknown]>>();

/** From now on every read that a render asks for is noted: how the server learns what a page needs. */
export function noteWishes(client: QueryClient): void {
  wishes.set(client, new Map());
}

/** Called by each read while it renders; in the browser nobody listens. */
export function wish(client: QueryClient, name: string, args: unknown): void {
  const key = queryKey(name, args);
  wishes.get(client)?.set(JSON.stringify(key), key);
}

/** What was asked for and is not there. */
export function unfulfilledWishes(client: QueryClient): (readonly [name: string, args: unknown])[] {
  return [...(wishes.get(client)?.values() ?? [])].filter((key) => client.getQueryData(key) === undefined);
}

export function isCarriedView(value: unknown): value is CarriedView {
  return (
    typeof value === 'object' && value !== null && 'at' in value && 'answers' in value && Array.isArray(value.answers)
  );
}

/** The server answered 404 before the page was filled: known as plain data, since the error class loads later. */
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

/** Puts the answers carried by a filled page where the hooks look for them, with the time they were given. */
export function seedQueryClient(client: QueryClient, view: CarriedView): void {
  for (const { name, args, answer } of view.answers) {
    const error = answer === undefined ? absent : null;
    const seen: Seen<unknown> = { answer, seenAt: view.at, stale: false, error, personal: false };
    client.setQueryData(queryKey(name, args), seen, { updatedAt: view.at });
  }
}

export interface AnswerSeen {
  name: string;
  args: unknown;
  answer: unknown;
  /** Milliseconds since 1970 when the server gave it. */
  at: number;
}

/** The public answers that this page got from the server. */
export function answersSeen(client: QueryClient): AnswerSeen[] {
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
