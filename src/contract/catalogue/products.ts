// Product endpoints: lists, details by slug, stock alerts.
import * as z from 'zod/mini';
import { boundedList, boundedText, iri, itemsPerPage, pageNumber, queryFlag, slug, sortDirection } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { closedDays, image, money, openingHours, shippingType, uuid } from '../fields/values.ts';
import { stockAlertBody } from '../form-shapes.ts';
import { collection } from '../wire/hydra.ts';

const storeOfProduct = z.object({
  '@id': z.string(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ name: z.string() }),
  ready: z.boolean(),
  city: z.string(),
});

export const contentBase = z.optional(z.nullable(z.object({ per: z.string(), millionths: z.int() })));
/** Sold by weight: grams announced for one unit, and the percent by which it may weigh less (domain/orders/weight-terms.ts). */
export const weightTerms = z.object({ grams: z.int(), tolerance: z.int() });
export const byWeight = z.optional(weightTerms);

export const productSummary = z.object({
  '@id': z.string(),
  '@type': z.literal('Product'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Lists carry the first picture only. */
  images: z.array(image),
  price: z.nullable(money),
  reducedPrice: z.nullable(money),
  /** Shown as 'À partir de'; never orderable. */
  indicativePrice: z.boolean(),
  priceDisabled: z.boolean(),
  /** Null: unlimited or not managed. */
  stock: z.nullable(z.int()),
  /** YYYY-MM-DD or null. */
  preOrderDate: z.nullable(z.string()),
  /** '250 g' */
  netContent: z.optional(z.nullable(z.string())),
  /** For its price per kilo or litre (domain/base-price.ts); null without a content. */
  contentBase,
  byWeight,
  notSellToMinor: z.boolean(),
  dematerialized: z.boolean(),
  externalURL: z.nullable(z.string()),
  /** The product has options, so its card links to the product instead of adding it. */
  hasOptions: z.boolean(),
  averageRating: z.nullable(z.number()),
  reviewCount: z.int(),
  /** IRI of the main category. */
  category: z.string(),
  /** Names of its events, for searches; absent without any. */
  events: z.optional(z.array(z.string())),
  store: storeOfProduct,
});
export type ProductSummary = z.output<typeof productSummary>;

export const optionValue = z.object({ id: z.string(), name: z.string(), price: money });
export const option = z.object({ id: z.string(), name: z.string(), values: z.array(optionValue) });
export type Option = z.output<typeof option>;

/** Delivery terms of a product: ways, hours and prices. */
export const productDelivery = z.object({
  /** Price of each way for a single unit, cents; `from`: at the shortest distance. */
  ways: z.array(z.object({ type: shippingType, name: z.string(), amount: z.int(), from: z.boolean() })),
  openingHours: z.array(openingHours),
  closedDays: z.array(closedDays),
  /** Minutes from order to readiness. */
  preparationTime: z.nullable(z.int()),
  minimumDelivery: money,
  /** Delivery radius of the store, kilometres. */
  reach: z.nullable(z.int()),
  /** Towns inside the radius, nearest first; absent in older answers. */
  towns: z.optional(z.array(z.string())),
});
export type ProductDelivery = z.output<typeof productDelivery>;

export const product = z.extend(productSummary, {
  description: z.string(),
  options: z.array(option),
  technicalText: z.string(),
  technicalImage: z.nullable(image),
  technicalAttributes: z.array(z.object({ name: z.string(), value: z.string() })),
  associatedProducts: z.array(productSummary),
  /** IRIs of the secondary categories. */
  categories: z.array(z.string()),
  /** Null if the product is not sold online. */
  delivery: z.optional(z.nullable(productDelivery)),
  /** Average rating of its store. */
  storeRating: z.optional(z.nullable(z.object({ average: z.number(), count: z.int() }))),
  /** Legal name and form of the store, a professional; null: not given yet. */
  seller: z.optional(z.nullable(z.string())),
  /** Exception to the right of withdrawal (domain/orders/withdrawal-exception.ts). */
  withdrawalException: z.optional(z.nullable(z.string())),
  createdAt: z.string(),
  version: z.int(),
});
export type Product = z.output<typeof product>;

/** Filters and sort orders of all product lists; they combine. */
export const productFilters = z.strictObject({
  published: z.optional(queryFlag),
  'category[]': z.optional(boundedList(iri, 100)),
  category_slug: z.optional(slug),
  'events.slug': z.optional(slug),
  'id[]': z.optional(boundedList(z.union([uuid, iri]), 100)),
  'exists[reducedPrice.amount]': z.optional(queryFlag),
  news: z.optional(queryFlag),
  inevitable: z.optional(queryFlag),
  currentOffers: z.optional(queryFlag),
  /** Can be ordered now. */
  available: z.optional(queryFlag),
  delivery: z.optional(shippingType),
  price: z.optional(z.enum(['ASC', 'DESC', 'null'])),
  rating: z.optional(sortDirection),
  'sort[price]': z.optional(sortDirection),
  'sort[rating]': z.optional(sortDirection),
  'order[createdAt]': z.optional(sortDirection),
  page: z.optional(pageNumber),
  itemsPerPage: z.optional(itemsPerPage),
});

export const productEndpoints = {
  'products.list': {
    method: 'GET',
    path: '/products',
    access: 'public',
    offline: 'kept',
    query: productFilters,
    answer: collection(productSummary),
  },
  'products.bySlug': {
    method: 'GET',
    path: '/products/by_slug/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    answer: product,
  },
  'featuredProducts.list': {
    method: 'GET',
    path: '/featured_products',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({
      'product.deletedAt[after]': z.optional(boundedText(40)),
      'order[rank]': z.optional(sortDirection),
      published: z.optional(queryFlag),
    }),
    answer: collection(
      z.object({
        '@id': z.string(),
        '@type': z.literal('FeaturedProduct'),
        rank: z.int(),
        product: productSummary,
      }),
    ),
  },
  'availability.create': {
    method: 'POST',
    path: '/availability_products',
    access: 'public',
    offline: 'queued',
    body: stockAlertBody,
    answer: z.object({ '@id': z.string(), '@type': z.literal('AvailabilityProduct') }),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
