// Search over categories, shops and products.
import * as z from 'zod/mini';
import { flag, line, requiredLine, slug, wholeEuros } from '../bounds.ts';
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
  /** Path of its first picture, small. */
  image: z.optional(z.nullable(z.string())),
  /** The shop of a product, the town of a shop. */
  about: z.optional(z.string()),
  /** Of a product, in cents, as it is shown. */
  price: z.optional(z.nullable(z.int())),
});
export type SearchResult = z.output<typeof searchResult>;

export const search = {
  search: {
    method: 'GET',
    path: '/search',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({
      q: requiredLine(MAX_SEARCH, 'Que cherchez-vous ?'),
      category: z.optional(slug),
      town: z.optional(line(MAX_CITY)),
      priceMin: z.optional(wholeEuros),
      priceMax: z.optional(wholeEuros),
      /** Can be ordered now. */
      available: z.optional(flag),
      delivery: z.optional(shippingType),
    }),
    answer: z.extend(collection(searchResult), {
      /** What the products found can be narrowed by: `by` is a name of the query. */
      facets: z.optional(z.array(z.object({ by: z.string(), value: z.string(), name: z.string(), count: z.int() }))),
      /** Words that nothing answers together with the others. */
      ignored: z.optional(z.array(z.string())),
      /** Where nothing answers: names near to what was typed. */
      spellings: z.optional(z.array(z.string())),
    }),
  },
} as const satisfies Record<string, Endpoint>;
