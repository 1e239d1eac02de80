// Reviews of shops and products: reading them (writing them has its own calls).
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { collection } from './hydra.ts';
import { uuid } from './values.ts';

export const review = z.object({
  '@id': z.string(),
  '@type': z.enum(['ProductReview', 'StoreReview']),
  author: z.string(),
  /** 1 to 5, whole stars. */
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
});
export type Review = z.output<typeof review>;

const ofOwner = z.object({ id: uuid });

export const reviews = {
  'products.reviews': {
    method: 'GET',
    path: '/products/:id/reviews',
    access: 'public',
    offline: 'kept',
    params: ofOwner,
    answer: collection(review),
  },
  'products.averageRating': {
    method: 'GET',
    path: '/products/:id/reviews/average_rating',
    access: 'public',
    offline: 'kept',
    params: ofOwner,
    answer: z.object({ averageRating: z.nullable(z.number()), count: z.int() }),
  },
  'stores.reviews': {
    method: 'GET',
    path: '/stores/:id/reviews',
    access: 'public',
    offline: 'kept',
    params: ofOwner,
    answer: collection(review),
  },
} as const satisfies Record<string, Endpoint>;
