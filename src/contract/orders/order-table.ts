// Order table endpoint: all orders of a store as a table.
// Outside the registry, so that only the order list loads it.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';

export const orderTableEndpoints = {
  /** A spreadsheet file. */
  'storeOrders.export': {
    method: 'GET',
    path: '/store_orders/export',
    access: 'merchant',
    offline: 'online',
    answer: z.object({ '@type': z.literal('OrderExport'), fileName: z.string(), content: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
