// Commitment endpoint: places an order that was committed without a network.
// Guarantee: never above the agreed amount.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { agreedTerms } from './agreed-terms.ts';
import { order } from './orders.ts';

export const commitmentEndpoints = {
  /**
   * Places the cart on the agreed terms: confirmed if paid on delivery, otherwise with reserved stock until the payment
   * deadline. 409 `order-changed` (OrderChanged): the shopper has to confirm again; `order-given-up`: cancelled by the
   * shopper's rule; `cart-ordered`.
   */
  'cart.commit': {
    method: 'POST',
    path: '/carts/:id/commit',
    access: 'user',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: agreedTerms,
    answer: order,
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
