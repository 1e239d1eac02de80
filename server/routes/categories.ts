// Category routes.
import type { FastifyInstance } from 'fastify';
import { categoryBySlug, isCategory, listCategories, listFeaturedCategories } from '../catalogue/categories.ts';
import { listProducts } from '../catalogue/product-list.ts';
import { mount } from '../http/mount.ts';
import { presentCollection, requestedPage } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 36;

export function categoryRoutes(app: FastifyInstance): void {
  mount(app, 'categories.list', async ({ tx, query }) =>
    presentCollection('/categories', await listCategories(tx, query['order[lft]'])),
  );

  mount(app, 'categories.bySlug', async ({ tx, params }) => {
    const category = await categoryBySlug(tx, params.slug);
    if (!category) throw notFound();
    return category;
  });

  mount(app, 'categories.products', async ({ tx, params, query, request }) => {
    if (!(await isCategory(tx, params.id))) throw notFound();
    return listProducts(
      tx,
      { kind: 'category', owner: params.id },
      query,
      requestedPage(request.url, query, PRODUCTS_PER_PAGE),
    );
  });

  mount(app, 'featuredCategories.subset', async ({ tx }) =>
    presentCollection('/featured_categories/subset', await listFeaturedCategories(tx)),
  );
}
