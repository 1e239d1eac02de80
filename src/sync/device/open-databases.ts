// The databases of the device; where the browser gives none, the same in memory, which is said before it is used.
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
   * Called when the browser gives no storage: what is done lives in memory, as long as this page, and the person must be
   * told. Without it `startSync` rejects then. 'blocked': an older tab holds what is on the disk.
   */
  onMemoryFallback?: (why: 'refused' | 'blocked') => void;
}

export interface DeviceStorage {
  db: EtalDatabase;
  indexed: IndexedDbSource;
}

/** @throws DatabaseTooNew, and the browser's own error when there is no `inMemory` to report it to */
export async function openStorage({ indexed = {}, onMemoryFallback }: StoragePorts): Promise<DeviceStorage> {
  const onDisk = new EtalDatabase(indexed);
  try {
    const db = await openLocalDatabase(onDisk);
    await testWrite(db);
    return { db, indexed };
  } catch (error) {
    onDisk.close();
    // What a newer version wrote is there: an empty market in its place would be a lie.
    if (!onMemoryFallback || error instanceof DatabaseTooNew) throw error;
    // Said before it is made: its code may have to come over a slow network.
    onMemoryFallback(error instanceof DatabaseBlocked ? 'blocked' : 'refused');
    const { memorySource } = await import('#db/memory.ts');
    const source = await memorySource();
    return { db: await openLocalDatabase(new EtalDatabase(source)), indexed: source };
  }
}

/** One that opens and takes nothing is none; one that is full holds what waits, and may have room again. */
async function testWrite(db: EtalDatabase): Promise<void> {
  await ignoreFullStorage(db.meta.put({ k: 'tried', value: 1 }));
}
