// Order news endpoint: an event stream for new and changed orders of a store.
// Outside the registry, since it is no call with an answer.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

export const orderNewsEndpoint = {
  method: 'GET',
  path: '/stores/:id/events',
  access: 'merchant',
  offline: 'online',
  params: z.object({ id: uuid }),
} as const satisfies Endpoint;

export const EVENT_STREAM = 'text/event-stream';
/** The only event of the stream: the orders have changed. */
export const ORDERS_EVENT = 'orders';
/** Interval of heartbeats on a silent stream, milliseconds. */
export const HEARTBEAT_MS = 20_000;
