// Schema version: inspects an existing database without changing it.
// Guarantee: an older app version never upgrades or shadows a newer database; it uses it if all tables and indexes
// exist, and refuses it otherwise.
import type { Dexie } from 'dexie';

/** A newer version of the app has changed the database into something that this one cannot read. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** Dexie counts versions in tenths. */
const NATIVE = 10;

export async function refuseTooNew(database: Dexie, factory: IDBFactory): Promise<void> {
  const standing = await connect(factory, database.name);
  if (!standing) return;
  try {
    if (standing.version <= Math.round(database.verno * NATIVE)) return;
    if (!hasAll(standing, database)) throw new DatabaseTooNew(`${database.name} is of version ${standing.version}`);
  } finally {
    standing.close();
  }
}

/** Opens an existing database; null if there is none. */
function connect(factory: IDBFactory, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    let absent = false;
    request.onupgradeneeded = () => {
      absent = true;
      request.transaction?.abort();
    };
    request.onerror = (event) => {
      event.preventDefault();
      if (absent) resolve(null);
      else reject(request.error);
    };
    request.onsuccess = () => resolve(request.result);
  });
}

function hasAll(standing: IDBDatabase, { tables }: Dexie): boolean {
  if (!tables.every(({ name }) => standing.objectStoreNames.contains(name))) return false;
  const transaction = standing.transaction(
    tables.map(({ name }) => name),
    'readonly',
  );
  return tables.every(({ name, schema }) => {
    const store = transaction.objectStore(name);
    const sameKey = JSON.stringify(store.keyPath) === JSON.stringify(schema.primKey.keyPath);
    return sameKey && schema.indexes.every((index) => store.indexNames.contains(index.name));
  });
}
