// In-memory databases, for browsers without storage (blocked cookies, a broken profile).
// Guarantee: used only after a warning to the user; loaded on demand.
import { Dexie } from 'dexie';
import type { IndexedDbSource } from './database.ts';

export async function memorySource(): Promise<IndexedDbSource> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const source = { indexedDB: new IDBFactory(), IDBKeyRange };
  // Dexie's live queries use these globals.
  Object.assign(Dexie.dependencies, source);
  return source;
}
