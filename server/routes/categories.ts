// Mounts the endpoints of categories.
import type { FastifyInstance } from 'fastify';
import { allCategories, allFeaturedCategories, categoryBySlug, isCategory } from '../catalogue/categories.ts';
import { listProducts } from '../catalogue/product-list.ts';
import { mount } from '../http/mount.ts';
import { collectionOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 36;

export function categoryRoutes(app: FastifyInstance): void {
  mount(app, 'categories.list', async ({ tx, query }) =>
    collectionOf('/categories', await allCategories(tx, query['order[lft]'])),
  );

  mount(app, 'categories.bySlug', async ({ tx, params }) => {
    const category = await categoryBySlug(tx, params.slug);
    if (!category) throw notFound();
    return category;
  });

  mount(app, 'categories.products', async ({ tx, params, query, request }) => {
    if (!(await isCategory(tx, params.id))) throw notFound();
    return listProducts(tx, { kind: 'category', owner: params.id }, query, request.url, PRODUCTS_PER_PAGE);
  });

  mount(app, 'featuredCategories.subset', async ({ tx }) =>
    collectionOf('/featured_categories/subset', await allFeaturedCategories(tx)),
  );
}
