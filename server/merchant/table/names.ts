// Shared names in tables: categories, events, VAT rates. Guarantee: a word has one meaning; rows with the same name are
// identified by slug.
import { sql } from 'drizzle-orm';
import { foldHeading } from '#domain/product-table.ts';
import type { Tx } from '../../db/client.ts';
import { categories, events, vatRates } from '../../db/schema/catalogue.ts';

export interface SharedNames {
  /** Words by id. */
  categories: Map<string, string>;
  events: Map<string, string>;
  vatRates: Map<string, string>;
  /** Ids by folded word: names and slugs. */
  ids: Record<'categories' | 'events' | 'vatRates', Map<string, string>>;
  /** Ids of categories without subcategories. */
  finest: ReadonlySet<string>;
}

interface NamedRow {
  id: string;
  name: string;
  slug: string;
}

function indexNames(rows: readonly NamedRow[]) {
  const count = new Map<string, number>();
  for (const { name } of rows) count.set(foldHeading(name), (count.get(foldHeading(name)) ?? 0) + 1);
  const isPlain = ({ name }: NamedRow) =>
    count.get(foldHeading(name)) === 1 && !/[|\r\n]/.test(name) && name.trim() === name;
  const slugs = rows.map(({ id, slug }) => [foldHeading(slug), id] as const);
  const named = rows.filter(isPlain).map(({ id, name }) => [foldHeading(name), id] as const);
  const ids = new Map([...named, ...slugs]);
  const words = rows.map((row) => {
    const word = isPlain(row) && ids.get(foldHeading(row.name)) === row.id ? row.name : row.slug;
    return [row.id, word] as const;
  });
  return { ids, words: new Map(words) };
}

export async function readSharedNames(tx: Tx): Promise<SharedNames> {
  const tree = await tx
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      isFinest: sql<boolean>`${categories.lft} + 1 = ${categories.rgt}`,
    })
    .from(categories);
  const eventRows = await tx.select({ id: events.id, name: events.name, slug: events.slug }).from(events);
  const rates = await tx.select({ id: vatRates.id, name: vatRates.name, slug: vatRates.id }).from(vatRates);
  const [ofCategories, ofEvents, ofRates] = [indexNames(tree), indexNames(eventRows), indexNames(rates)];
  return {
    categories: ofCategories.words,
    events: ofEvents.words,
    vatRates: ofRates.words,
    ids: { categories: ofCategories.ids, events: ofEvents.ids, vatRates: ofRates.ids },
    finest: new Set(tree.filter(({ isFinest }) => isFinest).map(({ id }) => id)),
  };
}
