// Reads lists of products: of the market, of a category, of a shop, filtered, sorted and paged.
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ProductSummary, productFilters } from '#contract/catalogue/products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import type { Db } from '../db/client.ts';
import { keptQuery } from '../db/prepared-query.ts';
import { categories, events, productCategories, productEvents, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { pageAsked, pageOf } from '../presenters/collection.ts';
import { presentSummary, summaryColumns } from '../presenters/products.ts';
import { totalOf } from './count-cache.ts';

export type Filters = z.output<typeof productFilters>;

/** Of which products: all that the public may see, those of a category, of a shop, or all of a shop for its merchant. */
export type ListKind = 'market' | 'category' | 'store' | 'own-store';

/**
 * What the public may see: published, not withdrawn, in a shop that is open. Closed shops are few: they are read once
 * and compared, so that the products can be walked in the order of an index.
 */
export const shownToAll: readonly SQL[] = [
  sql`${products.published}`,
  isNull(products.deletedAt),
  sql`${products.storeId} <> all(array(select closed.id from ${stores} closed where not closed.published))`,
];

/** '/products/{id}' or the id itself. */
export const idOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Several ids as one parameter. A reference that names nothing narrows the list rather than being forgotten. */
const idList = (references: readonly string[] = []) => `{${references.map(idOf).filter(isUuid).join(',')}}`;

/** Products whose main or secondary category is one of the roots or lies below one. */
export function inCategories(roots: SQL): SQL {
  const below = sql`array(select below.id from ${categories} below
    join ${categories} root on below.lft between root.lft and root.rgt where ${roots})`;
  return sql`(${products.categoryId} = any(${below}) or ${products.id} = any(array(
    select second.product_id from ${productCategories} second where second.category_id = any(${below}))))`;
}

const asked = (name: string) => sql.placeholder(name);

const ofKind: Readonly<Record<ListKind, readonly SQL[]>> = {
  market: shownToAll,
  category: [...shownToAll, inCategories(sql`root.id = ${asked('owner')}`)],
  store: [...shownToAll, sql`${products.storeId} = ${asked('owner')}`],
  'own-store': [isNull(products.deletedAt), sql`${products.storeId} = ${asked('owner')}`],
};

/** The price one pays before options; products shown without price come last, whichever way. */
const shownPrice = sql`case when ${products.priceDisabled} then null else coalesce(${products.reducedPrice}, ${products.price}) end`;

/** What changes the words of a statement; all else is a parameter of it. */
interface Shape {
  kind: ListKind;
  published: boolean | undefined;
  narrowedBy: readonly string[];
  reduced: boolean | undefined;
  price: 'ASC' | 'DESC' | 'null' | undefined;
  rating: 'ASC' | 'DESC' | undefined;
  date: 'ASC' | 'DESC';
}

const narrowing: Readonly<Record<string, SQL>> = {
  'category[]': inCategories(sql`root.id = any(${asked('categories')}::uuid[])`),
  category_slug: inCategories(sql`root.slug = ${asked('category_slug')}`),
  'events.slug': sql`${products.id} = any(array(select held.product_id from ${productEvents} held
    join ${events} named on named.id = held.event_id where named.slug = ${asked('events.slug')}))`,
  'id[]': sql`${products.id} = any(${asked('ids')}::uuid[])`,
  news: sql`${products.news} = ${asked('news')}`,
  inevitable: sql`${products.inevitable} = ${asked('inevitable')}`,
  currentOffers: sql`${products.currentOffers} = ${asked('currentOffers')}`,
};

const shapeOf = (kind: ListKind, filters: Filters): Shape => ({
  kind,
  published: filters.published,
  narrowedBy: Object.keys(narrowing).filter((name) => Reflect.get(filters, name) !== undefined),
  reduced: filters['exists[reducedPrice.amount]'],
  price: filters.price ?? filters['sort[price]'],
  rating: filters.rating ?? filters['sort[rating]'],
  date: filters['order[createdAt]'] ?? 'DESC',
});

function conditionOf({ kind, published, narrowedBy, reduced, price }: Shape): SQL | undefined {
  const conditions: (SQL | undefined)[] = [...ofKind[kind], ...narrowedBy.map((name) => narrowing[name])];
  // Nothing unpublished is ever in a public list, so asking for it there finds nothing.
  if (published !== undefined) conditions.push(eq(products.published, sql`${published ? sql`true` : sql`false`}`));
  if (reduced !== undefined) {
    conditions.push(reduced ? isNotNull(products.reducedPrice) : isNull(products.reducedPrice));
  }
  if (price === 'null') conditions.push(or(isNull(products.price), sql`${products.priceDisabled}`));
  return and(...conditions);
}

/**
 * Up to this many are gathered and sorted; among more, the newest are found sooner by walking the index of dates.
 * The planner cannot tell, since it does not see how many products the categories hold.
 */
const GATHERED_AT_MOST = 3000;

function orderOf({ price, rating, date }: Shape, gathers: boolean): SQL[] {
  const order: SQL[] = [];
  if (price === 'ASC') order.push(sql`${shownPrice} asc nulls last`);
  if (price === 'DESC') order.push(sql`${shownPrice} desc nulls last`);
  if (rating === 'ASC') order.push(sql`${products.ratingAverage} asc nulls last`);
  if (rating === 'DESC') order.push(sql`${products.ratingAverage} desc nulls last`);
  if (rating) order.push(desc(products.ratingCount));
  // Adding nothing to the date keeps the order and leaves the index of dates aside.
  const created = gathers ? sql`${products.createdAt} + interval '0'` : products.createdAt;
  // The id makes the order total: no product on two pages, none on none.
  order.push(date === 'ASC' ? asc(created) : desc(created), asc(products.id));
  return order;
}

/** PostgreSQL tells statements apart by the first 63 characters of their names. */
const statementName = (what: string, shape: string) => `${what} ${createHash('sha1').update(shape).digest('hex')}`;

const countStatement = (db: Db, shape: Shape, name: string) =>
  db.select({ total: count() }).from(products).where(conditionOf(shape)).prepare(statementName('count', name));

const pageStatement = (db: Db, shape: Shape, gathers: boolean, name: string) =>
  db
    .select(summaryColumns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(conditionOf(shape))
    .orderBy(...orderOf(shape, gathers))
    .limit(asked('limit'))
    .offset(asked('offset'))
    .prepare(statementName(gathers ? 'gather' : 'walk', name));

/** There are few shapes in use; a caller who tries all of them only has them built again. */
const SHAPES_AT_MOST = 200;
const statements = keptQuery(() => ({
  counts: new Map<string, ReturnType<typeof countStatement>>(),
  pages: new Map<string, ReturnType<typeof pageStatement>>(),
}));

function kept<Q>(known: Map<string, Q>, name: string, make: () => Q): Q {
  const found = known.get(name);
  if (found) return found;
  if (known.size >= SHAPES_AT_MOST) known.clear();
  const made = make();
  known.set(name, made);
  return made;
}

/**
 * One page of products and their number, in two queries whatever the page holds.
 * @param list its kind, and the id of the category or shop
 * @param address what was asked, with its query
 */
export async function listProducts(
  db: Db,
  list: { kind: ListKind; owner?: string },
  filters: Filters,
  address: string,
  defaultPerPage: number,
): Promise<Collection<ProductSummary>> {
  const part = pageAsked(filters, defaultPerPage);
  const shape = shapeOf(list.kind, filters);
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
  };
  const { counts, pages } = statements(db);
  const total = await totalOf(db, `${name} ${JSON.stringify(values)}`, async () => {
    const [counted] = await kept(counts, name, () => countStatement(db, shape, name)).execute(values);
    return counted?.total ?? 0;
  });
  if (total === 0) return pageOf(address, [], 0, part);
  const gathers = total <= GATHERED_AT_MOST;
  const rows = await kept(pages, `${gathers} ${name}`, () => pageStatement(db, shape, gathers, name)).execute({
    ...values,
    limit: part.itemsPerPage,
    offset: (part.page - 1) * part.itemsPerPage,
  });
  return pageOf(address, rows.map(presentSummary), total, part);
}
