// Searches the market for categories, shops and products, mistyped words forgiven.
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SearchResult } from '#contract/search.ts';
import { chooseHits, FOUND_AT_MOST, findNearly, type Hits, nearWords, typedOf, wordsOf } from '#domain/search.ts';
import type { Db } from '../db/client.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { shownToAll } from './product-list.ts';
import { vocabulary } from './vocabulary.ts';

interface Found {
  id: string;
  slug: string;
  name: string;
}
interface FoundProduct extends Found {
  storeId: string;
  categoryId: string;
}
type Row<T> = T & Record<string, unknown>;

interface Source {
  columns: SQL;
  from: SQL;
  name: PgColumn;
  atMost: number;
}

const sources = {
  categories: {
    columns: sql`${categories.id}, ${categories.slug}, ${categories.name}`,
    from: sql`from ${categories} where true`,
    name: categories.name,
    atMost: FOUND_AT_MOST.categories,
  },
  stores: {
    columns: sql`${stores.id}, ${stores.slug}, ${stores.name}`,
    from: sql`from ${stores} where ${stores.published}`,
    name: stores.name,
    atMost: FOUND_AT_MOST.stores,
  },
  products: {
    columns: sql`${products.id}, ${products.slug}, ${products.name},
      ${products.storeId} as "storeId", ${products.categoryId} as "categoryId"`,
    from: sql`from ${products} where ${and(...shownToAll)}`,
    name: products.name,
    atMost: FOUND_AT_MOST.products,
  },
} satisfies Record<string, Source>;

/** So many candidates are looked at before they are ranked, however common the words. */
const CANDIDATES = 400;

const folded = (text: PgColumn | SQL): SQL => sql`public.folded(${text})`;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Those that hold all words, best first; those that begin with what was typed are candidates before all others. */
async function named<T extends Found>(db: Db, source: Source, words: readonly string[], typed: string): Promise<T[]> {
  const { columns, from, name, atMost } = source;
  const start = folded(sql`${escaped(typed)}::text`);
  const held = and(...words.map((word) => sql`${folded(name)} like '%' || ${folded(sql`${word}::text`)} || '%'`));
  const candidates = (condition: SQL | undefined) =>
    sql`(select ${columns}, ${folded(name)} as plain ${from} and ${condition} limit ${CANDIDATES})`;
  const { rows } = await db.execute<Row<T>>(
    sql`select * from (${candidates(sql`${folded(name)} like ${start} || '%'`)} union ${candidates(held)}) candidates
    order by case when plain like ${start} || '%' then 0 when plain like '% ' || ${start} || '%' then 1 else 2 end,
      length(name), name collate "C" limit ${atMost}`,
  );
  return rows;
}

/** Those whose words are near to what was typed; `meant` holds for each word what it may have meant. */
async function near<T extends Found>(
  db: Db,
  { columns, from, name, atMost }: Source,
  meant: readonly (readonly string[])[],
  query: string,
): Promise<T[]> {
  const condition = and(
    ...meant.map((words) => {
      const patterns = `{${words.map((word) => `"%${word}%"`).join(',')}}`;
      return sql`${folded(name)} like any(${patterns}::text[])`;
    }),
  );
  const { rows } = await db.execute<Row<T>>(sql`select ${columns} ${from} and ${condition} limit ${CANDIDATES}`);
  return findNearly(rows, query).slice(0, atMost);
}

type MarketHits = Hits<Found, Found, FoundProduct>;

const inEach = async (ask: <T extends Found>(source: Source) => Promise<T[]>): Promise<MarketHits> => {
  const [foundCategories, foundStores, foundProducts] = await Promise.all([
    ask<Found>(sources.categories),
    ask<Found>(sources.stores),
    ask<FoundProduct>(sources.products),
  ]);
  return { categories: foundCategories, stores: foundStores, products: foundProducts };
};

async function nearHits(db: Db, query: string, words: readonly string[]): Promise<MarketHits> {
  const known = await vocabulary(db);
  const meant = words.map((word) => [word, ...nearWords(word, known)]);
  if (meant.every((each) => each.length === 1)) return { categories: [], stores: [], products: [] };
  return inEach((source) => near(db, source, meant, query));
}

/** Categories, then shops, then products. */
export async function searchMarket(db: Db, query: string): Promise<SearchResult[]> {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const typed = typedOf(query);
  const hits = await chooseHits(
    await inEach((source) => named(db, source, words, typed)),
    () => nearHits(db, query, words),
    async (found) => {
      const [ofCategories, ofStores] = await Promise.all([
        byIds(db, categories, found, ({ categoryId }) => categoryId, FOUND_AT_MOST.categories),
        byIds(db, stores, found, ({ storeId }) => storeId, FOUND_AT_MOST.stores),
      ]);
      return { categories: ofCategories, stores: ofStores };
    },
  );
  return [
    ...hits.categories.map((found) => present('Category', found)),
    ...hits.stores.map((found) => present('Store', found)),
    ...hits.products.map((found) => present('Product', found)),
  ];
}

const present = (kind: 'Category' | 'Store' | 'Product', found: Found): SearchResult => ({
  '@id': `/${{ Category: 'categories', Store: 'stores', Product: 'products' }[kind]}/${found.id}`,
  '@context': `/contexts/${kind}`,
  id: found.id,
  slug: found.slug,
  name: found.name,
});

/** Of the products, in their order, each once. */
async function byIds(
  db: Db,
  table: typeof categories | typeof stores,
  found: readonly FoundProduct[],
  idOf: (product: FoundProduct) => string,
  atMost: number,
): Promise<Found[]> {
  const wanted = [...new Set(found.map(idOf))].slice(0, atMost);
  if (wanted.length === 0) return [];
  const { rows } = await db.execute<Row<Found>>(
    sql`select ${table.id}, ${table.slug}, ${table.name} from ${table} where ${table.id} = any(${`{${wanted.join(',')}}`}::uuid[])`,
  );
  return wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
