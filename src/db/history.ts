// View history: products viewed on this device, newest first, at most a hundred.
import type { EtalDatabase } from './database.ts';
import type { ViewedItem } from './rows.ts';

export const HISTORY_LIMIT = 100;

export async function storeViewedProduct(db: EtalDatabase, item: ViewedItem): Promise<void> {
  const { recent } = db;
  await db.transaction('rw', recent, async () => {
    await recent.put(item);
    const tooMany = (await recent.count()) - HISTORY_LIMIT;
    if (tooMany > 0) await recent.bulkDelete(await recent.orderBy('time').limit(tooMany).primaryKeys());
  });
}

export const recentProducts = (db: EtalDatabase): Promise<ViewedItem[]> =>
  db.recent.orderBy('time').reverse().toArray();

export const viewedProductCount = (db: EtalDatabase) => db.recent.count();

export const clearHistory = (db: EtalDatabase): Promise<void> => db.recent.clear();
