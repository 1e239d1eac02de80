import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { productReviews, products, storeReviews } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { mount } from '#server/mount.ts';
import { collectionOf } from '#server/presenters/collection.ts';
import { presentReview } from '#server/presenters/reviews.ts';
import { reviewProduct, reviewStore } from '#server/requests/reviewing.ts';

/** More are never shown at once. */
const REVIEWS_AT_MOST = 500;

export function reviewRoutes(app: FastifyInstance): void {
  mount(app, 'products.reviews', async ({ tx, params }) => {
    const rows = await tx
      .select()
      .from(productReviews)
      .where(eq(productReviews.productId, params.id))
      .orderBy(desc(productReviews.createdAt), productReviews.id)
      .limit(REVIEWS_AT_MOST);
    return collectionOf(
      `/products/${params.id}/reviews`,
      rows.map((row) => presentReview(row, 'ProductReview')),
    );
  });

  mount(app, 'products.averageRating', async ({ tx, params }) => {
    const [rated] = await tx
      .select({ averageRating: products.ratingAverage, count: products.ratingCount })
      .from(products)
      .where(eq(products.id, params.id));
    if (!rated) throw notFound();
    return rated;
  });

  mount(app, 'stores.reviews', async ({ tx, params }) => {
    const rows = await tx
      .select()
      .from(storeReviews)
      .where(eq(storeReviews.storeId, params.id))
      .orderBy(desc(storeReviews.createdAt), storeReviews.id)
      .limit(REVIEWS_AT_MOST);
    return collectionOf(
      `/stores/${params.id}/reviews`,
      rows.map((row) => presentReview(row, 'StoreReview')),
    );
  });

  mount(app, 'productReviews.create', reviewProduct);
  mount(app, 'storeReviews.create', reviewStore);
}
