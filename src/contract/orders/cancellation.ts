// Cancellation endpoint, for other clients: the app sends a refund of all articles.
import * as z from 'zod/mini';
import { textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { MAX_CANCEL_REASON } from '../limits.ts';
import { storeOrder, storeOrderId } from './store-orders.ts';

export const cancellationEndpoints = {
  /**
   * payed or validated → canceled, with a refund of all that is left. Already canceled: 200 with notice `already`.
   */
  'storeOrders.cancel': {
    method: 'PUT',
    path: '/store_orders/:id/cancel',
    access: 'merchant',
    offline: 'online',
    params: storeOrderId,
    body: z.object({ reason: z.optional(textLine(MAX_CANCEL_REASON)) }),
    answer: storeOrder,
  },
} as const satisfies Record<string, Endpoint>;
