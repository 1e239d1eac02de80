// Counts how many entries a list holds, and remembers large numbers for a short while.
import type { Db } from '../db/client.ts';

/** Fewer are counted each time: it costs nothing, and the number is exact. */
const LARGE = 1000;
/** Milliseconds a large number may be behind: of thousands of products nobody misses one for so long. */
const KEPT_FOR = 3000;
const LISTS_AT_MOST = 500;

interface Total {
  number: number;
  until: number;
}

/** By database: each market under test counts its own. */
const kept = new WeakMap<Db, Map<string, Total>>();

/** How many a list holds; counting is what takes longest in a list of thousands, so that number is kept for a moment. */
export async function totalOf(db: Db, list: string, counted: () => Promise<number>): Promise<number> {
  const now = performance.now();
  const totals = kept.get(db) ?? new Map<string, Total>();
  kept.set(db, totals);
  const known = totals.get(list);
  if (known && known.until > now) return known.number;
  const number = await counted();
  totals.delete(list);
  if (number >= LARGE) {
    totals.set(list, { number, until: now + KEPT_FOR });
    const [oldest] = totals.keys();
    if (totals.size > LISTS_AT_MOST && oldest !== undefined) totals.delete(oldest);
  }
  return number;
}
