// Ratings of products and stores: average and number of their visible reviews, stored with them.
import { and, avg, count, eq, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';

/** The product's row must be locked, so that parallel reviews are all counted. */
export async function updateProductRating(tx: Tx, productId: string): Promise<void> {
  const rating = await computeRating(tx, productReviews, eq(productReviews.productId, productId));
  await tx.update(products).set(rating).where(eq(products.id, productId));
}

/** The store's row must be locked. */
export async function updateStoreRating(tx: Tx, storeId: string): Promise<void> {
  const rating = await computeRating(tx, storeReviews, eq(storeReviews.storeId, storeId));
  await tx.update(stores).set(rating).where(eq(stores.id, storeId));
}

async function computeRating(tx: Tx, table: typeof productReviews | typeof storeReviews, ofOne: SQL) {
  const [sum] = await tx
    .select({ average: avg(table.rating), count: count() })
    .from(table)
    .where(and(ofOne, isNull(table.hiddenReason)));
  const average = sum?.average ?? null;
  return { ratingAverage: average === null ? null : Number(average), ratingCount: sum?.count ?? 0 };
}
