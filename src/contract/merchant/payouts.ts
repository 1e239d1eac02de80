// Payouts endpoint: what the market owes and has paid to a store.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';

/** Amounts in cents, VAT included. */
export const storePayouts = z.object({
  '@id': z.string(),
  '@type': z.literal('StorePayouts'),
  /** At the payment provider: none, to-complete, ready or restricted. Null: the store needs none. */
  account: z.nullable(z.object({ state: z.string(), missing: z.array(z.string()) })),
  /** Sold online and not paid out yet. */
  owed: z.int(),
  /** Transfers on their way; `late`: the provider has refused one at least once. */
  pending: z.array(z.object({ storeOrder: z.int(), amount: z.int(), late: z.boolean() })),
  /** dispute, payout-failed or transfer-reversed; newest first. */
  incidents: z.array(z.object({ kind: z.string(), amount: z.int(), open: z.boolean(), createdAt: z.string() })),
  /** Newest first; months without a movement are left out. In Europe/Paris. */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      online: z.int(),
      onDelivery: z.int(),
      refunds: z.int(),
      commission: z.int(),
      transfers: z.int(),
      /** Owed at its end. */
      balance: z.int(),
    }),
  ),
});
export type StorePayouts = z.output<typeof storePayouts>;

export const payoutEndpoints = {
  'payouts.byStore': {
    method: 'GET',
    path: '/stores/:id/payouts',
    access: 'merchant',
    offline: 'snapshot',
    params: z.object({ id: uuid }),
    answer: storePayouts,
  },
} as const satisfies Record<string, Endpoint>;
