// Store order: the part of an order that one store prepares and ships. Its calls: store-order-endpoints.ts.
import * as z from 'zod/mini';
import { serialNumber } from '../bounds.ts';
import { weightTerms } from '../catalogue/products.ts';
import { collectionSlot } from '../fields/collection-slots.ts';
import { address, image, money, recordOf, shippingType, storeOrderState, uuid } from '../fields/values.ts';
import { chosenOptionValue } from './carts.ts';
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
