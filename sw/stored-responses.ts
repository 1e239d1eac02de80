// Stored responses: date of a cached response, and limits of a cache.
import { CACHED_AT_HEADER } from '#contract/wire/cached-answers.ts';
import { decodedHead } from './response-checks.ts';

/** Adds the time of the server's answer; removes `Date`, which would count as the server's current clock. */
export async function withDate(response: Response, at = Date.now()): Promise<Response> {
  const head = decodedHead(response);
  head.headers.set(CACHED_AT_HEADER, String(at));
  head.headers.delete('Date');
  return new Response(await response.arrayBuffer(), head);
}

/** Time of the server's answer, milliseconds since 1970. */
export const storedAt = ({ headers }: Response): number => Number(headers.get(CACHED_AT_HEADER));

/** Deletes the oldest entries; the browser appends each put, also of an existing key. */
export async function trimCache(cacheName: string, maxEntries: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(key);
}
