// List counts. Counting dominates the cost of a long list, so large counts are cached briefly.
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';

/** Smaller counts are cheap and always exact. */
const MIN_CACHED_COUNT = 1000;
/** Milliseconds. */
const TTL_MS = 3000;
const MAX_LISTS = 500;

/** By database, since tests run several markets. */
const countCaches = new WeakMap<Db, LRUCache<string, number>>();

export async function countCached(db: Db, list: string, count: () => Promise<number>): Promise<number> {
  const totals = countCaches.get(db) ?? new LRUCache<string, number>({ max: MAX_LISTS, ttl: TTL_MS });
  countCaches.set(db, totals);
  const known = totals.get(list);
  if (known !== undefined) return known;
  const total = await count();
  if (total >= MIN_CACHED_COUNT) totals.set(list, total);
  return total;
}
