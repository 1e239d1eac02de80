// Payout link endpoints: to the provider's pages for the store's account, and to statements.
// Outside the registry, so that only the payouts page loads them.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { patternText, uuid } from '../fields/values.ts';

const link = z.object({ '@type': z.literal('Download'), url: z.string(), expiresAt: z.string() });
const ofOwnStore = { method: 'GET', access: 'merchant', offline: 'online', answer: link } as const;

export const payoutLinkEndpoints = {
  /** To an address of the market that leads to the provider. 409 `no-accounts` */
  'payouts.account': { ...ofOwnStore, path: '/stores/:id/payouts/account', params: z.object({ id: uuid }) },
  /** All movements of a month, by default of the current one, as CSV (default) or PDF. */
  'payouts.statement': {
    ...ofOwnStore,
    path: '/stores/:id/payouts/statement',
    params: z.object({ id: uuid }),
    query: z.strictObject({
      month: z.optional(patternText(/^\d{4}-(0[1-9]|1[0-2])$/, 7, 'Mois incorrect.')),
      format: z.optional(z.enum(['csv', 'pdf'], 'csv ou pdf attendu.')),
    }),
  },
} as const satisfies Record<string, Endpoint>;
