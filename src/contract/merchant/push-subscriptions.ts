// Push subscription endpoints: devices that show notifications for new orders while no page is open.
// Outside the registry, so that only one switch of the back office loads them.
// Guarantee: a notification contains the store and sums, never the buyer.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { patternText, uuid } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';

/** As in the browser's PushSubscription: an address at its push service and the keys of that browser. */
export const subscribed = z.object({
  endpoint: patternText(/^https?:\/\/[^\s/?#]+\/\S*$/, 1024, 'Adresse https:// attendue.'),
  keys: z.object({
    /** A point of P-256, 65 bytes. */
    p256dh: patternText(/^B[A-Za-z0-9_-]{86}$/, 87, 'Clé incorrecte.'),
    /** 16 bytes. */
    auth: patternText(/^[A-Za-z0-9_-]{22}$/, 22, 'Clé incorrecte.'),
  }),
});

export const pushSubscription = z.object({
  '@id': z.string(),
  '@type': z.literal('PushSubscription'),
  id: z.string(),
  /** Host of the push service. */
  service: z.string(),
  createdAt: z.string(),
  lastSuccessAt: z.nullable(z.string()),
});

const own = z.object({ id: uuid });

export const pushSubscriptionEndpoints = {
  /** The public key for subscriptions; the server signs with its private half. */
  'pushKey.get': {
    method: 'GET',
    path: '/stores/:id/push_key',
    access: 'merchant',
    offline: 'snapshot',
    params: own,
    answer: z.object({ publicKey: z.string() }),
  },
  'pushSubscriptions.ofStore': {
    method: 'GET',
    path: '/stores/:id/push_subscriptions',
    access: 'merchant',
    offline: 'snapshot',
    params: own,
    answer: collection(pushSubscription),
  },
  /** Subscribing the same address again renews its subscription. */
  'pushSubscriptions.create': {
    method: 'POST',
    path: '/stores/:id/push_subscriptions',
    access: 'merchant',
    offline: 'online',
    params: own,
    body: subscribed,
    answer: pushSubscription,
    status: 201,
  },
  'pushSubscriptions.delete': {
    method: 'DELETE',
    path: '/push_subscriptions/:id',
    access: 'merchant',
    offline: 'online',
    params: own,
  },
} as const satisfies Record<string, Endpoint>;

/** Payload of a notification. */
export interface PushMessage {
  title: string;
  body: string;
  /** Address of the order in the app. */
  path: string;
  /** Messages of one tag replace each other; by default those of one path. */
  tag?: string;
  /** Number on the app's icon: orders to process, or ready to collect. Absent: unchanged. */
  toDo?: number;
}
