// Shops: the directory, one by its slug, its products; the merchant's own shop.
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { collection } from './hydra.ts';
import { productFilters, productSummary } from './products.ts';
import {
  address,
  direction,
  geoCoordinates,
  image,
  itemsPerPage,
  money,
  openingHours,
  pageNumber,
  requiredLine,
  shippingType,
  slug,
  uuid,
} from './values.ts';

export const storeSummary = z.object({
  '@id': z.string(),
  '@type': z.literal('Store'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  plan: z.object({ name: z.string() }),
  ready: z.boolean(),
  logo: z.nullable(image),
  /** Lists carry the first picture only. */
  images: z.array(image),
  address,
  geoCoordinates: z.nullable(geoCoordinates),
  averageRating: z.nullable(z.number()),
  reviewCount: z.int(),
  productCount: z.int(),
  takesAppointments: z.boolean(),
  takesEstimates: z.boolean(),
});
export type StoreSummary = z.output<typeof storeSummary>;

export const store = z.extend(storeSummary, {
  aboutText: z.string(),
  youtubeVideoId: z.nullable(z.string()),
  website: z.nullable(z.string()),
  twitter: z.nullable(z.string()),
  facebook: z.nullable(z.string()),
  snapchat: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  phoneNumber: z.nullable(z.object({ value: z.string() })),
  placeOfSales: z.string(),
  additionalInformation: z.string(),
  openingHours: z.array(openingHours),
  /** Shipping type to its French name. */
  availableStoreShippingTypes: z.record(z.string(), z.string()),
  minimumDelivery: money,
  customShippingMaxDistance: z.nullable(z.int()),
  distancePriceLevels: z.array(z.object({ distance: z.int(), price: money, minimumOrderValue: money })),
  paymentOnDelivery: z.boolean(),
  paymentOnDeliveryInformation: z.string(),
  version: z.int(),
});
export type Store = z.output<typeof store>;

export const stores = {
  'stores.list': {
    method: 'GET',
    path: '/stores',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({
      itemsPerPage: z.optional(itemsPerPage),
      page: z.optional(pageNumber),
      /** 'lat,lng,name': sorts by distance. */
      position: z.optional(z.string().check(z.regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?(,.{0,60})?$/))),
      rating: z.optional(direction),
      category: z.optional(slug),
    }),
    answer: collection(storeSummary),
  },
  'stores.bySlug': {
    method: 'GET',
    path: '/stores/by_slug/:slug',
    access: 'public',
    offline: 'kept',
    params: z.object({ slug }),
    answer: store,
  },
  'stores.products': {
    method: 'GET',
    path: '/stores/:id/products',
    access: 'public',
    offline: 'kept',
    params: z.object({ id: uuid }),
    query: productFilters,
    answer: collection(productSummary),
  },
  'stores.mine': {
    method: 'GET',
    path: '/stores/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    answer: store,
  },
  'deliveryMethods.byType': {
    method: 'GET',
    path: '/delivery_methods/:shippingType',
    access: 'public',
    offline: 'kept',
    params: z.object({ shippingType }),
    answer: z.object({ '@id': z.string(), '@type': z.literal('DeliveryMethod'), name: z.string() }),
  },
  'view.create': {
    method: 'POST',
    path: '/views',
    access: 'public',
    offline: 'queued',
    body: z.object({ uniqueId: uuid, type: z.enum(['store', 'visitor']), store: requiredLine(80) }),
  },
} as const satisfies Record<string, Endpoint>;
