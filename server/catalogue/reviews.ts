// Public reviews, newest first, and ratings. Guarantee: `boughtAt` is the date of the first order by which the author
// bought the product or from the store: paid online, or received against payment on delivery.
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { qualified } from '../presenters/qualified.ts';

/** Maximum number of reviews shown. */
const MAX_REVIEWS = 500;

const isPaid = sql`(part.state = 'shipped' or part.state in ('payed', 'validated') and not bought.payment_on_delivery)`;

/** ISO 8601; null: not bought here. */
const boughtProduct = sql<string | null>`(
  select to_json(min(bought.created_at)) #>> '{}' from ${orders} bought join ${storeOrders} part on part.order_id = bought.id
  join ${storeOrderItems} item on item.store_order_id = part.id
  where bought.user_id = ${qualified(productReviews.userId)} and item.product_id = ${qualified(productReviews.productId)} and ${isPaid})`;

const boughtAtStore = sql<string | null>`(
  select to_json(min(bought.created_at)) #>> '{}' from ${orders} bought join ${storeOrders} part on part.order_id = bought.id
  where bought.user_id = ${qualified(storeReviews.userId)} and part.store_id = ${qualified(storeReviews.storeId)} and ${isPaid})`;

const listProductReviews = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ ...getTableColumns(productReviews), boughtAt: boughtProduct })
    .from(productReviews)
    .where(which)
    .orderBy(desc(productReviews.createdAt), productReviews.id)
    .limit(MAX_REVIEWS);

const listStoreReviews = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ ...getTableColumns(storeReviews), boughtAt: boughtAtStore })
    .from(storeReviews)
    .where(which)
    .orderBy(desc(storeReviews.createdAt), storeReviews.id)
    .limit(MAX_REVIEWS);

export const reviewsOfProduct = (tx: Tx, productId: string) =>
  listProductReviews(tx, and(eq(productReviews.productId, productId), isNull(productReviews.hiddenReason)));
export const reviewsOfStore = (tx: Tx, storeId: string) =>
  listStoreReviews(tx, and(eq(storeReviews.storeId, storeId), isNull(storeReviews.hiddenReason)));

export const productReviewById = async (tx: Tx, id: string) =>
  (await listProductReviews(tx, and(eq(productReviews.id, id), isNull(productReviews.hiddenReason))))[0];
export const storeReviewById = async (tx: Tx, id: string) =>
  (await listStoreReviews(tx, and(eq(storeReviews.id, id), isNull(storeReviews.hiddenReason))))[0];

/** @returns undefined if the product does not exist */
export async function ratingOfProduct(tx: Tx, productId: string) {
  const [rated] = await tx
    .select({ averageRating: products.ratingAverage, count: products.ratingCount })
    .from(products)
    .where(eq(products.id, productId));
  return rated;
}

/** All reviews by a user, hidden ones too. */
export const reviewsByUser = async (tx: Tx, userId: string) => ({
  ofProducts: await listProductReviews(tx, eq(productReviews.userId, userId)),
  ofStores: await listStoreReviews(tx, eq(storeReviews.userId, userId)),
});

/** The user's review of this product. */
export const productReviewBy = async (tx: Tx, productId: string, userId: string) =>
  (await listProductReviews(tx, and(eq(productReviews.productId, productId), eq(productReviews.userId, userId))))[0];
export const storeReviewBy = async (tx: Tx, storeId: string, userId: string) =>
  (await listStoreReviews(tx, and(eq(storeReviews.storeId, storeId), eq(storeReviews.userId, userId))))[0];
