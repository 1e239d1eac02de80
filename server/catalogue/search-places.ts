// Where the search looks in the database: products by their prepared lines, shops and categories whole, for they are few.
// Guarantee: of what is shown to all; as many candidates as can be ranked at once, those that a question names first.
import { and, sql } from 'drizzle-orm';
import { shippingTypes } from '#contract/fields/values.ts';
import { documentOf, offersOf, type Shelves } from '#domain/search/search.ts';
import type { SearchedCategory, SearchedProduct, SearchedStore } from '#domain/search/search-narrowing.ts';
import { formsOf, type Question, type Term } from '#domain/search/search-question.ts';
import { isEShop } from '#domain/store.ts';
import type { Db } from '../db/client.ts';
import { categories, productSearch, products } from '../db/schema/catalogue.ts';
import { images } from '../db/schema/pictures.ts';
import { stores } from '../db/schema/shops.ts';
import { shownToAll } from './product-list.ts';
import { ttlCache } from './ttl-cache.ts';

type Row<T> = T & Record<string, unknown>;

interface Pictured {
  id: string;
  /** Of its picture's files; null without one. */
  stem: string | null;
}
export type CategoryFound = SearchedCategory & Pictured;
export type StoreFound = SearchedStore & Pictured & { slug: string };
export type ProductFound = SearchedProduct & { id: string; slug: string };

/** For this long a change of a shop or a category may not be found by; products are always as they are. */
const FRESH_FOR_MS = 1000;
/** So many products are looked at before they are ranked, however common the words; of each choice among more. */
const CANDIDATES = 400;
const OF_MANY = 100;

export type MarketShelves = Shelves<CategoryFound, StoreFound, ProductFound>;

export async function shelvesFor(db: Db, question: Question): Promise<MarketShelves> {
  const [foundCategories, foundStores, candidates] = await Promise.all([
    allCategories(db),
    allStores(db),
    productsFor(db, question),
  ]);
  const shops = new Map(foundStores.map((store) => [store.id, store]));
  const foundProducts = candidates.flatMap((row): ProductFound[] => {
    const shop = shops.get(row.storeId);
    if (!shop) return [];
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
        isAvailable: row.isForSale && shop.isEShop,
      },
    ];
  });
  return { categories: foundCategories, stores: foundStores, products: foundProducts };
}

const allCategories = ttlCache(FRESH_FOR_MS, async (db): Promise<CategoryFound[]> => {
  const { rows } = await db.execute<
    Row<
      {
        id: string;
        slug: string;
        name: string;
        parent: string | null;
        level: number;
        lft: number;
        rgt: number;
      } & Pictured
    >
  >(sql`select ${categories.id}, ${categories.slug}, ${categories.name}, ${categories.parentId} as parent,
      ${categories.level}, ${categories.lft}, ${categories.rgt}, shown.stem
    from ${categories} left join ${images} shown on shown.id = ${categories.imageId} and shown.deleted_at is null`);
  return rows.map((row) => ({
    ...row,
    '@id': `/categories/${row.id}`,
    parent: row.parent && `/categories/${row.parent}`,
    document: documentOf([row.name]),
  }));
});

interface StoreRow extends Pictured {
  slug: string;
  name: string;
  city: string;
  plan: string;
  ready: boolean;
  takesAppointments: boolean;
  takesEstimates: boolean;
  shippingTypes: string[];
}

const allStores = ttlCache(FRESH_FOR_MS, async (db): Promise<(StoreFound & { isEShop: boolean })[]> => {
  const { rows } = await db.execute<Row<StoreRow>>(sql`
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
    document: documentOf([row.name, row.city, offersOf(row)]),
    isEShop: isEShop({ plan: { name: row.plan }, ready: row.ready }),
  }));
});

const choice = (all: readonly string[], sign: string) => (all.length > 1 ? `(${all.join(sign)})` : (all[0] ?? ''));

/** How exactly a word has to stand in the lines, and whether in the name. */
interface Strictness {
  whole?: boolean;
  inName?: boolean;
}

/** A term in the language of text search; words that stand side by side are asked to be there. */
function asked({ ways }: Term, { whole = false, inName = false }: Strictness): string {
  const lexeme = (form: string) => {
    const label = `${form.endsWith('*') ? '*' : ''}${inName ? 'A' : ''}`;
    return `${form.replace('*', '')}${label && `:${label}`}`;
  };
  const word = (forms: readonly string[]) =>
    choice(forms.filter((form) => !whole || !form.endsWith('*')).map(lexeme), ' | ');
  return choice(
    ways.map((way) => choice(formsOf(way).map(word), ' & ')),
    ' | ',
  );
}

interface ProductRow {
  id: string;
  slug: string;
  name: string;
  document: string;
  storeId: string;
  categoryId: string;
  price: number | null;
  isForSale: boolean;
}

const candidatesFor = async (db: Db, wanted: string, atMost: number): Promise<ProductRow[]> => {
  const { rows } = await db.execute<Row<ProductRow>>(sql`
    select ${products.id}, ${products.slug}, ${products.name}, ${productSearch.document},
      ${products.storeId} as "storeId", ${products.categoryId} as "categoryId",
      case when ${products.priceDisabled} then null else coalesce(${products.reducedPrice}, ${products.price}) end as price,
      ${products.price} is not null and not ${products.priceDisabled} and not ${products.indicativePrice}
        and ${products.stock} is distinct from 0 as "isForSale"
    from ${productSearch} join ${products} on ${products.id} = ${productSearch.productId}
    where ${productSearch.words} @@ ${wanted}::tsquery and ${and(...shownToAll)} limit ${atMost}`);
  return rows;
};

/** All that answer while they are few; of many first those of the town that was named, and those that are so called. */
async function productsFor(db: Db, { terms, partly }: Question): Promise<ProductRow[]> {
  const wanted = terms.filter(({ isPlace }) => !isPlace);
  const places = terms.filter(({ isPlace }) => isPlace);
  const all = (strictness: Strictness) =>
    choice(
      wanted.map((term) => asked(term, strictness)),
      partly ? ' | ' : ' & ',
    );
  const found = await candidatesFor(db, all({}), CANDIDATES);
  if (found.length < CANDIDATES) return found;
  const better = await Promise.all([
    places.length > 0
      ? candidatesFor(db, [all({}), ...places.map((term) => asked(term, {}))].join(' & '), OF_MANY)
      : [],
    candidatesFor(db, all({ whole: true, inName: true }), OF_MANY),
    candidatesFor(db, all({ whole: true }), OF_MANY),
  ]);
  return [...new Map([...better.flat(), ...found].map((row) => [row.id, row])).values()];
}
