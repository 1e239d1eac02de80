// Categories: the tree and the featured ones.
import { asc, desc, eq } from 'drizzle-orm';
import type { Category, FeaturedCategory } from '#contract/catalogue/categories.ts';
import type { Tx } from '../db/client.ts';
import { categories } from '../db/schema/catalogue.ts';
import { featuredCategories } from '../db/schema/content.ts';
import { categoryColumns, presentCategory } from '../presenters/categories.ts';

/** In tree order, or reversed. */
export async function listCategories(tx: Tx, direction: 'ASC' | 'DESC' = 'ASC'): Promise<Category[]> {
  const order = direction === 'DESC' ? desc(categories.lft) : asc(categories.lft);
  const rows = await tx.select(categoryColumns).from(categories).orderBy(order);
  return rows.map(presentCategory);
}

export async function categoryBySlug(tx: Tx, slug: string): Promise<Category | undefined> {
  const [row] = await tx.select(categoryColumns).from(categories).where(eq(categories.slug, slug));
  return row && presentCategory(row);
}

export async function isCategory(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id));
  return found.length > 0;
}

export async function listFeaturedCategories(tx: Tx): Promise<FeaturedCategory[]> {
  const rows = await tx
    .select(categoryColumns)
    .from(featuredCategories)
    .innerJoin(categories, eq(categories.id, featuredCategories.categoryId))
    .orderBy(asc(featuredCategories.rank), asc(categories.lft));
  return rows.map((row) => ({
    '@id': `/featured_categories/${row.id}`,
    '@type': 'FeaturedCategory',
    category: presentCategory(row),
  }));
}
