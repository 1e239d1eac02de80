// Counts the entries of a list. Counting is the slowest part of a long list, so large numbers are cached for a moment.
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';

/** Fewer are counted each time: that costs nothing, and the number is exact. */
const LARGE = 1000;
/** Milliseconds. */
const TTL = 3000;
const MOST_LISTS = 500;

/** By database: each market under test counts its own. */
const caches = new WeakMap<Db, LRUCache<string, number>>();

export async function totalOf(db: Db, list: string, count: () => Promise<number>): Promise<number> {
  const totals = caches.get(db) ?? new LRUCache<string, number>({ max: MOST_LISTS, ttl: TTL });
  caches.set(db, totals);
  const known = totals.get(list);
  if (known !== undefined) return known;
  const total = await count();
  if (total >= LARGE) totals.set(list, total);
  return total;
}
