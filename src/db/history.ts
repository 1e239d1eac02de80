// What this device has looked at: viewed items and recently visited products, newest first, never more than 100 each.
import type { EtalDatabase } from './database.ts';
import type { ViewedItem } from './rows.ts';

export const HISTORY_LIMIT = 100;

type HistoryName = 'viewed' | 'recent';

async function remember(db: EtalDatabase, name: HistoryName, item: ViewedItem): Promise<void> {
  const table = db[name];
  await db.transaction('rw', table, async () => {
    await table.put(item);
    const tooMany = (await table.count()) - HISTORY_LIMIT;
    if (tooMany > 0) await table.bulkDelete(await table.orderBy('time').limit(tooMany).primaryKeys());
  });
}

async function newest(db: EtalDatabase, name: HistoryName): Promise<ViewedItem[]> {
  return db[name].orderBy('time').reverse().toArray();
}

export const rememberViewed = (db: EtalDatabase, item: ViewedItem) => remember(db, 'viewed', item);
export const viewedItems = (db: EtalDatabase) => newest(db, 'viewed');
export const rememberProduct = (db: EtalDatabase, item: ViewedItem) => remember(db, 'recent', item);
export const recentProducts = (db: EtalDatabase) => newest(db, 'recent');

export const seenCount = (db: EtalDatabase) => db.recent.count();

/** Nothing that was looked at is remembered any more. */
export async function forgetHistory(db: EtalDatabase): Promise<void> {
  await db.transaction('rw', db.viewed, db.recent, async () => {
    await db.viewed.clear();
    await db.recent.clear();
  });
}
