// An order committed without a network: what the shopper agreed to, decided by the market once it arrives.
// Guarantee: nothing is placed above what was agreed.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { agreed } from './agreed-terms.ts';
import { order } from './orders.ts';

export const commitments = {
  /**
   * Places the cart as agreed: confirmed when it is paid on delivery, else with its stock held for the time of payment.
   * 409 `order-changed` (OrderChanged): the shopper has to look at it again; `order-given-up`: as they wished; `cart-ordered`.
   */
  'cart.commit': {
    method: 'POST',
    path: '/carts/:id/commit',
    access: 'user',
    offline: 'queued',
    params: z.object({ id: uuid }),
    body: agreed,
    answer: order,
    status: 201,
  },
} as const satisfies Record<string, Endpoint>;
