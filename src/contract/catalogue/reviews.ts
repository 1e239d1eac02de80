// Review endpoints: reviews of stores and products.
// One review per author and subject; a new one replaces the old one.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { productReviewBody, storeReviewBody } from '../form-shapes.ts';
import { collection } from '../wire/hydra.ts';

export const review = z.object({
  '@id': z.string(),
  '@type': z.enum(['ProductReview', 'StoreReview']),
  author: z.string(),
  /** 1 to 5, whole stars. */
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
  /** The author has bought the product; absent in older cached answers. */
  verified: z.optional(z.boolean()),
  /** Date of the purchase; null if not bought here. */
  boughtAt: z.optional(z.nullable(z.string())),
});
export type Review = z.output<typeof review>;

/** The author's view of a review; `of` is the IRI of the product or store. */
const ownReview = z.extend(review, { of: z.string() });
export type OwnReview = z.output<typeof ownReview>;

const ofOwner = z.object({ id: uuid });

export const reviewEndpoints = {
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
  'users.reviews': {
    method: 'GET',
    path: '/users/:id/reviews',
    access: 'owner',
    offline: 'snapshot',
    params: ofOwner,
    answer: collection(ownReview),
  },
  'productReviews.create': {
    method: 'POST',
    path: '/product_reviews',
    access: 'user',
    offline: 'queued',
    body: productReviewBody,
    answer: review,
    status: 201,
  },
  'storeReviews.create': {
    method: 'POST',
    path: '/store_reviews',
    access: 'user',
    offline: 'queued',
    body: storeReviewBody,
    answer: review,
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
