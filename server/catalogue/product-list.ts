import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Collection } from '#contract/hydra.ts';
import type { ProductSummary, productFilters } from '#contract/products.ts';
import type { Db } from '#server/db/client.ts';
import { categories, events, productCategories, productEvents, products, stores } from '#server/db/tables.ts';
import { pageAsked, pageOf } from '#server/presenters/collection.ts';
import { presentSummary, summaryColumns } from '#server/presenters/products.ts';
import { totalOf } from './totals.ts';

type Filters = z.output<typeof productFilters>;

/**
 * What the public may see: published, not withdrawn, in a shop that is open. Closed shops are few: they are read once
 * and compared, so that the products can be walked in the order of an index.
 */
export const shownToAll: readonly SQL[] = [
  sql`${products.published}`,
  isNull(products.deletedAt),
  sql`${products.storeId} <> all(array(select closed.id from ${stores} closed where not closed.published))`,
];

/** Several ids as one parameter, so that the statement stays the same whatever their number. */
const idsAsked = (references: readonly string[]) => sql`any(${`{${references.map(idOf).join(',')}}`}::uuid[])`;

/** '/products/{id}' or the id itself. */
export const idOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Products whose main or secondary category is one of the roots or lies below one. */
export function inCategories(roots: SQL): SQL {
  const below = sql`array(select below.id from ${categories} below
    join ${categories} root on below.lft between root.lft and root.rgt where ${roots})`;
  return sql`(${products.categoryId} = any(${below}) or ${products.id} = any(array(
    select second.product_id from ${productCategories} second where second.category_id = any(${below}))))`;
}
export const categoryIs = (id: string): SQL => sql`root.id = ${id}`;

/** The price one pays before options; products shown without price come last, whichever way. */
const shownPrice = sql`case when ${products.priceDisabled} then null else coalesce(${products.reducedPrice}, ${products.price}) end`;

function conditionsOf(filters: Filters): SQL[] {
  const conditions: (SQL | undefined)[] = [];
  const categoryIris = filters['category[]'];
  if (categoryIris) {
    // A reference that is no category's narrows the list to nothing rather than being forgotten.
    conditions.push(inCategories(sql`root.id = ${idsAsked(categoryIris.filter((iri) => isUuid(idOf(iri))))}`));
  }
  if (filters.category_slug) conditions.push(inCategories(sql`root.slug = ${filters.category_slug}`));
  if (filters['events.slug']) {
    conditions.push(sql`${products.id} = any(array(select held.product_id from ${productEvents} held
      join ${events} named on named.id = held.event_id where named.slug = ${filters['events.slug']}))`);
  }
  const ids = filters['id[]'];
  if (ids) conditions.push(sql`${products.id} = ${idsAsked(ids.filter((id) => isUuid(idOf(id))))}`);
  const reduced = filters['exists[reducedPrice.amount]'];
  if (reduced !== undefined) {
    conditions.push(reduced ? isNotNull(products.reducedPrice) : isNull(products.reducedPrice));
  }
  if (filters.news !== undefined) conditions.push(eq(products.news, filters.news));
  if (filters.inevitable !== undefined) conditions.push(eq(products.inevitable, filters.inevitable));
  if (filters.currentOffers !== undefined) conditions.push(eq(products.currentOffers, filters.currentOffers));
  if (filters.price === 'null') conditions.push(or(isNull(products.price), eq(products.priceDisabled, true)));
  return conditions.filter((condition) => condition !== undefined);
}

/**
 * Up to this many are gathered and sorted; among more, the newest are found sooner by walking the index of dates.
 * The planner cannot tell, since it does not see how many products the categories hold.
 */
const GATHERED_AT_MOST = 3000;

function orderOf(filters: Filters, total: number): SQL[] {
  const order: SQL[] = [];
  const price = filters.price === 'null' ? undefined : (filters.price ?? filters['sort[price]']);
  if (price) order.push(price === 'ASC' ? sql`${shownPrice} asc nulls last` : sql`${shownPrice} desc nulls last`);
  const rating = filters.rating ?? filters['sort[rating]'];
  if (rating) {
    order.push(
      rating === 'ASC' ? sql`${products.ratingAverage} asc nulls last` : sql`${products.ratingAverage} desc nulls last`,
      desc(products.ratingCount),
    );
  }
  // Adding nothing to the date keeps the order and leaves the index of dates aside.
  const date = total > GATHERED_AT_MOST ? products.createdAt : sql`${products.createdAt} + interval '0'`;
  order.push(filters['order[createdAt]'] === 'ASC' ? asc(date) : desc(date));
  // The id makes the order total: no product on two pages, none on none.
  order.push(asc(products.id));
  return order;
}

/**
 * One page of products and their number, in two queries whatever the page holds.
 * @param where what every product of the list satisfies, beside the filters
 * @param address what was asked, with its query
 * @param list names the list that `where` describes
 */
export async function listProducts(
  db: Db,
  { where, list, address }: { where: readonly SQL[]; list: string; address: string },
  filters: Filters,
  defaultPerPage: number,
): Promise<Collection<ProductSummary>> {
  const asked = pageAsked(filters, defaultPerPage);
  const condition = and(...where, ...conditionsOf(filters));
  const { page: _page, itemsPerPage: _perPage, ...narrowing } = filters;
  const total = await totalOf(db, `${list} ${JSON.stringify(narrowing)}`, async () => {
    const [counted] = await db.select({ total: count() }).from(products).where(condition);
    return counted?.total ?? 0;
  });
  if (total === 0) return pageOf(address, [], 0, asked);
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(condition)
    .orderBy(...orderOf(filters, total))
    .limit(asked.itemsPerPage)
    .offset((asked.page - 1) * asked.itemsPerPage);
  return pageOf(address, rows.map(presentSummary), total, asked);
}
