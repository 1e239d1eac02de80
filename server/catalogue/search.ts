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
function nearness(query: string): SQL {
  const typed = folded(sql`${query.replace(/[\\%_]/g, '\\$&')}::text`);
  return sql`case when plain like ${typed} || '%' then 0 when plain like '% ' || ${typed} || '%' then 1 else 2 end, length(name), name`;
}
/** So many candidates are looked at before they are ranked, however common the words. */
const CANDIDATES = 400;

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
  and ${products.storeId} <> all(array(select closed.id from ${stores} closed where not closed.published))`;
const productColumns = sql`${products.id}, ${products.slug}, ${products.name},
  ${products.storeId} as "storeId", ${products.categoryId} as "categoryId"`;

/** Those whose names begin with what was typed are candidates before all others. */
function ranked(
  { columns, from, name }: { columns: SQL; from: SQL; name: PgColumn },
  query: string,
  words: readonly string[],
  atMost: number,
): SQL {
  const begins = sql`${folded(name)} like ${folded(sql`${query.replace(/[\\%_]/g, '\\$&')}::text`)} || '%'`;
  const candidates = (condition: SQL | undefined) =>
    sql`(select ${columns}, ${folded(name)} as plain ${from} and ${condition} limit ${CANDIDATES})`;
  return sql`select * from (${candidates(begins)} union ${candidates(holds(name, words))}) candidates
    order by ${nearness(query)} limit ${atMost}`;
}

type Row<T> = T & Record<string, unknown>;

/** Products whose names hold the words, else those a slip of the keyboard away. */
async function findProducts(db: Db, query: string, words: readonly string[]): Promise<FoundProduct[]> {
  const source = { columns: productColumns, from: sql`from ${products} where ${isShown}`, name: products.name };
  const named = await db.execute<Row<FoundProduct>>(ranked(source, query, words, PRODUCTS_AT_MOST));
  if (named.rows.length > 0) return named.rows;
  // `%>` goes through the same index.
  const alike = await db.execute<Row<FoundProduct>>(sql`
    select * from (
      select ${productColumns}, public.word_similarity(${folded(sql`${query}::text`)}, ${folded(products.name)}) as likeness
      from ${products} where ${isShown}
      and ${folded(products.name)} operator(public.%>) ${folded(sql`${query}::text`)} limit ${CANDIDATES}
    ) candidates where likeness >= ${ALIKE} order by likeness desc, name limit ${PRODUCTS_AT_MOST}`);
  return alike.rows;
}

/** Categories, then shops, then products; where no name answers, those of the products found. */
export async function searchMarket(db: Db, query: string): Promise<SearchResult[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const ofCategories = {
    columns: sql`${categories.id}, ${categories.slug}, ${categories.name}`,
    from: sql`from ${categories} where true`,
    name: categories.name,
  };
  const ofStores = {
    columns: sql`${stores.id}, ${stores.slug}, ${stores.name}`,
    from: sql`from ${stores} where ${stores.published}`,
    name: stores.name,
  };
  const [foundCategories, foundStores, foundProducts] = await Promise.all([
    db.execute<Row<Found>>(ranked(ofCategories, query, words, CATEGORIES_AT_MOST)),
    db.execute<Row<Found>>(ranked(ofStores, query, words, STORES_AT_MOST)),
    findProducts(db, query, words),
  ]);
  const [shownCategories, shownStores] = await Promise.all([
    foundCategories.rows.length > 0
      ? foundCategories.rows
      : byIds(
          db,
          categories,
          foundProducts.map((found) => found.categoryId),
          CATEGORIES_AT_MOST,
        ),
    foundStores.rows.length > 0
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
  if (wanted.length === 0) return [];
  const { rows } = await db.execute<Row<Found>>(
    sql`select ${table.id}, ${table.slug}, ${table.name} from ${table} where ${table.id} = any(${`{${wanted.join(',')}}`}::uuid[])`,
  );
  return wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
