// Prepared statements: built once per database and planned once per connection.
// Guarantee: a name always has the same text, so a connection never gets one name with two statements.
import type { Db } from './client.ts';

/**
 * @param build creates the prepared statement; it runs again inside a transaction, where PostgreSQL still has the plan
 */
export function preparedQuery<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const prepared = new WeakMap<Db, Q>();
  return (db) => {
    const known = prepared.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    prepared.set(db, made);
    return made;
  };
}
