// Orders: one per confirmed cart, with one store order per shop; how it is paid.
import * as z from 'zod/mini';
import { serial, text } from '../bounds.ts';
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
  /** Names of the shops that decline and accept payment on delivery. */
  paymentOnDeliveryMessage: z.object({ storeDecline: z.array(z.string()), storeAccept: z.array(z.string()) }),
  createdAt: z.string(),
  /** Until when it is held for its payment, ISO 8601; not there where nobody is waited for. */
  paymentExpiresAt: z.optional(z.string()),
  /** Its payment was not made in time. */
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

const orderId = z.object({ id: serial });

export const orders = {
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
  /** true: takes the stock and confirms, to be paid on delivery. */
  'orders.paymentOnDelivery': {
    method: 'PUT',
    path: '/orders/:id',
    access: 'owner',
    offline: 'online',
    params: orderId,
    body: z.object({ paymentOnDelivery: z.boolean('Veuillez choisir un mode de paiement.') }),
    answer: order,
  },
  /** Takes the stock; `payment_url` is where the shopper pays. Called twice it answers the same address. */
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
  /** Asks the payment provider and moves the states; the query is what the provider sent along and is never trusted. */
  'orders.pay': {
    method: 'GET',
    path: '/orders/:id/pay',
    access: 'owner',
    offline: 'online',
    params: orderId,
    query: z.object({ Id: z.optional(text(200)), Result: z.optional(text(200)) }),
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
