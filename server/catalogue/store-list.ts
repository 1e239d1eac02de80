// Reads the list of open shops, with the distance from a place.
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { StoreSummary, stores as storeCalls } from '#contract/catalogue/stores.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Db } from '../db/client.ts';
import { products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { pageAsked, pageOf } from '../presenters/collection.ts';
import { presentStoreSummary, storeListColumns } from '../presenters/stores.ts';
import { inCategories } from './product-list.ts';

type Filters = QueryOf<(typeof storeCalls)['stores.list']>;
const PER_PAGE = 30;

/** Kilometres as the crow flies (haversine, earth diameter 12742 km); shops without a place come last. */
function distanceFrom(position: string): SQL {
  const [latitude = 0, longitude = 0] = position.split(',', 2).map(Number);
  return sql`12742 * asin(least(1, sqrt(
    power(sin(radians(${stores.latitude} - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8))
    * cos(radians(${stores.latitude})) * power(sin(radians(${stores.longitude} - ${longitude}::float8) / 2), 2))))`;
}

/** Shops that are open; of a category: those that sell something in it or below it. */
export async function listStores(db: Db, filters: Filters, address: string): Promise<Collection<StoreSummary>> {
  const asked = pageAsked(filters, PER_PAGE);
  const condition = and(
    eq(stores.published, true),
    filters.category
      ? sql`${stores.id} in (select ${products.storeId} from ${products}
          where ${inCategories(sql`root.slug = ${filters.category}`)})`
      : undefined,
  );
  const order: SQL[] = [];
  if (filters.rating === 'DESC') order.push(sql`${stores.ratingAverage} desc nulls last`, desc(stores.ratingCount));
  if (filters.rating === 'ASC') order.push(sql`${stores.ratingAverage} asc nulls last`, asc(stores.ratingCount));
  if (filters.position) order.push(sql`${distanceFrom(filters.position)} asc nulls last`);
  // As in a dictionary: É among the Es.
  order.push(sql`public.folded(${stores.name})`, asc(stores.id));

  const held = db
    .select({ storeId: products.storeId, number: count().as('number') })
    .from(products)
    .where(and(eq(products.published, true), isNull(products.deletedAt)))
    .groupBy(products.storeId)
    .as('held');
  const [rows, [counted]] = await Promise.all([
    db
      .select({ row: storeListColumns, number: held.number })
      .from(stores)
      .leftJoin(held, eq(held.storeId, stores.id))
      .where(condition)
      .orderBy(...order)
      .limit(asked.itemsPerPage)
      .offset((asked.page - 1) * asked.itemsPerPage),
    db.select({ total: count() }).from(stores).where(condition),
  ]);
  const shown = rows.map(({ row, number }) => presentStoreSummary(row, number ?? 0));
  return pageOf(address, shown, counted?.total ?? 0, asked);
}
