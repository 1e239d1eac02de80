// Search endpoint: categories, stores and products.
import * as z from 'zod/mini';
import { queryEuros, queryFlag, requiredTextLine, slug, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { shippingType } from '../fields/values.ts';
import { MAX_CITY, MAX_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

export const searchResult = z.object({
  '@id': z.string(),
  '@context': z.enum(['/contexts/Category', '/contexts/Store', '/contexts/Product']),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Path of the first picture, small size. */
  image: z.optional(z.nullable(z.string())),
  /** The store of a product, the town of a store. */
  about: z.optional(z.string()),
  /** Displayed price of a product, cents. */
  price: z.optional(z.nullable(z.int())),
  /** A product that matches some of the words only; these come last. */
  partial: z.optional(z.boolean()),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchEndpoints = {
  search: {
    method: 'GET',
    path: '/search',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({
      q: requiredTextLine(MAX_SEARCH, 'Que cherchez-vous ?'),
      category: z.optional(slug),
      town: z.optional(textLine(MAX_CITY)),
      priceMin: z.optional(queryEuros),
      priceMax: z.optional(queryEuros),
      /** Can be ordered now. */
      available: z.optional(queryFlag),
      delivery: z.optional(shippingType),
    }),
    answer: z.extend(collection(searchResult), {
      /** Filters for the products found; `by` is the name of a query parameter. */
      facets: z.optional(z.array(z.object({ by: z.string(), value: z.string(), name: z.string(), count: z.int() }))),
      /** Words that nothing answers. */
      ignored: z.optional(z.array(z.string())),
      /** Nobody offers what was typed: the results are the nearest things. */
      nearest: z.optional(z.boolean()),
      /** If nothing matches: similar names. */
      spellings: z.optional(z.array(z.string())),
    }),
  },
} as const satisfies Record<string, Endpoint>;
