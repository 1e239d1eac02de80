// Search candidates: products by full-text index, all stores and all categories, since those are few.
// Guarantee: public rows only; at most as many as ranking can handle, best matches first.
import { and, sql } from 'drizzle-orm';
import { shippingTypes } from '#contract/fields/values.ts';
import { offersOf, type SearchCollections, searchDocumentOf } from '#domain/search/search.ts';
import type { SearchedCategory, SearchedProduct, SearchedStore } from '#domain/search/search-narrowing.ts';
import { formsOf, type SearchQuestion, type Term } from '#domain/search/search-question.ts';
import { isOnlineStore } from '#domain/store.ts';
import type { Db } from '../db/client.ts';
import { categories, productSearch, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { stores } from '../db/schema/stores.ts';
import { isForSale, publicProductConditions } from './product-list.ts';
import { ttlCache } from './ttl-cache.ts';

type AnyRow<T> = T & Record<string, unknown>;

interface WithPicture {
  id: string;
  /** File stem of the picture, or null. */
  stem: string | null;
}
export type CategoryFound = SearchedCategory & WithPicture;
export type StoreFound = SearchedStore & WithPicture & { slug: string };
export type ProductFound = SearchedProduct & { id: string; slug: string };

/** Cache time of stores and categories; products are always current. */
const TTL_MS = 1000;
/** Maximum number of products before ranking, and per query of the more precise searches. */
const MAX_CANDIDATES = 400;
const MAX_PER_QUERY = 100;

export type Candidates = SearchCollections<CategoryFound, StoreFound, ProductFound>;

export async function findCandidates(db: Db, question: SearchQuestion): Promise<Candidates> {
  const [foundCategories, foundStores, candidates] = await Promise.all([
    searchedCategories(db),
    searchedStores(db),
    findProducts(db, question),
  ]);
  const storesById = new Map(foundStores.map((store) => [store.id, store]));
  const foundProducts = candidates.flatMap((row): ProductFound[] => {
    const store = storesById.get(row.storeId);
    if (!store) return [];
    return [
      {
        id: row.id,
        '@id': `/products/${row.id}`,
        slug: row.slug,
        name: row.name,
        document: row.document,
        store: `/stores/${row.storeId}`,
        category: `/categories/${row.categoryId}`,
        price: row.price,
        isAvailable: row.isForSale && !row.isSoldOut && store.isEShop,
        isSoldOut: row.isSoldOut,
      },
    ];
  });
  return { categories: foundCategories, stores: foundStores, products: foundProducts };
}

const searchedCategories = ttlCache(TTL_MS, async (db): Promise<CategoryFound[]> => {
  const { rows } = await db.execute<
    AnyRow<
      {
        id: string;
        slug: string;
        name: string;
        parent: string | null;
        level: number;
        lft: number;
        rgt: number;
      } & WithPicture
    >
  >(sql`select ${categories.id}, ${categories.slug}, ${categories.name}, ${categories.parentId} as parent,
      ${categories.level}, ${categories.lft}, ${categories.rgt}, shown.stem
    from ${categories} left join ${images} shown on shown.id = ${categories.imageId} and shown.deleted_at is null`);
  return rows.map((row) => ({
    ...row,
    '@id': `/categories/${row.id}`,
    parent: row.parent && `/categories/${row.parent}`,
    document: searchDocumentOf([row.name]),
  }));
});

interface SearchedStoreRow extends WithPicture {
  slug: string;
  name: string;
  city: string;
  plan: string;
  ready: boolean;
  takesAppointments: boolean;
  takesEstimates: boolean;
  shippingTypes: string[];
}

const searchedStores = ttlCache(TTL_MS, async (db): Promise<(StoreFound & { isEShop: boolean })[]> => {
  const { rows } = await db.execute<AnyRow<SearchedStoreRow>>(sql`
    select ${stores.id}, ${stores.slug}, ${stores.name}, ${stores.city}, ${stores.plan}, ${stores.ready},
      ${stores.takesAppointments} as "takesAppointments", ${stores.takesEstimates} as "takesEstimates",
      ${stores.deliveryMethods} as "shippingTypes", shown.stem
    from ${stores} left join ${images} shown on shown.id = ${stores.logoId} and shown.deleted_at is null
    where ${stores.published}`);
  return rows.map((row) => ({
    id: row.id,
    '@id': `/stores/${row.id}`,
    slug: row.slug,
    name: row.name,
    city: row.city,
    stem: row.stem,
    shippingTypes: shippingTypes.filter((type) => row.shippingTypes.includes(type)),
    document: searchDocumentOf([row.name, row.city, offersOf(row)]),
    isEShop: isOnlineStore({ plan: { name: row.plan }, ready: row.ready }),
  }));
});

const joinTerms = (all: readonly string[], sign: string) => (all.length > 1 ? `(${all.join(sign)})` : (all[0] ?? ''));

/** Whether words must match whole, and in the name only. */
interface Strictness {
  whole?: boolean;
  inName?: boolean;
}

/** A term as tsquery; phrases become a conjunction. */
function tsqueryOf({ ways }: Term, { whole = false, inName = false }: Strictness): string {
  const lexeme = (form: string) => {
    const label = `${form.endsWith('*') ? '*' : ''}${inName ? 'A' : ''}`;
    return `${form.replace('*', '')}${label && `:${label}`}`;
  };
  const word = (forms: readonly string[]) =>
    joinTerms(forms.filter((form) => !whole || !form.endsWith('*')).map(lexeme), ' | ');
  return joinTerms(
    ways.map((way) => joinTerms(formsOf(way).map(word), ' & ')),
    ' | ',
  );
}

interface SearchedProductRow {
  id: string;
  slug: string;
  name: string;
  document: string;
  storeId: string;
  categoryId: string;
  price: number | null;
  isForSale: boolean;
  isSoldOut: boolean;
}

const matchProducts = async (db: Db, wanted: string, atMost: number): Promise<SearchedProductRow[]> => {
  const { rows } = await db.execute<AnyRow<SearchedProductRow>>(sql`
    select ${products.id}, ${products.slug}, ${products.name}, ${productSearch.document},
      ${products.storeId} as "storeId", ${products.categoryId} as "categoryId",
      case when ${products.priceDisabled} then null else coalesce(${products.reducedPrice}, ${products.price}) end as price,
      ${isForSale} as "isForSale", ${products.stock} is not distinct from 0 as "isSoldOut"
    from ${productSearch} join ${products} on ${products.id} = ${productSearch.productId}
    where ${productSearch.words} @@ ${wanted}::tsquery and ${and(...publicProductConditions)} limit ${atMost}`);
  return rows;
};

/** All matches while they are few; otherwise matches in the named town and in the name come first. */
async function findProducts(db: Db, { terms, partly }: SearchQuestion): Promise<SearchedProductRow[]> {
  const wanted = terms.filter(({ isPlace }) => !isPlace);
  const places = terms.filter(({ isPlace }) => isPlace);
  const all = (strictness: Strictness) =>
    joinTerms(
      wanted.map((term) => tsqueryOf(term, strictness)),
      partly ? ' | ' : ' & ',
    );
  const found = await matchProducts(db, all({}), MAX_CANDIDATES);
  if (found.length < MAX_CANDIDATES) return found;
  const better = await Promise.all([
    places.length > 0
      ? matchProducts(db, [all({}), ...places.map((term) => tsqueryOf(term, {}))].join(' & '), MAX_PER_QUERY)
      : [],
    matchProducts(db, all({ whole: true, inName: true }), MAX_PER_QUERY),
    matchProducts(db, all({ whole: true }), MAX_PER_QUERY),
  ]);
  return [...new Map([...better.flat(), ...found].map((row) => [row.id, row])).values()];
}
