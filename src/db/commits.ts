// What a database has written, told once it stands. Guarantee: told in the moment of the commit, before whoever asked for the
// writing goes on, and never of what was rolled back. Only for databases in memory: a browser lets others go on first.
import type { DBCore, DBCoreMutateRequest, DBCoreTable, Dexie } from 'dexie';

export type Change<T> = { key: unknown; row: T } | { key: unknown; row: null };
/** By the table's name, in the order of the writing. */
export type Changes = Readonly<Record<string, readonly Change<unknown>[]>>;

/** Before the database is opened. */
export function followCommits(database: Dexie, tables: readonly string[], committed: (changes: Changes) => void): void {
  const open = new WeakMap<object, Record<string, Change<unknown>[]>>();

  function note(transaction: object, name: string, changes: Change<unknown>[]): void {
    let all = open.get(transaction);
    if (!all) {
      const begun: Record<string, Change<unknown>[]> = {};
      all = begun;
      open.set(transaction, begun);
      (transaction as IDBTransaction).addEventListener('complete', () => committed(begun));
    }
    all[name] = [...(all[name] ?? []), ...changes];
  }

  function followed(name: string, table: DBCoreTable): DBCoreTable {
    return {
      ...table,
      mutate(request) {
        return table.mutate(request).then((done) => {
          note(request.trans, name, changesOf(request, done.results ?? []));
          return done;
        });
      },
    };
  }

  database.use({
    stack: 'dbcore',
    name: 'commits',
    create: (core: DBCore) => ({
      ...core,
      table: (name) => (tables.includes(name) ? followed(name, core.table(name)) : core.table(name)),
    }),
  });
}

function changesOf(request: DBCoreMutateRequest, results: readonly unknown[]): Change<unknown>[] {
  if (request.type === 'delete') return request.keys.map((key) => ({ key, row: null }));
  if (request.type === 'deleteRange') return [];
  return request.values.map((row, index) => ({ key: results[index], row }));
}
