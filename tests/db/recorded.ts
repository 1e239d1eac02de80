// A whole database as a text, and back: what a browser of some past version holds. Bytes are written in base64.
// Restored through IndexedDB itself, with the stores and indexes it had then, so that today's app finds what it would find.

interface RecordedStore {
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean }[];
  rows: unknown[];
}
export interface Recorded {
  name: string;
  version: number;
  stores: Record<string, RecordedStore>;
}

const bytesMark = '$bytes';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function record(database: IDBDatabase): Promise<Recorded> {
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, 'readonly');
  const stores: Record<string, RecordedStore> = {};
  for (const name of names) {
    const store = transaction.objectStore(name);
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique } = store.index(index);
      return { name: index, keyPath, unique };
    });
    const { keyPath, autoIncrement } = store;
    stores[name] = { keyPath, autoIncrement, indexes, rows: await done(store.getAll()) };
  }
  return { name: database.name, version: database.version, stores };
}

export function textOf(recorded: Recorded): string {
  const bytes = (_: string, value: unknown) =>
    value instanceof ArrayBuffer ? { [bytesMark]: Buffer.from(value).toString('base64') } : value;
  return `${JSON.stringify(recorded, bytes, 1)}\n`;
}

export function recordedOf(text: string): Recorded {
  return JSON.parse(text, (_, value: unknown) => {
    const isBytes = typeof value === 'object' && value !== null && bytesMark in value;
    return isBytes ? Uint8Array.from(Buffer.from(String(value[bytesMark]), 'base64')).buffer : value;
  }) as Recorded;
}

export async function restore(factory: IDBFactory, { name, version, stores }: Recorded): Promise<void> {
  const request = factory.open(name, version);
  request.onupgradeneeded = () => {
    for (const [store, { keyPath, autoIncrement, indexes, rows }] of Object.entries(stores)) {
      const made = request.result.createObjectStore(store, { keyPath, autoIncrement });
      for (const { name, keyPath, unique } of indexes) made.createIndex(name, keyPath, { unique });
      for (const row of rows) made.put(row);
    }
  };
  (await done(request)).close();
}
