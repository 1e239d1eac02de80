// Keeps reviews of products and shops, and the averages they make.
import { and, avg, count, eq, type SQL, sql } from 'drizzle-orm';
import { shownToAll } from '../catalogue/product-list.ts';
import { productReviewBy, storeReviewBy } from '../catalogue/reviews.ts';
import type { Tx } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { productReviews, storeReviews } from '../db/schema/requests.ts';
import { stores } from '../db/schema/shops.ts';
import type { Call } from '../http/call.ts';
import { presentReview } from '../presenters/reviews.ts';
import { invalid } from '../runtime/errors.ts';
import { addressedStore, idIn, refuseOwnStore } from './addressed-store.ts';

const OWN_STORE = 'On ne note pas sa propre boutique.';

/** Refuses to sign as a shop, however its name is spelled. */
async function refuseStoreName(tx: Tx, author: string): Promise<void> {
  const letters = (text: SQL) => sql`regexp_replace(public.folded(${text}), '[^a-z0-9]', '', 'g')`;
  const [shop] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(sql`${letters(sql`${stores.name}`)} = ${letters(sql`${author}::text`)}`)
    .limit(1);
  if (!shop) return;
  throw invalid([{ propertyPath: 'author', message: 'Ce nom est celui d’une boutique\u00a0: signez du vôtre.' }]);
}

/** Shown at once, and counted in the average: one a person, a second takes the place of the first. */
export async function reviewProduct({ tx, body, actor, now }: Call<'productReviews.create'>) {
  const productId = idIn(body.product, '/products/');
  const [product] =
    productId === null
      ? []
      : await tx
          .select({ ownerId: stores.ownerId })
          .from(products)
          .innerJoin(stores, eq(stores.id, products.storeId))
          .where(and(eq(products.id, productId), ...shownToAll));
  if (productId === null || !product)
    throw invalid([{ propertyPath: 'product', message: 'Ce produit n’est plus proposé.' }]);
  refuseOwnStore(product, actor, OWN_STORE);
  await refuseStoreName(tx, body.author);
  // Whoever writes at the same time waits here, so that no review is missing in the average.
  await tx.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('update');
  const { author, rating, text } = body;
  const said = { author, rating, text, createdAt: now };
  await tx
    .insert(productReviews)
    .values({ productId, userId: actor.id, ...said })
    .onConflictDoUpdate({ target: [productReviews.productId, productReviews.userId], set: said });
  await tx
    .update(products)
    .set(await rated(tx, productReviews, eq(productReviews.productId, productId)))
    .where(eq(products.id, productId));
  return presentReview(written(await productReviewBy(tx, productId, actor.id)), 'ProductReview');
}

export async function reviewStore({ tx, body, actor, now }: Call<'storeReviews.create'>) {
  const store = await addressedStore(tx, body.store);
  refuseOwnStore(store, actor, OWN_STORE);
  await refuseStoreName(tx, body.author);
  await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, store.id)).for('update');
  const { author, rating, text } = body;
  const said = { author, rating, text, createdAt: now };
  await tx
    .insert(storeReviews)
    .values({ storeId: store.id, userId: actor.id, ...said })
    .onConflictDoUpdate({ target: [storeReviews.storeId, storeReviews.userId], set: said });
  await tx
    .update(stores)
    .set(await rated(tx, storeReviews, eq(storeReviews.storeId, store.id)))
    .where(eq(stores.id, store.id));
  return presentReview(written(await storeReviewBy(tx, store.id, actor.id)), 'StoreReview');
}

async function rated(tx: Tx, table: typeof productReviews | typeof storeReviews, ofOne: ReturnType<typeof eq>) {
  const [sum] = await tx
    .select({ average: avg(table.rating), count: count() })
    .from(table)
    .where(ofOne);
  return { ratingAverage: Number(sum?.average ?? 0), ratingCount: sum?.count ?? 0 };
}

function written<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A review was not kept');
  return row;
}
