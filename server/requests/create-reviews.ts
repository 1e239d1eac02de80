// Reviews of products and stores, and their average ratings.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { publicProductConditions } from '../catalogue/product-list.ts';
import { updateProductRating, updateStoreRating } from '../catalogue/ratings.ts';
import { productReviewBy, storeReviewBy } from '../catalogue/reviews.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { presentReview } from '../presenters/reviews.ts';
import { invalid } from '../runtime/errors.ts';
import { forbidOwnStore, parseReference, requireOpenStore } from './addressed-store.ts';

const OWN_STORE_REVIEW = 'On ne note pas sa propre boutique.';

/** Rejects a store's name as author, in any spelling. */
async function forbidStoreName(tx: Tx, author: string): Promise<void> {
  const letters = (text: SQL) => sql`regexp_replace(public.folded(${text}), '[^a-z0-9]', '', 'g')`;
  const [store] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(sql`${letters(sql`${stores.name}`)} = ${letters(sql`${author}::text`)}`)
    .limit(1);
  if (!store) return;
  throw invalid([{ propertyPath: 'author', message: 'Ce nom est celui d’une boutique\u00a0: signez du vôtre.' }]);
}

/** Published at once. One review per user; a second replaces the first. */
export async function reviewProduct({ tx, body, actor, now }: Call<'productReviews.create'>) {
  const productId = parseReference(body.product, '/products/');
  const [product] =
    productId === null
      ? []
      : await tx
          .select({ storeId: products.storeId })
          .from(products)
          .innerJoin(stores, eq(stores.id, products.storeId))
          .where(and(eq(products.id, productId), ...publicProductConditions));
  if (productId === null || !product)
    throw invalid([{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }]);
  forbidOwnStore(product.storeId, actor, OWN_STORE_REVIEW);
  await forbidStoreName(tx, body.author);
  // Serializes parallel reviews, so that the average includes all.
  await tx.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('update');
  const { author, rating, text } = body;
  const review = { author, rating, text, createdAt: now };
  await tx
    .insert(productReviews)
    .values({ productId, userId: actor.id, ...review })
    .onConflictDoUpdate({ target: [productReviews.productId, productReviews.userId], set: review });
  await updateProductRating(tx, productId);
  return presentReview(requireRow(await productReviewBy(tx, productId, actor.id)), 'ProductReview');
}

export async function reviewStore({ tx, body, actor, now }: Call<'storeReviews.create'>) {
  const store = await requireOpenStore(tx, body.store);
  forbidOwnStore(store.id, actor, OWN_STORE_REVIEW);
  await forbidStoreName(tx, body.author);
  await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, store.id)).for('update');
  const { author, rating, text } = body;
  const review = { author, rating, text, createdAt: now };
  await tx
    .insert(storeReviews)
    .values({ storeId: store.id, userId: actor.id, ...review })
    .onConflictDoUpdate({ target: [storeReviews.storeId, storeReviews.userId], set: review });
  await updateStoreRating(tx, store.id);
  return presentReview(requireRow(await storeReviewBy(tx, store.id, actor.id)), 'StoreReview');
}

function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A review was not kept');
  return row;
}
