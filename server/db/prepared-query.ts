// Prepares statements that are asked again and again: built once for each database, planned once for each connection.
// Guarantee: one name stands for one text, so that a connection never meets the same name with another statement.
import type { Db } from './client.ts';

/** @param build makes the prepared statement; inside a transaction it is made anew, and PostgreSQL still knows its plan */
export function keptQuery<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const kept = new WeakMap<Db, Q>();
  return (db) => {
    const known = kept.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    kept.set(db, made);
    return made;
  };
}
