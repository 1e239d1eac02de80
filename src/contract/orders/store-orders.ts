// Store orders: the part of an order that one shop prepares and ships. What the shopper says of its delivery, then the
// merchant's steps.
import * as z from 'zod/mini';
import { itemsPerPage, line, list, pageNumber, serial } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  address,
  closedDays,
  geoCoordinates,
  image,
  money,
  openingHours,
  shippingType,
  storeOrderState,
  storeOrderStates,
  table,
  uuid,
} from '../fields/values.ts';
import { MAX_CANCEL_REASON, MAX_LIST_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';
import { chosenOptionValue } from './carts.ts';
import { storeOrderForm } from './store-order-form.ts';

export const storeOrderItem = z.object({
  '@id': z.string(),
  '@type': z.literal('StoreOrderItem'),
  product: z.object({
    '@id': z.string(),
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    images: z.array(image),
    notSellToMinor: z.optional(z.boolean()),
    /** Sold before it can be had: its day, YYYY-MM-DD. */
    preOrderDate: z.optional(z.nullable(z.string())),
  }),
  optionValues: z.array(chosenOptionValue),
  quantity: z.int(),
  unitPrice: money,
  total: money,
  /** A file, which its buyer downloads. */
  digital: z.optional(z.boolean()),
});
export type StoreOrderItem = z.output<typeof storeOrderItem>;

export const storeOfOrder = z.object({
  '@id': z.string(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.nullable(image),
  address,
  geoCoordinates: z.optional(z.nullable(geoCoordinates)),
  openingHours: z.array(openingHours),
  closedDays: z.optional(z.array(closedDays)),
  /** Minutes between an order and its being ready. */
  preparationTime: z.optional(z.nullable(z.int())),
  minimumDelivery: money,
  customShippingMaxDistance: z.nullable(z.int()),
  distancePriceLevels: z.array(z.object({ distance: z.int(), price: money, minimumOrderValue: money })),
  relayPoint: z.string(),
  relayPointInformation: z.string(),
  /** It lets itself be paid when it hands the goods over. */
  paymentOnDelivery: z.optional(z.boolean()),
});

/** A place that is not the shop. */
const collectedFrom = z.object({
  name: z.string(),
  information: z.string(),
  address,
  /** Of a relay point that is still where it was. */
  geoCoordinates: z.optional(z.nullable(geoCoordinates)),
  /** `day` 1 (Monday) to 7; two entries of one day are two windows; times HHmm. */
  hours: z.array(z.object({ day: z.int(), openHour: z.string(), closeHour: z.string() })),
});

export const storeOrder = z.object({
  '@id': z.string(),
  '@type': z.literal('StoreOrder'),
  id: z.int(),
  /** IRI of the order. */
  order: z.string(),
  store: storeOfOrder,
  items: z.array(storeOrderItem),
  state: storeOrderState,
  /** Items minus discount, plus shipping fees. */
  total: money,
  totalBeforeDiscount: money,
  shippingFees: money,
  /** Given back to the shopper after it was cancelled; null where nothing was paid online. */
  refunded: z.optional(z.nullable(money)),
  trackingCode: z.nullable(z.string()),
  shippingType: z.nullable(shippingType),
  /** Shipping type to its French name: what this shop offers for what was ordered. */
  availableShippingTypes: table(z.string()),
  /**
   * Shipping type to what it costs for what was ordered, in cents; `from`: the least of several distances. While it can be
   * chosen.
   */
  shippingPrices: z.optional(table(z.object({ amount: z.int(), from: z.boolean() }))),
  /** Chosen tier, kilometres. */
  distance: z.nullable(z.int()),
  pickupId: z.nullable(z.string()),
  /** The relay point, the shop's own too, as it was when it was chosen. */
  place: z.optional(z.nullable(collectedFrom)),
  lastName: z.string(),
  firstName: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  address,
  orderPaymentOnDelivery: z.boolean(),
  /** Who ordered has said to be of age. */
  isAdult: z.optional(z.boolean()),
  createdAt: z.string(),
  /** Sent, brought or handed over; null until then. */
  shippedAt: z.optional(z.nullable(z.string())),
  /** Of what is collected at the shop: the short code, and for its customer alone the signed one (`#domain/orders/collection-code.ts`). */
  collection: z.optional(z.object({ short: z.string(), code: z.optional(z.string()) })),
  version: z.int(),
  /** Present on the answer of validate, ship and tracking when another device had already done it. */
  notice: z.optional(z.enum(['already'])),
});
export type StoreOrder = z.output<typeof storeOrder>;

const storeOrderId = z.object({ id: serial });

export const storeOrders = {
  'storeOrders.setShippingType': {
    method: 'PUT',
    path: '/store_orders/:id/set_shipping_type',
    access: 'owner',
    offline: 'online',
    params: storeOrderId,
    body: z.object({ shippingType }),
    answer: storeOrder,
  },
  'storeOrders.setDistance': {
    method: 'PUT',
    path: '/store_orders/:id/set_distance',
    access: 'owner',
    offline: 'online',
    params: storeOrderId,
    body: z.object({ distance: z.nullable(z.int()) }),
    answer: storeOrder,
  },
  /** The shopper saves the delivery form of one shop. */
  'storeOrders.save': {
    method: 'PUT',
    path: '/store_orders/:id',
    access: 'owner',
    offline: 'online',
    params: storeOrderId,
    body: storeOrderForm,
    answer: storeOrder,
  },
  'storeOrders.ofStore': {
    method: 'GET',
    path: '/stores/:id/store_orders',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    query: z.strictObject({
      'state[]': z.optional(list(z.enum(storeOrderStates), storeOrderStates.length)),
      /** The number of an order, or part of a customer's name, place or telephone number, or of an article. */
      search: z.optional(line(MAX_LIST_SEARCH)),
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
    }),
    answer: collection(storeOrder),
  },
  /** As a file for a spreadsheet. */
  'storeOrders.export': {
    method: 'GET',
    path: '/store_orders/export',
    access: 'merchant',
    offline: 'online',
    answer: z.object({ '@type': z.literal('OrderExport'), fileName: z.string(), content: z.string() }),
  },
  'storeOrders.get': {
    method: 'GET',
    path: '/store_orders/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: storeOrderId,
    answer: storeOrder,
  },
  /** The same call as `storeOrders.save`, as the merchant makes it. */
  'storeOrders.tracking': {
    method: 'PUT',
    path: '/store_orders/:id',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: storeOrderForm,
    answer: storeOrder,
  },
  /** payed → validated. Already validated or beyond: 200 with notice `already`. */
  'storeOrders.validate': {
    method: 'PUT',
    path: '/store_orders/:id/validate',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: z.object({}),
    answer: storeOrder,
  },
  /** payed or validated → canceled, with what was paid online given back. Already canceled: 200 with notice `already`. */
  'storeOrders.cancel': {
    method: 'PUT',
    path: '/store_orders/:id/cancel',
    access: 'merchant',
    offline: 'online',
    params: storeOrderId,
    body: z.object({ reason: z.optional(line(MAX_CANCEL_REASON)) }),
    answer: storeOrder,
  },
  /**
   * validated → shipped. Already shipped: 200 with notice `already`; `collected`, by a customer with their code: 409 `handed-over`
   * {at, by}.
   */
  'storeOrders.ship': {
    method: 'PUT',
    path: '/store_orders/:id/ship',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: z.object({ collected: z.optional(z.boolean()) }),
    answer: storeOrder,
  },
} as const satisfies Record<string, Endpoint>;
