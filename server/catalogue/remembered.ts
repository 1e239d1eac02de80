// Asks the database once for all who ask within a time: what is needed for every search, and changes seldom.
import type { Db } from '../db/client.ts';

/** What failed is asked again at once. */
export function remembered<T>(forMs: number, read: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  /** `until`: milliseconds of the process's own clock. */
  const kept = new WeakMap<Db, { answer: Promise<T>; until: number }>();
  return (db) => {
    const now = performance.now();
    const before = kept.get(db);
    if (before && before.until > now) return before.answer;
    const answer = read(db);
    kept.set(db, { answer, until: now + forMs });
    answer.catch(() => kept.delete(db));
    return answer;
  };
}
