// Product lists of the market, a category or a store: filtered, sorted and paged.
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ProductSummary, productFilters } from '#contract/catalogue/products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { ECOMMERCE_PLANS } from '#domain/store.ts';
import type { Db } from '../db/client.ts';
import { preparedQuery } from '../db/prepared-query.ts';
import { categories, events, productCategories, productEvents, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { type PageRequest, presentPage } from '../presenters/collection.ts';
import { presentSummary, summaryColumns } from '../presenters/products.ts';
import { countCached } from './count-cache.ts';

export type ProductFilters = z.output<typeof productFilters>;

/** Public products of the market, of a category or of a store; or all products of a store for its merchant. */
export type ListKind = 'market' | 'category' | 'store' | 'own-store';

/**
 * Public products: published, not deleted, in a published store. Unpublished stores are few: their ids are read once
 * and compared, so that products are read in index order.
 */
export const publicProductConditions: readonly SQL[] = [
  sql`${products.published}`,
  isNull(products.deletedAt),
  sql`${products.storeId} <> all(array(select closed.id from ${stores} closed where not closed.published))`,
];

/** '/products/{id}' or the id itself. */
export const idOfReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Several ids as one parameter. Invalid references stay in effect as an empty match. */
const idList = (references: readonly string[] = []) => `{${references.map(idOfReference).filter(isUuid).join(',')}}`;

/** Ids of the categories at or below the roots, as an array. @param roots condition on `root` */
export const categoriesBelow = (roots: SQL): SQL => sql`array(select below.id from ${categories} below
    join ${categories} root on below.lft between root.lft and root.rgt where ${roots})`;

/** Products with a main or secondary category at or below one of the roots. */
export function inCategories(roots: SQL): SQL {
  const below = categoriesBelow(roots);
  return sql`(${products.categoryId} = any(${below}) or ${products.id} = any(array(
    select second.product_id from ${productCategories} second where second.category_id = any(${below}))))`;
}

const param = (name: string) => sql.placeholder(name);

const kindConditions: Readonly<Record<ListKind, readonly SQL[]>> = {
  market: publicProductConditions,
  category: [...publicProductConditions, inCategories(sql`root.id = ${param('owner')}`)],
  store: [...publicProductConditions, sql`${products.storeId} = ${param('owner')}`],
  'own-store': [isNull(products.deletedAt), sql`${products.storeId} = ${param('owner')}`],
};

/** Price before options; products without a displayed price sort last in both directions. */
const displayedPrice = sql`case when ${products.priceDisabled} then null else coalesce(${products.reducedPrice}, ${products.price}) end`;

/** Parts that change the SQL text; everything else is a parameter. */
interface StatementShape {
  kind: ListKind;
  published: boolean | undefined;
  narrowedBy: readonly string[];
  reduced: boolean | undefined;
  available: boolean | undefined;
  price: 'ASC' | 'DESC' | 'null' | undefined;
  rating: 'ASC' | 'DESC' | undefined;
  date: 'ASC' | 'DESC';
}

const filterConditions: Readonly<Record<string, SQL>> = {
  'category[]': inCategories(sql`root.id = any(${param('categories')}::uuid[])`),
  category_slug: inCategories(sql`root.slug = ${param('category_slug')}`),
  'events.slug': sql`${products.id} = any(array(select link.product_id from ${productEvents} link
    join ${events} named on named.id = link.event_id where named.slug = ${param('events.slug')}))`,
  'id[]': sql`${products.id} = any(${param('ids')}::uuid[])`,
  news: sql`${products.news} = ${param('news')}`,
  inevitable: sql`${products.inevitable} = ${param('inevitable')}`,
  currentOffers: sql`${products.currentOffers} = ${param('currentOffers')}`,
  delivery: sql`${products.storeId} = any(array(select offering.id from ${stores} offering
    where ${param('delivery')} = any(offering.delivery_methods)))`,
};

/** A product with a firm price. */
export const isForSale = sql`(${products.price} is not null and not ${products.priceDisabled}
  and not ${products.indicativePrice})`;

/** The rule of `isOrderable`, with stock left. */
const isAvailable = and(
  isForSale,
  sql`${products.stock} is distinct from 0`,
  sql`${products.storeId} = any(array(select online.id from ${stores} online
    where online.ready and online.plan in ${ECOMMERCE_PLANS}))`,
);

const statementShape = (kind: ListKind, filters: ProductFilters): StatementShape => ({
  kind,
  published: filters.published,
  narrowedBy: Object.keys(filterConditions).filter((name) => Reflect.get(filters, name) !== undefined),
  reduced: filters['exists[reducedPrice.amount]'],
  available: filters.available,
  price: filters.price ?? filters['sort[price]'],
  rating: filters.rating ?? filters['sort[rating]'],
  date: filters['order[createdAt]'] ?? 'DESC',
});

function conditionOf({ kind, published, narrowedBy, reduced, available, price }: StatementShape): SQL | undefined {
  const conditions: (SQL | undefined)[] = [
    ...kindConditions[kind],
    ...narrowedBy.map((name) => filterConditions[name]),
  ];
  // Public lists contain no unpublished products, so asking for them returns none.
  if (published !== undefined) conditions.push(eq(products.published, sql`${published ? sql`true` : sql`false`}`));
  if (reduced !== undefined) {
    conditions.push(reduced ? isNotNull(products.reducedPrice) : isNull(products.reducedPrice));
  }
  if (available) conditions.push(isAvailable);
  if (price === 'null') conditions.push(or(isNull(products.price), sql`${products.priceDisabled}`));
  return and(...conditions);
}

/**
 * Up to this many rows are sorted in memory; for larger lists, walking the date index is faster. The planner cannot
 * decide, since it does not know the number of products per category.
 */
const MAX_SORTED = 3000;

function orderBy({ price, rating, date }: StatementShape, gathers: boolean): SQL[] {
  const order: SQL[] = [];
  if (price === 'ASC') order.push(sql`${displayedPrice} asc nulls last`);
  if (price === 'DESC') order.push(sql`${displayedPrice} desc nulls last`);
  if (rating === 'ASC') order.push(sql`${products.ratingAverage} asc nulls last`);
  if (rating === 'DESC') order.push(sql`${products.ratingAverage} desc nulls last`);
  if (rating) order.push(desc(products.ratingCount));
  // The addition prevents the use of the date index without changing the order.
  const created = gathers ? sql`${products.createdAt} + interval '0'` : products.createdAt;
  // The id makes the order total, for stable pages.
  order.push(date === 'ASC' ? asc(created) : desc(created), asc(products.id));
  return order;
}

/** PostgreSQL truncates statement names to 63 characters. */
const statementName = (what: string, shape: string) => `${what} ${createHash('sha1').update(shape).digest('hex')}`;

const countStatement = (db: Db, shape: StatementShape, name: string) =>
  db.select({ total: count() }).from(products).where(conditionOf(shape)).prepare(statementName('count', name));

/** `gather`: sorted in memory. `walk`: in the order of an index. `deep`: also, with the rows before the page from the index alone. */
type Way = 'gather' | 'walk' | 'deep';

function pageStatement(db: Db, shape: StatementShape, way: Way, name: string) {
  const order = orderBy(shape, way === 'gather');
  const where = conditionOf(shape);
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...order);
  const page = db
    .select(summaryColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .orderBy(...order);
  return way === 'deep'
    ? page
        .where(inArray(products.id, ids.limit(param('limit')).offset(param('offset'))))
        .prepare(statementName(way, name))
    : page.where(where).limit(param('limit')).offset(param('offset')).prepare(statementName(way, name));
}

/** Few shapes are in use; a caller who tries all of them only causes rebuilds. */
const MAX_SHAPES = 200;
const statements = preparedQuery(() => ({
  counts: new Map<string, ReturnType<typeof countStatement>>(),
  pages: new Map<string, ReturnType<typeof pageStatement>>(),
}));

function cachedStatement<Q>(known: Map<string, Q>, name: string, make: () => Q): Q {
  const found = known.get(name);
  if (found) return found;
  if (known.size >= MAX_SHAPES) known.clear();
  const made = make();
  known.set(name, made);
  return made;
}

/**
 * One page of products and the total, in two queries.
 * @param list kind, and id of the category or store
 */
export async function listProducts(
  db: Db,
  list: { kind: ListKind; owner?: string },
  filters: ProductFilters,
  page: PageRequest,
): Promise<Collection<ProductSummary>> {
  const shape = statementShape(list.kind, filters);
  const name = JSON.stringify(Object.values(shape));
  const values = {
    owner: list.owner,
    categories: idList(filters['category[]']),
    category_slug: filters.category_slug,
    'events.slug': filters['events.slug'],
    ids: idList(filters['id[]']),
    news: filters.news,
    inevitable: filters.inevitable,
    currentOffers: filters.currentOffers,
    delivery: filters.delivery,
  };
  const { counts, pages } = statements(db);
  const total = await countCached(db, `${name} ${JSON.stringify(values)}`, async () => {
    const [counted] = await cachedStatement(counts, name, () => countStatement(db, shape, name)).execute(values);
    return counted?.total ?? 0;
  });
  if (total === 0) return presentPage([], 0, page);
  const walk = page.page > 1 ? 'deep' : 'walk';
  const way = total <= MAX_SORTED ? 'gather' : walk;
  const rows = await cachedStatement(pages, `${way} ${name}`, () => pageStatement(db, shape, way, name)).execute({
    ...values,
    limit: page.itemsPerPage,
    offset: (page.page - 1) * page.itemsPerPage,
  });
  return presentPage(rows.map(presentSummary), total, page);
}
