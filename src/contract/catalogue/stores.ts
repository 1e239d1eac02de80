// Store endpoints: directory, details by slug, products of a store, the merchant's own store.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, queryFlag, requiredTextLine, slug, sortDirection, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { collectionSlots } from '../fields/collection-slots.ts';
import {
  address,
  closedDays,
  geoCoordinates,
  image,
  money,
  openingHours,
  patternText,
  recordOf,
  shippingType,
  shippingTypes,
  uuid,
} from '../fields/values.ts';
import { MAX_LIST_SEARCH } from '../limits.ts';
import { merchantProduct } from '../merchant/own-products.ts';
import { legalIdentity, storeChanges } from '../merchant/store-changes.ts';
import { collection } from '../wire/hydra.ts';
import { productFilters, productSummary } from './products.ts';

/** What a delivery by the store costs, amounts in cents. With it the device estimates an order without a network. */
const deliveryTerms = z.object({
  minimumDelivery: z.int(),
  paymentOnDelivery: z.boolean(),
  /** Zero: free. */
  customShippingPrice: z.int(),
  customShippingMaxDistance: z.nullable(z.int()),
  freeDeliveryPriceFromAmount: z.nullable(z.int()),
  distancePriceLevels: z.array(z.object({ distance: z.int(), price: z.int(), minimumOrderValue: z.int() })),
  relayPoint: z.string(),
  relayPointInformation: z.string(),
  relayPointPrice: z.int(),
  /** Minutes from order to readiness. */
  preparationTime: z.nullable(z.int()),
  collectionSlots: z.optional(z.nullable(collectionSlots)),
});
export type DeliveryTerms = z.output<typeof deliveryTerms>;

export const storeSummary = z.object({
  '@id': z.string(),
  '@type': z.literal('Store'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  plan: z.object({ '@id': z.optional(z.string()), name: z.string() }),
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
  openingHours: z.optional(z.array(openingHours)),
  closedDays: z.optional(z.array(closedDays)),
  /** Delivery methods of the store. */
  shippingTypes: z.optional(z.array(z.enum(shippingTypes))),
  deliveryTerms: z.optional(deliveryTerms),
  /** Names of its largest categories, largest first. */
  sells: z.optional(z.array(z.string())),
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
  closedDays: z.optional(z.array(closedDays)),
  /** Minutes from order to readiness. */
  preparationTime: z.optional(z.nullable(z.int())),
  /** French names by shipping type. */
  availableStoreShippingTypes: recordOf(z.string()),
  minimumDelivery: money,
  customShippingMaxDistance: z.nullable(z.int()),
  distancePriceLevels: z.array(z.object({ distance: z.int(), price: money, minimumOrderValue: money })),
  paymentOnDelivery: z.boolean(),
  paymentOnDeliveryInformation: z.string(),
  /** Null: not given yet. */
  legalIdentity: z.optional(z.nullable(legalIdentity)),
  version: z.int(),
});
export type Store = z.output<typeof store>;

/** A store with its merchant's private fields. */
export const merchantStore = z.extend(store, {
  deliveryMethods: z.array(z.string()),
  collectionSlots: z.optional(z.nullable(collectionSlots)),
  /** French names of all shipping types. */
  availableShippingTypes: z.optional(recordOf(z.string())),
  freeDeliveryPriceFromAmount: z.nullable(money),
  /** Zero: free. */
  customShippingPrice: money,
  relayPoint: z.string(),
  relayPointInformation: z.string(),
  relayPointPrice: money,
  /** Null to anyone but an owner, too. */
  sMoneyAccount: z.nullable(z.string()),
  /** Names of its owners, for those who work with them. */
  owners: z.optional(z.array(z.string())),
  /** IRIs. */
  acceptedTermAndConditions: z.array(z.string()),
});
export type MerchantStore = z.output<typeof merchantStore>;

export const storeEndpoints = {
  'stores.list': {
    method: 'GET',
    path: '/stores',
    access: 'public',
    offline: 'kept',
    query: z.strictObject({
      itemsPerPage: z.optional(itemsPerPage),
      page: z.optional(pageNumber),
      /** 'lat,lng,name': sorts by distance. */
      position: z.optional(
        patternText(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?(,.{0,60})?$/, 120, 'Position incorrecte.'),
      ),
      rating: z.optional(sortDirection),
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
    answer: merchantStore,
  },
  'stores.save': {
    method: 'PUT',
    path: '/stores/:id',
    access: 'merchant',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: storeChanges,
    answer: merchantStore,
    versioned: true,
  },
  /**
   * All products of the store, unpublished ones included, newest first. `name` filters by part of the name, ignoring
   * case and accents.
   */
  'stores.ownProducts': {
    method: 'GET',
    path: '/stores/:id/own_products',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    query: z.strictObject({
      published: z.optional(queryFlag),
      name: z.optional(textLine(MAX_LIST_SEARCH)),
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
    }),
    answer: collection(merchantProduct),
  },
  /** What the slots of a collection at the store derive from, and the orders placed for each, if they are limited. */
  'stores.collectionSlots': {
    method: 'GET',
    path: '/stores/:id/collection_slots',
    access: 'public',
    offline: 'kept',
    params: z.object({ id: uuid }),
    answer: z.object({
      '@id': z.string(),
      '@type': z.literal('CollectionSlots'),
      collectionSlots: z.nullable(collectionSlots),
      openingHours: z.array(openingHours),
      closedDays: z.array(closedDays),
      preparationTime: z.nullable(z.int()),
      /** `start` of the slot, ISO 8601. */
      booked: z.array(z.object({ start: z.string(), orders: z.int() })),
    }),
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
    body: z.object({ uniqueId: uuid, type: z.enum(['store', 'visitor']), store: requiredTextLine(80) }),
  },
} as const satisfies Record<string, Endpoint>;
