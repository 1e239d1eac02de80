// Search over categories, shops and products.
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { collection } from './hydra.ts';
import { requiredLine } from './values.ts';

export const searchResult = z.object({
  '@id': z.string(),
  '@context': z.enum(['/contexts/Category', '/contexts/Store', '/contexts/Product']),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

export const search = {
  search: {
    method: 'GET',
    path: '/search',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({ q: requiredLine(100, 'Que cherchez-vous ?') }),
    answer: collection(searchResult),
  },
} as const satisfies Record<string, Endpoint>;
