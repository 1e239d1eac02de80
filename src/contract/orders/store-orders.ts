// Store order endpoints: the part of an order that one store prepares and ships.
// First the shopper's delivery choices, then the merchant's steps.
import * as z from 'zod/mini';
import { boundedList, iri, itemsPerPage, moneySent, pageNumber, quantity, serialNumber, textLine } from '../bounds.ts';
import { weightTerms } from '../catalogue/products.ts';
import type { Endpoint } from '../endpoint.ts';
import { collectionSlot } from '../fields/collection-slots.ts';
import {
  address,
  image,
  money,
  recordOf,
  shippingType,
  storeOrderState,
  storeOrderStates,
  uuid,
} from '../fields/values.ts';
import { MAX_CANCEL_REASON, MAX_CART_LINES, MAX_LIST_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';
import { chosenOptionValue } from './carts.ts';
import { storeOrderForm } from './store-order-form.ts';
import { collectedFrom, storeOfOrder } from './store-order-places.ts';

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
    /** Availability date of a pre-order, YYYY-MM-DD. */
    preOrderDate: z.optional(z.nullable(z.string())),
  }),
  optionValues: z.array(chosenOptionValue),
  quantity: z.int(),
  unitPrice: money,
  total: money,
  /** False: the coupon is not for it. */
  discounted: z.optional(z.boolean()),
  /** Exception to the right of withdrawal; absent: none. */
  withdrawalException: z.optional(z.string()),
  /**
   * Sold by weight, as agreed (domain/orders/weight-terms.ts). Once weighed: grams of all units, their price, and how much
   * less it is than agreed; cents.
   */
  byWeight: z.optional(
    z.object({
      ...weightTerms.shape,
      weighed: z.optional(z.object({ grams: z.int(), price: z.int(), less: z.int() })),
    }),
  ),
  /** A downloadable file. */
  digital: z.optional(z.boolean()),
});
export type StoreOrderItem = z.output<typeof storeOrderItem>;

/** Amounts in cents. */
const storeOrderRefund = z.object({
  createdAt: z.string(),
  amount: z.int(),
  /** To the means of payment; by the store itself; or, before it was collected, taken off what is to be paid. */
  means: z.enum(['payment', 'store', 'due']),
  /** `item`: IRI. A free amount takes its share of each line, and no units. */
  lines: z.array(z.object({ item: z.string(), quantity: z.int(), amount: z.int() })),
  delivery: z.int(),
  /** Of a free amount, else empty. */
  reason: z.string(),
});
export type StoreOrderRefund = z.output<typeof storeOrderRefund>;

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
  /** VAT contained in the total, by rate in percent; `amount` with tax. Absent in older answers. */
  vat: z.optional(z.array(z.object({ rate: z.number(), amount: money, tax: money }))),
  /** Sum of the refunds, with what is no longer to be collected; null without any. */
  refunded: z.optional(z.nullable(money)),
  /** Oldest first. Absent in older answers, and for orders without any. */
  refunds: z.optional(z.array(storeOrderRefund)),
  /** Invoices and credit notes, oldest first; `number`: '2026-00012'. */
  documents: z.optional(z.array(z.object({ id: uuid, kind: z.enum(['invoice', 'credit-note']), number: z.string() }))),
  trackingCode: z.nullable(z.string()),
  shippingType: z.nullable(shippingType),
  /** French names of the shipping types on offer for this part. */
  availableShippingTypes: recordOf(z.string()),
  /** Price in cents by shipping type; `from`: the lowest of several distances. Present while the type can be chosen. */
  shippingPrices: z.optional(recordOf(z.object({ amount: z.int(), from: z.boolean() }))),
  /** Chosen tier, kilometres. */
  distance: z.nullable(z.int()),
  pickupId: z.nullable(z.string()),
  /** The chosen relay point, as it was at that time. */
  place: z.optional(z.nullable(collectedFrom)),
  /** For collection at the store. */
  slot: z.optional(z.nullable(collectionSlot)),
  lastName: z.string(),
  firstName: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  address,
  orderPaymentOnDelivery: z.boolean(),
  /** The buyer has declared to be an adult. */
  isAdult: z.optional(z.boolean()),
  createdAt: z.string(),
  /** Accepted by the store; null before, and for orders accepted before this field existed. */
  validatedAt: z.optional(z.nullable(z.string())),
  /** For collection at the store: ready since; null before, and if it was handed over without this step. */
  readyAt: z.optional(z.nullable(z.string())),
  /** Shipped, delivered or handed over; null before. */
  shippedAt: z.optional(z.nullable(z.string())),
  /**
   * For collection at the store: the short code, and for the customer the signed code
   * (`#domain/orders/collection-code.ts`).
   */
  collection: z.optional(z.object({ short: z.string(), code: z.optional(z.string()) })),
  /** A withdrawal of the shopper waits for the store: last day of its refund, YYYY-MM-DD. */
  withdrawalDue: z.optional(z.string()),
  version: z.int(),
  /** Present on the answer of validate, ready, ship, tracking and a cancellation if another device was first. */
  notice: z.optional(z.enum(['already'])),
});
export type StoreOrder = z.output<typeof storeOrder>;

export const storeOrderId = z.object({ id: serialNumber });

export const storeOrderEndpoints = {
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
  /** Saves the delivery form of one store. */
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
      'state[]': z.optional(boundedList(z.enum(storeOrderStates), storeOrderStates.length)),
      /** The number of an order, or part of a customer's name, place or telephone number, or of an article. */
      search: z.optional(textLine(MAX_LIST_SEARCH)),
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
    }),
    answer: collection(storeOrder),
  },
  'storeOrders.get': {
    method: 'GET',
    path: '/store_orders/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: storeOrderId,
    answer: storeOrder,
  },
  /** The call of `storeOrders.save`, for the merchant. */
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
  /**
   * For collection at the store: a validated order is ready, which its customer learns. Already ready or beyond: 200
   * with notice `already`.
   */
  'storeOrders.ready': {
    method: 'PUT',
    path: '/store_orders/:id/ready',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: z.object({}),
    answer: storeOrder,
  },
  /**
   * Gives back articles (`lines`, by unit, and the delivery), or else a free amount, at most what is left of what was
   * paid. `amount`: required for a free amount; for articles the sum that was agreed, if sent. A last article before the
   * shipment takes the delivery with it and cancels the order. If `refunded` or the sum is no longer true: 409
   * `refunded` {refunded: current cents}.
   */
  'storeOrders.refund': {
    method: 'POST',
    path: '/store_orders/:id/refunds',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: z.object({
      lines: z.optional(boundedList(z.object({ item: iri, quantity }), MAX_CART_LINES)),
      delivery: z.optional(z.boolean()),
      amount: z.optional(moneySent),
      /** Why an amount is given back. Part of the credit note. */
      reason: z.optional(textLine(MAX_CANCEL_REASON)),
      /** Returns the units to the stock. */
      restock: z.optional(z.boolean()),
      /** To the shopper. */
      message: z.optional(textLine(MAX_CANCEL_REASON)),
      /** Sum of the refunds that the merchant saw, in cents. */
      refunded: z.optional(z.int()),
      /** The order is cancelled by it: refused once it is shipped. Already cancelled: 200 with notice `already`. */
      cancel: z.optional(z.boolean()),
    }),
    answer: storeOrder,
  },
  /**
   * Weighs articles sold by weight, each once, before the order leaves; what they weigh less than announced is given
   * back. 409 `weighed`: weighed otherwise before. 409 `refunded`: refunded since. Already weighed so: 200 with notice `already`.
   */
  'storeOrders.weigh': {
    method: 'POST',
    path: '/store_orders/:id/weighings',
    access: 'merchant',
    offline: 'queued',
    params: storeOrderId,
    body: z.object({
      /** `grams`: of all units of the line. */
      lines: boundedList(z.object({ item: iri, grams: z.int() }), MAX_CART_LINES),
      /** Sum of the refunds that the merchant saw, in cents. */
      refunded: z.optional(z.int()),
    }),
    answer: storeOrder,
  },
  /**
   * validated → shipped. 409 `unweighed`, also of `ready`: an article is still to be weighed. Already shipped: 200 with
   * notice `already`. `collected`: handed to a customer with the code; if it was collected before: 409 `handed-over`
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
