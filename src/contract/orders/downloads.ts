// The files that somebody bought. Only the page of an order asks for this call: it stands beside the registry, and comes with it.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

export const downloads = {
  /** A new link, good for a week. 409 `not-payed`, `canceled`, `file-gone`. */
  'downloads.link': {
    method: 'GET',
    path: '/store_order_items/:id/download',
    access: 'owner',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
