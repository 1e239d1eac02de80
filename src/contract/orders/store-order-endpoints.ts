// Store order endpoints: first the shopper's delivery choices, then the merchant's steps.
import * as z from 'zod/mini';
import { boundedList, iri, itemsPerPage, moneySent, pageNumber, quantity, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { shippingType, storeOrderStates, uuid } from '../fields/values.ts';
import { MAX_CANCEL_REASON, MAX_CART_LINES, MAX_LIST_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';
import { storeOrderForm } from './store-order-form.ts';
import { storeOrder, storeOrderId } from './store-orders.ts';

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
