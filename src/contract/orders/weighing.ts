// Weighing endpoint of a store's part of an order.
import * as z from 'zod/mini';
import { boundedList, iri } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { MAX_CART_LINES } from '../limits.ts';
import { storeOrder, storeOrderId } from './store-orders.ts';

export const weighingEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
