// Review presenter, for products and stores.
import type { Review } from '#contract/catalogue/reviews.ts';

export interface ReviewRow {
  id: string;
  author: string;
  rating: number;
  text: string;
  createdAt: Date;
  /** Date of the author's order, ISO 8601; null: not bought here. */
  boughtAt: string | null;
}

export const presentReview = (row: ReviewRow, type: Review['@type']): Review => ({
  '@id': `/${type === 'ProductReview' ? 'product_reviews' : 'store_reviews'}/${row.id}`,
  '@type': type,
  author: row.author,
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  verified: row.boughtAt !== null,
  boughtAt: row.boughtAt && new Date(row.boughtAt).toISOString(),
});
