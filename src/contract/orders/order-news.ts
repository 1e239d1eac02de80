// The stream that tells a merchant that orders of the shop have come or moved on. No call with an answer: it stands beside the
// registry, and only who opens it loads it.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

export const orderNews = {
  method: 'GET',
  path: '/stores/:id/events',
  access: 'merchant',
  offline: 'online',
  params: z.object({ id: uuid }),
} as const satisfies Endpoint;

export const EVENT_STREAM = 'text/event-stream';
/** The event that says that the orders are worth a look; a stream says nothing else. */
export const ORDERS_EVENT = 'orders';
/** A stream that has nothing to tell says so this often, milliseconds. */
export const BEAT = 20_000;
