// The figures of a shop over one year.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { shaped, table, uuid } from '../fields/values.ts';

/** The first year that can be asked for. */
export const FIRST_YEAR = 2017;

const year = z.pipe(
  shaped(/^\d{4}$/, 4, 'Année incorrecte.'),
  z.transform((text) => Number(text)),
);
const sales = { amount: z.int(), orders: z.int() };

/** All amounts in cents; days and weeks as Europe/Paris counts them. */
export const storeMetrics = z.object({
  '@id': z.string(),
  '@type': z.literal('StoreMetrics'),
  year: z.int(),
  /** Visitors of the shop's page, each counted once a day. */
  storeViews: z.int(),
  totalStoreOrders: z.int(),
  averageStoreOrders: z.int(),
  sales: z.object({
    /** Weeks from Monday on, named by their first day in the year (YYYY-MM-DD); those without a sale are left out. */
    weekly: z.array(z.object({ begin: z.string(), ...sales })),
    /** January (1) to December (12); months without a sale are left out. */
    monthly: z.array(z.object({ month: z.int(), ...sales })),
    /** Every year with sales, the oldest first. */
    annual: z.array(z.object({ year: z.int(), ...sales })),
  }),
  totalShippingPrice: z.int(),
  totalProducts: z.int(),
  /** Name of a category to how many of the shop's products stand in it. */
  categoryWithCountOfProductAssociated: table(z.int()),
});
export type StoreMetrics = z.output<typeof storeMetrics>;

export const metrics = {
  'metrics.byStore': {
    method: 'GET',
    path: '/metrics/by_store/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    /** The present year without it. */
    query: z.strictObject({ year: z.optional(year) }),
    answer: storeMetrics,
  },
} as const satisfies Record<string, Endpoint>;
