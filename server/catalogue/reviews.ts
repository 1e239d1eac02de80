// Reads reviews as everybody sees them, the newest first, and what they come to. Guarantee: 'verified' is said only of who has bought what the
// review is about: paid for it online, or been handed it against payment on delivery.
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { qualified } from '../presenters/qualified.ts';

/** More are never shown at once. */
const REVIEWS_AT_MOST = 500;

const isPaid = sql`(part.state = 'shipped' or part.state in ('payed', 'validated') and not bought.payment_on_delivery)`;

const boughtProduct = sql<boolean>`exists (
  select 1 from ${orders} bought join ${storeOrders} part on part.order_id = bought.id
  join ${storeOrderItems} item on item.store_order_id = part.id
  where bought.user_id = ${qualified(productReviews.userId)} and item.product_id = ${qualified(productReviews.productId)} and ${isPaid})`;

const boughtThere = sql<boolean>`exists (
  select 1 from ${orders} bought join ${storeOrders} part on part.order_id = bought.id
  where bought.user_id = ${qualified(storeReviews.userId)} and part.store_id = ${qualified(storeReviews.storeId)} and ${isPaid})`;

const ofProducts = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ ...getTableColumns(productReviews), verified: boughtProduct })
    .from(productReviews)
    .where(which)
    .orderBy(desc(productReviews.createdAt), productReviews.id)
    .limit(REVIEWS_AT_MOST);

const ofStores = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ ...getTableColumns(storeReviews), verified: boughtThere })
    .from(storeReviews)
    .where(which)
    .orderBy(desc(storeReviews.createdAt), storeReviews.id)
    .limit(REVIEWS_AT_MOST);

export const reviewsOfProduct = (tx: Tx, productId: string) => ofProducts(tx, eq(productReviews.productId, productId));
export const reviewsOfStore = (tx: Tx, storeId: string) => ofStores(tx, eq(storeReviews.storeId, storeId));

export const productReviewById = async (tx: Tx, id: string) => (await ofProducts(tx, eq(productReviews.id, id)))[0];
export const storeReviewById = async (tx: Tx, id: string) => (await ofStores(tx, eq(storeReviews.id, id)))[0];

/** What its reviews come to; undefined when there is no such product. */
export async function ratingOfProduct(tx: Tx, productId: string) {
  const [rated] = await tx
    .select({ averageRating: products.ratingAverage, count: products.ratingCount })
    .from(products)
    .where(eq(products.id, productId));
  return rated;
}

/** All that this person has written. */
export const reviewsOf = async (tx: Tx, userId: string) => ({
  ofProducts: await ofProducts(tx, eq(productReviews.userId, userId)),
  ofStores: await ofStores(tx, eq(storeReviews.userId, userId)),
});

/** The one that this person has written. */
export const productReviewBy = async (tx: Tx, productId: string, userId: string) =>
  (await ofProducts(tx, and(eq(productReviews.productId, productId), eq(productReviews.userId, userId))))[0];
export const storeReviewBy = async (tx: Tx, storeId: string, userId: string) =>
  (await ofStores(tx, and(eq(storeReviews.storeId, storeId), eq(storeReviews.userId, userId))))[0];
