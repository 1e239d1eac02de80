// The database of a later version of the app, for a tab that was opened before an update.
import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { EtalDatabase } from '#db/database.ts';

/** @param stores its changes; by default one more table. @returns not opened yet */
export function nextVersionOf(indexedDB: IDBFactory, stores: Record<string, string | null> = { boxes: 'id' }): Dexie {
  const app = new Dexie('etal', { indexedDB, IDBKeyRange });
  const current = new EtalDatabase({ indexedDB, IDBKeyRange });
  const schema = Object.fromEntries(
    current.tables.map(({ name, schema: { primKey, indexes } }) => {
      return [name, [primKey, ...indexes].map(({ src }) => src).join(',')];
    }),
  );
  app.version(current.verno).stores(schema);
  app.version(current.verno + 1).stores(stores);
  return app;
}
