// Order endpoints: one order per confirmed cart, one store order per store; payment.
import * as z from 'zod/mini';
import { boundedText, serialNumber } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { money, uuid } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';
import { storeOrder } from './store-orders.ts';

export const order = z.object({
  '@id': z.string(),
  '@type': z.literal('Order'),
  id: z.int(),
  cart: z.nullable(z.string()),
  storeOrders: z.array(storeOrder),
  total: money,
  /** Payment on delivery is offered for this order. */
  isPaymentOnDelivery: z.boolean(),
  /** Payment on delivery was chosen. */
  paymentOnDelivery: z.boolean(),
  /** Names of the stores that decline and accept payment on delivery. */
  paymentOnDeliveryMessage: z.object({ storeDecline: z.array(z.string()), storeAccept: z.array(z.string()) }),
  /** Names of the stores that cannot be paid online yet. Of the order of a cart. */
  unpayableStores: z.optional(z.array(z.string())),
  createdAt: z.string(),
  /** Payment deadline, ISO 8601; absent if no payment is due. */
  paymentExpiresAt: z.optional(z.string()),
  /** The payment deadline has passed. */
  paymentExpired: z.optional(z.boolean()),
});
export type Order = z.output<typeof order>;

/** `hours.day` 1 (Monday) to 7; two entries of one day are two windows; times HHmm; distance in metres. */
export const pickup = z.object({
  id: z.string(),
  name: z.string(),
  distance: z.int(),
  address: z.object({ address1: z.string(), postalCode: z.string(), city: z.string() }),
  hours: z.array(z.object({ day: z.int(), openHour: z.string(), closeHour: z.string() })),
});
export type Pickup = z.output<typeof pickup>;

const orderId = z.object({ id: serialNumber });

export const orderEndpoints = {
  /** Confirms the cart's content as an order in state new. Safe to call twice: one order per cart version. */
  'cart.order': {
    method: 'GET',
    path: '/carts/:id/order',
    access: 'user',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: order,
  },
  'orders.get': {
    method: 'GET',
    path: '/orders/:id',
    access: 'owner',
    offline: 'snapshot',
    params: orderId,
    answer: order,
  },
  'users.orders': {
    method: 'GET',
    path: '/users/:id/orders',
    access: 'owner',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    answer: collection(order),
  },
  /** true: reserves the stock and confirms the order, to be paid on delivery. */
  'orders.paymentOnDelivery': {
    method: 'PUT',
    path: '/orders/:id',
    access: 'owner',
    offline: 'online',
    params: orderId,
    body: z.object({ paymentOnDelivery: z.boolean('Veuillez choisir un mode de paiement.') }),
    answer: order,
  },
  /** Reserves the stock; `payment_url` is the payment page. A second call answers the same address. */
  'orders.preparePayment': {
    method: 'POST',
    path: '/orders/:id/prepare_payment',
    access: 'owner',
    offline: 'online',
    params: orderId,
    body: z.object({}),
    answer: z.object({ payment_url: z.string() }),
    status: 201,
  },
  /**
   * Asks the payment provider and updates the states; the query comes from the provider's redirect and is not trusted.
   */
  'orders.pay': {
    method: 'GET',
    path: '/orders/:id/pay',
    access: 'owner',
    offline: 'online',
    params: orderId,
    query: z.object({ Id: z.optional(boundedText(200)), Result: z.optional(boundedText(200)) }),
    answer: order,
  },
  'orders.pickups': {
    method: 'GET',
    path: '/orders/pickups/:id',
    access: 'owner',
    offline: 'online',
    params: orderId,
    answer: collection(pickup),
  },
} as const satisfies Record<string, Endpoint>;
