import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/client.ts';
import { categories, products, stores } from '#server/db/tables.ts';

const CATEGORIES_AT_MOST = 12;
const STORES_AT_MOST = 24;
const PRODUCTS_AT_MOST = 40;
const WORDS_AT_MOST = 6;
/** How alike a word must be to count as a slip of the keyboard, 0 to 1. */
const ALIKE = 0.45;

/** A name as it is compared: lower case, no accents. */
const folded = (text: PgColumn | SQL): SQL => sql`public.folded(${text})`;

/** 'les fromages' → ['les', 'fromage']: a plural also finds the singular. */
function wordsOf(query: string): string[] {
  return query
    .split(/[\s'’,;.!?()]+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_AT_MOST)
    .map((word) => (word.length > 3 ? word.replace(/[sx]$/i, '') : word));
}

const pattern = (word: string): SQL => sql`'%' || ${folded(sql`${word.replace(/[\\%_]/g, '\\$&')}::text`)} || '%'`;
const holds = (name: PgColumn, words: readonly string[]): SQL | undefined =>
  and(...words.map((word) => sql`${folded(name)} like ${pattern(word)}`));
/** Names that begin with what was typed, then those with a word that begins so, then the rest, shortest first. */
function nearness(name: PgColumn, query: string): SQL {
  const typed = folded(sql`${query.replace(/[\\%_]/g, '\\$&')}::text`);
  return sql`case when ${folded(name)} like ${typed} || '%' then 0 when ${folded(name)} like '% ' || ${typed} || '%' then 1 else 2 end, length(${name}), ${name}`;
}

interface Found {
  id: string;
  slug: string;
  name: string;
}
interface FoundProduct extends Found {
  storeId: string;
  categoryId: string;
}

const present = (kind: 'Category' | 'Store' | 'Product', found: Found): SearchResult => ({
  '@id': `/${{ Category: 'categories', Store: 'stores', Product: 'products' }[kind]}/${found.id}`,
  '@context': `/contexts/${kind}`,
  id: found.id,
  slug: found.slug,
  name: found.name,
});

const isShown = sql`${products.published} and ${products.deletedAt} is null
  and ${products.storeId} in (select open.id from ${stores} open where open.published)`;
const productColumns = sql`${products.id}, ${products.slug}, ${products.name},
  ${products.storeId} as "storeId", ${products.categoryId} as "categoryId"`;

/** Products whose names hold the words, else those of the shops or categories that hold them. */
async function findProducts(db: Db, query: string, words: readonly string[]): Promise<FoundProduct[]> {
  const named = await db.execute<FoundProduct & Record<string, unknown>>(sql`
    select ${productColumns} from ${products} where ${isShown} and ${holds(products.name, words)}
    order by ${nearness(products.name, query)} limit ${PRODUCTS_AT_MOST}`);
  if (named.rows.length > 0) return named.rows;
  // `%>` goes through the same index; the candidates are bounded before they are ranked.
  const alike = await db.execute<FoundProduct & Record<string, unknown>>(sql`
    select id, slug, name, "storeId", "categoryId" from (
      select ${productColumns}, public.word_similarity(${folded(sql`${query}::text`)}, ${folded(products.name)}) as likeness
      from ${products} where ${isShown} and ${folded(products.name)} operator(public.%>) ${folded(sql`${query}::text`)} limit 400
    ) candidates where likeness >= ${ALIKE} order by likeness desc, name limit ${PRODUCTS_AT_MOST}`);
  return alike.rows;
}

/** Categories, then shops, then products; where no name answers, those of the products found. */
export async function searchMarket(db: Db, query: string): Promise<SearchResult[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const [foundCategories, foundStores, foundProducts] = await Promise.all([
    db.execute<Found & Record<string, unknown>>(sql`
      select ${categories.id}, ${categories.slug}, ${categories.name} from ${categories}
      where ${holds(categories.name, words)} order by ${nearness(categories.name, query)} limit ${CATEGORIES_AT_MOST}`),
    db.execute<Found & Record<string, unknown>>(sql`
      select ${stores.id}, ${stores.slug}, ${stores.name} from ${stores}
      where ${stores.published} and ${holds(stores.name, words)}
      order by ${nearness(stores.name, query)} limit ${STORES_AT_MOST}`),
    findProducts(db, query, words),
  ]);
  const [shownCategories, shownStores] = await Promise.all([
    foundCategories.rows.length > 0 || foundProducts.length === 0
      ? foundCategories.rows
      : byIds(
          db,
          categories,
          foundProducts.map((found) => found.categoryId),
          CATEGORIES_AT_MOST,
        ),
    foundStores.rows.length > 0 || foundProducts.length === 0
      ? foundStores.rows
      : byIds(
          db,
          stores,
          foundProducts.map((found) => found.storeId),
          STORES_AT_MOST,
        ),
  ]);
  return [
    ...shownCategories.map((found) => present('Category', found)),
    ...shownStores.map((found) => present('Store', found)),
    ...foundProducts.map((found) => present('Product', found)),
  ];
}

/** In the order of the ids, each once. */
async function byIds(
  db: Db,
  table: typeof categories | typeof stores,
  ids: readonly string[],
  atMost: number,
): Promise<Found[]> {
  const wanted = [...new Set(ids)].slice(0, atMost);
  const { rows } = await db.execute<Found & Record<string, unknown>>(
    sql`select ${table.id}, ${table.slug}, ${table.name} from ${table} where ${table.id} = any(${`{${wanted.join(',')}}`}::uuid[])`,
  );
  return wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
