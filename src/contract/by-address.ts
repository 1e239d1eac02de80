// By-address endpoints: one resource by the address in its '@id', for clients that follow addresses; the app has it
// from a list or by its slug. Some addresses answer the merchant of the store differently (`products.mine`,
// `stores.mine`), depending on the caller.
import * as z from 'zod/mini';
import { userEndpoints } from './account/users.ts';
import { serialNumber } from './bounds.ts';
import { category, featuredCategory } from './catalogue/categories.ts';
import { configuration, event, page, termAndCondition } from './catalogue/content.ts';
import { product, productEndpoints } from './catalogue/products.ts';
import { review } from './catalogue/reviews.ts';
import { store } from './catalogue/stores.ts';
import type { Endpoint } from './endpoint.ts';
import { image, patternText, uuid } from './fields/values.ts';
import { ownProductEndpoints } from './merchant/own-products.ts';
import { pushSubscriptionEndpoints } from './merchant/push-subscriptions.ts';
import { ownAppointment } from './merchant/received-requests.ts';
import { cartItem } from './orders/carts.ts';
import { collectionKeyEndpoints } from './orders/collection-keys.ts';
import { storeOrder, storeOrderItem } from './orders/store-orders.ts';

interface ListOf<T> {
  _zod: { def: { shape: { 'hydra:member': { _zod: { def: { element: T } } } } } };
}
/** The schema of a list's members. */
const memberOf = <T extends z.ZodMiniType>(list: ListOf<T>): T => list._zod.def.shape['hydra:member']._zod.def.element;

const byId = { method: 'GET', params: z.object({ id: uuid }) } as const;
const publicById = { ...byId, access: 'public', offline: 'kept' } as const;
/** For callers who know the unguessable id. */
const holderById = { ...byId, access: 'public', offline: 'snapshot' } as const;
const ownerById = { ...byId, access: 'owner', offline: 'snapshot' } as const;
const merchantById = { ...byId, access: 'merchant', offline: 'snapshot' } as const;
const byName = {
  params: z.object({ name: patternText(/^[\p{L}\p{N}_ .+-]+$/u, 120, 'Nom incorrect.') }),
} as const;

/** A message to a store, for its sender. */
const sentMessage = <T extends string>(type: T) =>
  z.object({
    '@id': z.string(),
    '@type': z.literal(type),
    id: z.string(),
    /** IRI of the store. */
    store: z.string(),
    subject: z.string(),
    message: z.string(),
    createdAt: z.string(),
  });

export const byAddressEndpoints = {
  'products.get': { ...publicById, path: '/products/:id', answer: product },
  'stores.get': { ...publicById, path: '/stores/:id', answer: store },
  'categories.get': { ...publicById, path: '/categories/:id', answer: category },
  'events.get': { ...publicById, path: '/events/:id', answer: event },
  'pages.get': { ...publicById, path: '/pages/:id', answer: page },
  'terms.get': { ...publicById, path: '/term_and_conditions/:id', answer: termAndCondition },
  'configurations.get': { ...publicById, ...byName, path: '/configurations/:name', answer: configuration },
  'plans.get': {
    ...publicById,
    ...byName,
    path: '/plans/:name',
    answer: z.object({ '@id': z.string(), '@type': z.literal('Plan'), name: z.string() }),
  },
  'featuredProducts.get': {
    ...publicById,
    path: '/featured_products/:id',
    answer: memberOf(productEndpoints['featuredProducts.list'].answer),
  },
  'featuredCategories.get': { ...publicById, path: '/featured_categories/:id', answer: featuredCategory },
  'productReviews.get': { ...publicById, path: '/product_reviews/:id', answer: review },
  'storeReviews.get': { ...publicById, path: '/store_reviews/:id', answer: review },
  /** Public, like its files. */
  'images.get': { ...publicById, path: '/images/:id', answer: image },

  'cartItems.get': { ...holderById, path: '/cart_items/:id', answer: cartItem },
  /** A coupon in a cart: the code alone. */
  'coupons.entered': {
    ...holderById,
    path: '/coupons/:id',
    answer: z.object({ '@id': z.string(), '@type': z.literal('Coupon'), code: z.string() }),
  },
  'availability.get': {
    ...holderById,
    path: '/availability_products/:id',
    answer: productEndpoints['availability.create'].answer,
  },

  'users.get': { ...ownerById, path: '/users/:id', answer: userEndpoints['users.create'].answer },
  /** A store order, for its buyer. */
  'storeOrders.bought': {
    ...ownerById,
    path: '/store_orders/:id',
    params: z.object({ id: serialNumber }),
    answer: storeOrder,
  },
  'storeOrderItems.bought': { ...ownerById, path: '/store_order_items/:id', answer: storeOrderItem },
  'storeOrderItems.sold': { ...merchantById, path: '/store_order_items/:id', answer: storeOrderItem },
  'messages.sent': { ...ownerById, path: '/store_messages/:id', answer: sentMessage('StoreMessage') },
  'estimates.sent': { ...ownerById, path: '/estimates/:id', answer: sentMessage('Estimate') },
  'appointments.sent': { ...ownerById, path: '/store_appointments/:id', answer: ownAppointment },

  'vatRates.get': {
    ...merchantById,
    path: '/vat_rates/:id',
    answer: memberOf(ownProductEndpoints['vatRates.list'].answer),
  },
  'dematerializedFiles.get': {
    ...merchantById,
    path: '/dematerialized_files/:id',
    answer: ownProductEndpoints['dematerializedFiles.upload'].answer,
  },
  'pushSubscriptions.get': {
    ...merchantById,
    path: '/push_subscriptions/:id',
    answer: pushSubscriptionEndpoints['pushSubscriptions.create'].answer,
  },
  'collectionKeys.get': {
    ...merchantById,
    ...byName,
    path: '/collection_keys/:name',
    answer: memberOf(collectionKeyEndpoints['collectionKeys.list'].answer),
  },
} as const satisfies Record<string, Endpoint>;
