// Products: lists, one by its slug, ratings, and the stock alert.
import * as z from 'zod/mini';
import { direction, flag, iri, itemsPerPage, list, pageNumber, slug, text } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { closedDays, image, money, openingHours, shippingType, uuid } from '../fields/values.ts';
import { stockAlertSent } from '../form-shapes.ts';
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
  notSellToMinor: z.boolean(),
  dematerialized: z.boolean(),
  externalURL: z.nullable(z.string()),
  /** The buyer has something to choose: the card leads to the product instead of adding it. */
  hasOptions: z.boolean(),
  averageRating: z.nullable(z.number()),
  reviewCount: z.int(),
  /** IRI of the main category. */
  category: z.string(),
  store: storeOfProduct,
});
export type ProductSummary = z.output<typeof productSummary>;

export const optionValue = z.object({ id: z.string(), name: z.string(), price: money });
export const option = z.object({ id: z.string(), name: z.string(), values: z.array(optionValue) });
export type Option = z.output<typeof option>;

/** How, when and for how much one gets a product. */
export const productDelivery = z.object({
  /** What each way costs for one of it alone, cents; `from`: for the nearest. */
  ways: z.array(z.object({ type: shippingType, name: z.string(), amount: z.int(), from: z.boolean() })),
  openingHours: z.array(openingHours),
  closedDays: z.array(closedDays),
  /** Minutes between an order and its being ready. */
  preparationTime: z.nullable(z.int()),
  minimumDelivery: money,
  /** How far the shop brings it, kilometres. */
  reach: z.nullable(z.int()),
  /** Names of the towns within it, nearest first; not in answers of before. */
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
  /** Null where it is not sold online. */
  delivery: z.optional(z.nullable(productDelivery)),
  /** What is thought of its shop. */
  storeRating: z.optional(z.nullable(z.object({ average: z.number(), count: z.int() }))),
  createdAt: z.string(),
  version: z.int(),
});
export type Product = z.output<typeof product>;

/** The filters and orders of /products and of its lists by owner; they combine. */
export const productFilters = z.strictObject({
  published: z.optional(flag),
  'category[]': z.optional(list(iri, 100)),
  category_slug: z.optional(slug),
  'events.slug': z.optional(slug),
  'id[]': z.optional(list(z.union([uuid, iri]), 100)),
  'exists[reducedPrice.amount]': z.optional(flag),
  news: z.optional(flag),
  inevitable: z.optional(flag),
  currentOffers: z.optional(flag),
  price: z.optional(z.enum(['ASC', 'DESC', 'null'])),
  rating: z.optional(direction),
  'sort[price]': z.optional(direction),
  'sort[rating]': z.optional(direction),
  'order[createdAt]': z.optional(direction),
  page: z.optional(pageNumber),
  itemsPerPage: z.optional(itemsPerPage),
});

export const products = {
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
      'product.deletedAt[after]': z.optional(text(40)),
      'order[rank]': z.optional(direction),
      published: z.optional(flag),
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
    body: stockAlertSent,
    answer: z.object({ '@id': z.string(), '@type': z.literal('AvailabilityProduct') }),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
