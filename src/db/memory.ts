// Databases that last as long as the page, for browsers that give no storage (cookies blocked, a broken profile).
// Guarantee: never used unless the caller tells the person so; loaded only then.
import { Dexie } from 'dexie';
import type { IndexedDbSource } from './database.ts';

export async function memorySource(): Promise<IndexedDbSource> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const source = { indexedDB: new IDBFactory(), IDBKeyRange };
  // What follows a query asks for it here.
  Object.assign(Dexie.dependencies, source);
  return source;
}
