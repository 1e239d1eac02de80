// What the people who run the market do for others: find an account, and act for whom it is. Only their one page asks for these
// calls: they stand beside the registry, and come with it.
import * as z from 'zod/mini';
import { requiredLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { MAX_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** No more than what it takes to tell one person from another. */
const account = z.object({
  '@id': z.string(),
  '@type': z.literal('Account'),
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['shopper', 'merchant', 'administrator']),
  /** Name of the shop that this person runs. */
  store: z.nullable(z.string()),
});
export type Account = z.output<typeof account>;

/** Of accounts that a search answers; there may be more, and who looks for one says more of it. */
export const ACCOUNTS_SHOWN = 10;

export const administration = {
  /** `text` stands in the name, the address or the shop. At most ten, exact addresses first; `hydra:totalItems` counts all. */
  'administration.accounts': {
    method: 'GET',
    path: '/administration/accounts',
    access: 'administrator',
    offline: 'online',
    query: z.object({ text: requiredLine(MAX_SEARCH).check(z.minLength(2, '2 caractères au moins.')) }),
    answer: collection(account),
  },
  /**
   * Leaves a pair of tokens in the cookie `__Host-impersonation` (over plain HTTP `impersonation`), for a minute: whoever reads it may act for that person for
   * half an hour, but for what only they may do. 409 `administrator`, `yourself`.
   */
  'administration.actFor': {
    method: 'POST',
    path: '/administration/accounts/:id/impersonation',
    access: 'administrator',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Impersonation'), username: z.string(), endsAt: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
