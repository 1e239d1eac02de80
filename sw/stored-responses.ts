// Stored responses: the date of a response in a cache, and the number of entries that a cache may have.
import { KEPT_AT } from '#contract/wire/cached-answers.ts';
import { decoded } from './response-checks.ts';

/** The response with the time when the server gave it; without `Date`, which would pass for the server's present clock. */
export async function dated(response: Response, at = Date.now()): Promise<Response> {
  const head = decoded(response);
  head.headers.set(KEPT_AT, String(at));
  head.headers.delete('Date');
  return new Response(await response.arrayBuffer(), head);
}

/** When the server gave it, milliseconds since 1970. */
export const storedAt = ({ headers }: Response): number => Number(headers.get(KEPT_AT));

/** Keeps the newest entries: a browser appends what is put, also if it was there before. */
export async function trim(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(key);
}
