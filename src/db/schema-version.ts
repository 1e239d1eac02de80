// What stands on the disk under the name of a database, looked at without changing it.
// Guarantee: an older version of the app never patches, upgrades or shadows what a newer one has written: it uses it as it
// is when everything it needs is there, and refuses otherwise.
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

/** Null when there is no such database; none is made. */
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
