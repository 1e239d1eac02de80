// Category endpoints: a tree of three levels, stored as nested sets.
import * as z from 'zod/mini';
import { slug, sortDirection } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { image, uuid } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';
import { productFilters, productSummary } from './products.ts';

export const category = z.object({
  '@id': z.string(),
  '@type': z.literal('Category'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** IRI of the parent; null at level 1. */
  parent: z.nullable(z.string()),
  level: z.int(),
  lft: z.int(),
  rgt: z.int(),
  images: z.array(image),
  labelFermier: z.boolean(),
  labelFermierDescription: z.string(),
  labelFermierUrl: z.nullable(z.string()),
});
export type Category = z.output<typeof category>;

export const featuredCategory = z.object({ '@id': z.string(), '@type': z.literal('FeaturedCategory'), category });
export type FeaturedCategory = z.output<typeof featuredCategory>;

export const categoryEndpoints = {
  'categories.list': {
    method: 'GET',
    path: '/categories',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({ 'order[lft]': z.optional(sortDirection) }),
    answer: collection(category),
  },
  'categories.bySlug': {
    method: 'GET',
    path: '/categories/by_slug/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    answer: category,
  },
  'categories.products': {
    method: 'GET',
    path: '/categories/:id/products',
    access: 'public',
    offline: 'kept',
    params: z.object({ id: uuid }),
    query: productFilters,
    answer: collection(productSummary),
  },
  'featuredCategories.subset': {
    method: 'GET',
    path: '/featured_categories/subset',
    access: 'public',
    offline: 'kept',
    answer: collection(featuredCategory),
  },
} as const satisfies Record<string, Endpoint>;
