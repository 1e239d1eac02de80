// Order push endpoints: devices that show a shopper the progress of their orders while no page is open.
// Outside the registry, so that only the switch on an order loads them.
// Guarantee: a notification contains the store and the event, nothing else.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { pushSubscription, subscribed } from '../merchant/push-subscriptions.ts';

const own = z.object({ id: uuid });

export const orderPushEndpoints = {
  /** The public key for subscriptions; the server signs with its private half. */
  'orderPush.key': {
    method: 'GET',
    path: '/users/:id/push_key',
    access: 'owner',
    offline: 'snapshot',
    params: own,
    answer: z.object({ publicKey: z.string() }),
  },
  /** Subscribing the same address again renews its subscription. */
  'orderPush.subscribe': {
    method: 'POST',
    path: '/users/:id/push_subscriptions',
    access: 'owner',
    offline: 'online',
    params: own,
    body: subscribed,
    answer: pushSubscription,
    status: 201,
  },
  'orderPush.unsubscribe': {
    method: 'DELETE',
    path: '/order_push_subscriptions/:id',
    access: 'owner',
    offline: 'online',
    params: own,
  },
} as const satisfies Record<string, Endpoint>;
