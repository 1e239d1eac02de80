// Search vocabulary: words of public names for spelling correction, the market's synonyms, its towns.
import { and, sql } from 'drizzle-orm';
import { type KnownTerms, knownTermsOf } from '#domain/search/search-question.ts';
import { categories, events, productEvents, productSearch, products } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';
import { readSynonymLines, readTowns } from './content.ts';
import { publicProductConditions } from './product-list.ts';
import { ttlCache } from './ttl-cache.ts';

/** A new name is found at once when typed correctly; misspellings and synonyms after this time at most. */
const TTL_MS = 30_000;
/** Shorter words are not corrected. */
const MIN_WORD_LENGTH = 3;

/** All normalized words of public names: candidates for spelling correction. */
export const readVocabulary = ttlCache(TTL_MS, async (db): Promise<readonly string[]> => {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from (
      select public.search_line(${categories.name}) as line from ${categories}
      union all select public.search_line(${stores.name} || ' ' || ${stores.city}) from ${stores} where ${stores.published}
      union all select split_part(${productSearch.document}, '|', 1) from ${productSearch}
        join ${products} on ${products.id} = ${productSearch.productId} where ${and(...publicProductConditions)}
      union all select public.search_line(${events.name}) from ${events} where ${events.id} in (
        select ${productEvents.eventId} from ${productEvents}
        join ${products} on ${products.id} = ${productEvents.productId} where ${and(...publicProductConditions)})
    ) named, unnest(string_to_array(line, ' ')) word
    where length(word) >= ${MIN_WORD_LENGTH}`);
  return rows.map(({ word }) => word);
});

export const readKnownTerms = ttlCache(TTL_MS, async (db): Promise<KnownTerms> => {
  const [lines, towns, cities] = await Promise.all([
    readSynonymLines(db),
    readTowns(db),
    db.execute<{ city: string }>(sql`select distinct ${stores.city} from ${stores} where ${stores.published}`),
  ]);
  const places = [...towns.map(({ name }) => name), ...cities.rows.map(({ city }) => city)];
  return knownTermsOf(lines, places);
});
