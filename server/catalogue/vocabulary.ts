// Holds what the search has to know of the market besides its things: the words of the names that are shown, to correct
// mistyped ones by; what the market calls the same; its towns.
import { and, sql } from 'drizzle-orm';
import { type Known, synonymsOf, townsOf } from '#domain/search/search-question.ts';
import { categories, productSearch, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/shops.ts';
import { synonymLines } from './content.ts';
import { shownToAll } from './product-list.ts';
import { ttlCache } from './ttl-cache.ts';

/** A new name answers to what is typed right at once; to what is typed wrong, or by another word, after this long at the latest. */
const FRESH_FOR_MS = 30_000;
/** Shorter words have to be typed as they are. */
const SHORTEST = 3;

/** Every word that stands in a shown name, as it is compared: what a mistyped word may have meant. */
export const vocabulary = ttlCache(FRESH_FOR_MS, async (db): Promise<readonly string[]> => {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from (
      select public.search_line(${categories.name}) as line from ${categories}
      union all select public.search_line(${stores.name} || ' ' || ${stores.city}) from ${stores} where ${stores.published}
      union all select split_part(${productSearch.document}, '|', 1) from ${productSearch}
        join ${products} on ${products.id} = ${productSearch.productId} where ${and(...shownToAll)}
    ) named, unnest(string_to_array(line, ' ')) word
    where length(word) >= ${SHORTEST}`);
  return rows.map(({ word }) => word);
});

export const marketKnown = ttlCache(FRESH_FOR_MS, async (db): Promise<Known> => {
  const [lines, cities] = await Promise.all([
    synonymLines(db),
    db.execute<{ city: string }>(sql`select distinct ${stores.city} from ${stores} where ${stores.published}`),
  ]);
  return {
    synonyms: synonymsOf(lines),
    towns: townsOf(cities.rows.map(({ city }) => city)),
  };
});
