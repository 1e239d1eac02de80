// Review routes.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { ratingOfProduct, reviewsByUser, reviewsOfProduct, reviewsOfStore } from '../catalogue/reviews.ts';
import { mount } from '../http/mount.ts';
import { presentCollection } from '../presenters/collection.ts';
import { presentReview } from '../presenters/reviews.ts';
import { reviewProduct, reviewStore } from '../requests/create-reviews.ts';
import { notFound } from '../runtime/errors.ts';

export function reviewRoutes(app: FastifyInstance): void {
  mount(app, 'products.reviews', async ({ tx, params }) => {
    const rows = await reviewsOfProduct(tx, params.id);
    return presentCollection(
      `/products/${params.id}/reviews`,
      rows.map((row) => presentReview(row, 'ProductReview')),
    );
  });

  mount(app, 'products.averageRating', async ({ tx, params }) => {
    const rated = await ratingOfProduct(tx, params.id);
    if (!rated) throw notFound();
    return rated;
  });

  mount(app, 'stores.reviews', async ({ tx, params }) => {
    const rows = await reviewsOfStore(tx, params.id);
    return presentCollection(
      `/stores/${params.id}/reviews`,
      rows.map((row) => presentReview(row, 'StoreReview')),
    );
  });

  mount(app, 'users.reviews', async ({ tx, params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    const { ofProducts, ofStores } = await reviewsByUser(tx, actor.id);
    return presentCollection(`/users/${actor.id}/reviews`, [
      ...ofProducts.map((row) => ({ ...presentReview(row, 'ProductReview'), of: `/products/${row.productId}` })),
      ...ofStores.map((row) => ({ ...presentReview(row, 'StoreReview'), of: `/stores/${row.storeId}` })),
    ]);
  });

  mount(app, 'productReviews.create', reviewProduct);
  mount(app, 'storeReviews.create', reviewStore);
}
