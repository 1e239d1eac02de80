// TTL cache: shares the result of a database read among all callers for a time.
import type { Db } from '../db/client.ts';

/** A failed read is not cached. */
export function ttlCache<T>(ttl: number, read: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  /** `until`: milliseconds of the process clock. */
  const cached = new WeakMap<Db, { answer: Promise<T>; until: number }>();
  return (db) => {
    const now = performance.now();
    const known = cached.get(db);
    if (known && known.until > now) return known.answer;
    const answer = read(db);
    cached.set(db, { answer, until: now + ttl });
    answer.catch(() => cached.delete(db));
    return answer;
  };
}
