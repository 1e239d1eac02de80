// Holds the words of the names that are shown, for the search to correct mistyped ones by.
import { and, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { categories, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { shownToAll } from './product-list.ts';

/** A new name answers to what is typed right at once; to what is typed wrong, after this long at the latest. */
const FRESH_FOR_MS = 30_000;
/** Shorter words have to be typed as they are. */
const SHORTEST = 3;

interface Kept {
  words: Promise<readonly string[]>;
  /** Milliseconds of the process's own clock. */
  until: number;
}
const kept = new WeakMap<Db, Kept>();

/** Every word that stands in a shown name, folded: what a mistyped word may have meant. */
export function vocabulary(db: Db): Promise<readonly string[]> {
  const now = performance.now();
  const known = kept.get(db);
  if (known && known.until > now) return known.words;
  const words = read(db);
  kept.set(db, { words, until: now + FRESH_FOR_MS });
  words.catch(() => kept.delete(db));
  return words;
}

async function read(db: Db): Promise<readonly string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from (
      select ${categories.name} as name from ${categories}
      union all select ${stores.name} from ${stores} where ${stores.published}
      union all select ${products.name} from ${products} where ${and(...shownToAll)}
    ) named, unnest(string_to_array(regexp_replace(public.folded(name), '[^a-z0-9]+', ' ', 'g'), ' ')) word
    where length(word) >= ${SHORTEST}`);
  return rows.map(({ word }) => word);
}
