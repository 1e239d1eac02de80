// Metrics endpoint: sales figures of a store by year.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { patternText, recordOf, uuid } from '../fields/values.ts';

/** First year with figures. */
export const FIRST_YEAR = 2017;

const year = z.pipe(
  patternText(/^\d{4}$/, 4, 'Année incorrecte.'),
  z.transform((text) => Number(text)),
);
const sales = { amount: z.int(), orders: z.int() };

/** Amounts in cents; days and weeks in Europe/Paris. */
export const storeMetrics = z.object({
  '@id': z.string(),
  '@type': z.literal('StoreMetrics'),
  year: z.int(),
  /** Visits of the store's page, one per visitor and day. */
  storeViews: z.int(),
  totalStoreOrders: z.int(),
  averageStoreOrders: z.int(),
  sales: z.object({
    /** Weeks from Monday, named by their first day in the year (YYYY-MM-DD); weeks without sales are omitted. */
    weekly: z.array(z.object({ begin: z.string(), ...sales })),
    /** January (1) to December (12); months without a sale are left out. */
    monthly: z.array(z.object({ month: z.int(), ...sales })),
    /** All years with sales, oldest first. */
    annual: z.array(z.object({ year: z.int(), ...sales })),
  }),
  totalShippingPrice: z.int(),
  /** Of the market, on what it paid the store in the year. */
  commission: z.optional(z.int()),
  totalProducts: z.int(),
  /** Number of the store's products by category name. */
  categoryWithCountOfProductAssociated: recordOf(z.int()),
});
export type StoreMetrics = z.output<typeof storeMetrics>;

export const metricsEndpoints = {
  'metrics.byStore': {
    method: 'GET',
    path: '/metrics/by_store/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    /** Default: the current year. */
    query: z.strictObject({ year: z.optional(year) }),
    answer: storeMetrics,
  },
} as const satisfies Record<string, Endpoint>;
