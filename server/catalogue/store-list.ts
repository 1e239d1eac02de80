// List of published stores, optionally by distance.
import { and, asc, count, desc, type SQL, sql } from 'drizzle-orm';
import type { StoreSummary, storeEndpoints as storeCalls } from '#contract/catalogue/stores.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Db } from '../db/client.ts';
import { productCategories, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';
import { qualified } from '../presenters/qualified.ts';
import { presentStoreSummary, storeListColumns } from '../presenters/stores.ts';
import { categoriesBelow } from './product-list.ts';

type StoreFilters = QueryOf<(typeof storeCalls)['stores.list']>;
const STORES_PER_PAGE = 30;

/** Great-circle distance in kilometres (haversine, earth diameter 12742 km); stores without coordinates sort last. */
function distanceFrom(position: string): SQL {
  const [latitude = 0, longitude = 0] = position.split(',', 2).map(Number);
  return sql`12742 * asin(least(1, sqrt(
    power(sin(radians(${stores.latitude} - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8))
    * cos(radians(${stores.latitude})) * power(sin(radians(${stores.longitude} - ${longitude}::float8) / 2), 2))))`;
}

const productCount = sql<number>`(select count(*)::int from ${products} one
  where one.store_id = ${qualified(stores.id)} and one.published and one.deleted_at is null)`;

/** Stores with a shown product whose main or secondary category is at or below the root. */
function sellsIn(root: SQL): SQL {
  const below = categoriesBelow(root);
  return sql`(${stores.id} = any(array(select distinct one.store_id from ${products} one
      where one.category_id = any(${below}) and one.published and one.deleted_at is null))
    or ${stores.id} = any(array(select one.store_id from ${productCategories} second
      join ${products} one on one.id = second.product_id
      where second.category_id = any(${below}) and one.published and one.deleted_at is null)))`;
}

/** Published stores; with a category, those with products in it or its subcategories. */
export async function listStores(db: Db, filters: StoreFilters, address: string): Promise<Collection<StoreSummary>> {
  const page = requestedPage(address, filters, STORES_PER_PAGE);
  const condition = and(
    sql`${stores.published}`,
    filters.category ? sellsIn(sql`root.slug = ${filters.category}`) : undefined,
  );
  const order: SQL[] = [];
  if (filters.rating === 'DESC') order.push(sql`${stores.ratingAverage} desc nulls last`, desc(stores.ratingCount));
  if (filters.rating === 'ASC') order.push(sql`${stores.ratingAverage} asc nulls last`, asc(stores.ratingCount));
  if (filters.position) order.push(sql`${distanceFrom(filters.position)} asc nulls last`);
  // Dictionary order: É sorts with E.
  order.push(sql`public.folded(${stores.name})`, asc(stores.id));

  const [rows, [counted]] = await Promise.all([
    db
      .select({ row: storeListColumns, number: productCount })
      .from(stores)
      .where(condition)
      .orderBy(...order)
      .limit(page.itemsPerPage)
      .offset((page.page - 1) * page.itemsPerPage),
    db.select({ total: count() }).from(stores).where(condition),
  ]);
  const shown = rows.map(({ row, number }) => presentStoreSummary(row, number));
  return presentPage(shown, counted?.total ?? 0, page);
}
