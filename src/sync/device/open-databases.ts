// Device storage: opens the databases, in memory if the browser offers no storage.
// Guarantee: the memory fallback is reported before it is used.
import {
  DatabaseBlocked,
  EtalDatabase,
  type IndexedDbSource,
  ignoreFullStorage,
  openLocalDatabase,
} from '#db/database.ts';
import { DatabaseTooNew } from '#db/schema-version.ts';

export interface StoragePorts {
  indexed?: IndexedDbSource;
  /**
   * Called when the browser offers no storage: changes then live as long as this page, and the user must be warned.
   * Without it `startSync` rejects. 'blocked': an older tab holds the database.
   */
  onMemoryFallback?: (why: 'refused' | 'blocked') => void;
}

export interface DeviceStorage {
  db: EtalDatabase;
  indexed: IndexedDbSource;
}

/** @throws DatabaseTooNew, and the browser's own error without `onMemoryFallback` */
export async function openStorage({ indexed = {}, onMemoryFallback }: StoragePorts): Promise<DeviceStorage> {
  const onDisk = new EtalDatabase(indexed);
  try {
    const db = await openLocalDatabase(onDisk);
    await testWrite(db);
    return { db, indexed };
  } catch (error) {
    onDisk.close();
    // A newer version has stored data, which an empty database would hide.
    if (!onMemoryFallback || error instanceof DatabaseTooNew) throw error;
    // Reported before the database is created, since its code may have to be downloaded.
    onMemoryFallback(error instanceof DatabaseBlocked ? 'blocked' : 'refused');
    const { memorySource } = await import('#db/memory.ts');
    const source = await memorySource();
    return { db: await openLocalDatabase(new EtalDatabase(source)), indexed: source };
  }
}

/**
 * Some browsers open a database and refuse all writes. A full database is accepted, since it holds pending commands.
 */
async function testWrite(db: EtalDatabase): Promise<void> {
  await ignoreFullStorage(db.meta.put({ k: 'tried', value: 1 }));
}
