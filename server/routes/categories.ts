// Mounts the endpoints of categories.
import { asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listProducts } from '../catalogue/product-list.ts';
import { categories } from '../db/schema/catalogue.ts';
import { featuredCategories } from '../db/schema/content.ts';
import { mount } from '../http/mount.ts';
import { categoryColumns, presentCategory } from '../presenters/categories.ts';
import { collectionOf } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

const PRODUCTS_PER_PAGE = 36;

export function categoryRoutes(app: FastifyInstance): void {
  mount(app, 'categories.list', async ({ tx, query }) => {
    const direction = query['order[lft]'] === 'DESC' ? sql`${categories.lft} desc` : asc(categories.lft);
    const rows = await tx.select(categoryColumns).from(categories).orderBy(direction);
    return collectionOf('/categories', rows.map(presentCategory));
  });

  mount(app, 'categories.bySlug', async ({ tx, params }) => {
    const [row] = await tx.select(categoryColumns).from(categories).where(eq(categories.slug, params.slug));
    if (!row) throw notFound();
    return presentCategory(row);
  });

  mount(app, 'categories.products', async ({ tx, params, query, request }) => {
    const [known] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, params.id));
    if (!known) throw notFound();
    return listProducts(tx, { kind: 'category', owner: params.id }, query, request.url, PRODUCTS_PER_PAGE);
  });

  mount(app, 'featuredCategories.subset', async ({ tx }) => {
    const rows = await tx
      .select(categoryColumns)
      .from(featuredCategories)
      .innerJoin(categories, eq(categories.id, featuredCategories.categoryId))
      .orderBy(asc(featuredCategories.rank), asc(categories.lft));
    return collectionOf(
      '/featured_categories/subset',
      rows.map((row) => ({
        '@id': `/featured_categories/${row.id}`,
        '@type': 'FeaturedCategory' as const,
        category: presentCategory(row),
      })),
    );
  });
}
