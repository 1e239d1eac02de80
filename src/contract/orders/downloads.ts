// Download endpoint: files of bought products.
// Outside the registry, so that only the order page loads it.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

export const downloadEndpoints = {
  /** A new link, valid for a week. 409 `not-payed`, `canceled`, `file-gone`. */
  'downloads.link': {
    method: 'GET',
    path: '/store_order_items/:id/download',
    access: 'owner',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
