// The devices on which a merchant wants to be told of new orders while no page is open. Only one switch of the back office asks
// for these calls: they stand beside the registry, and come with it.
// Guarantee: what a device is told names the shop and sums, and nobody who bought.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { shaped, uuid } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';

/** As the browser gives them: an address at its push service, and the keys that only that browser reads with. */
const subscribed = z.object({
  endpoint: shaped(/^https?:\/\/[^\s/?#]+\/\S*$/, 1024, 'Adresse https:// attendue.'),
  keys: z.object({
    /** A point of P-256, 65 bytes. */
    p256dh: shaped(/^B[A-Za-z0-9_-]{86}$/, 87, 'Clé incorrecte.'),
    /** 16 bytes. */
    auth: shaped(/^[A-Za-z0-9_-]{22}$/, 22, 'Clé incorrecte.'),
  }),
});

const pushSubscription = z.object({
  '@id': z.string(),
  '@type': z.literal('PushSubscription'),
  id: z.string(),
  /** Host of the push service. */
  service: z.string(),
  createdAt: z.string(),
  lastSuccessAt: z.nullable(z.string()),
});

const own = z.object({ id: uuid });

export const pushSubscriptions = {
  /** What a browser subscribes with, and what the server signs with. */
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
  /** The same address again is the same subscription, renewed. */
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

/** What a device is told of a new order, as it shows it. */
export interface PushMessage {
  title: string;
  body: string;
  /** Address of the order in the app. */
  path: string;
  /** Orders of the shop that somebody has to do something about. */
  toDo: number;
}
