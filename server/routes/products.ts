// Public product routes.
import type { FastifyInstance } from 'fastify';
import { listFeaturedProducts } from '../catalogue/featured-products.ts';
import { productBySlug } from '../catalogue/product-detail.ts';
import { listProducts } from '../catalogue/product-list.ts';
import { mount } from '../http/mount.ts';
import { presentCollection, requestedPage } from '../presenters/collection.ts';
import { createAlert } from '../requests/availability-alerts.ts';
import { notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 36;

export function productRoutes(app: FastifyInstance): void {
  mount(app, 'products.list', ({ tx, query, request }) =>
    listProducts(tx, { kind: 'market' }, query, requestedPage(request.url, query, PRODUCTS_PER_PAGE)),
  );

  mount(app, 'products.bySlug', async ({ tx, params }) => {
    const product = await productBySlug(tx, params.slug);
    if (!product) throw notFound('product-gone');
    return product;
  });

  mount(app, 'featuredProducts.list', async ({ tx, query }) =>
    presentCollection('/featured_products', await listFeaturedProducts(tx, query)),
  );

  mount(app, 'availability.create', createAlert);
}
