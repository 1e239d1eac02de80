// Administration endpoints: find an account and act for its user.
// Outside the registry, so that only the administration page loads them.
import * as z from 'zod/mini';
import { requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { MAX_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** The least that tells one person from another. */
const account = z.object({
  '@id': z.string(),
  '@type': z.literal('Account'),
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['shopper', 'merchant', 'administrator']),
  /** Name of the store that this person runs. */
  store: z.nullable(z.string()),
});
export type Account = z.output<typeof account>;

/** Most accounts in one answer. */
export const ACCOUNTS_SHOWN = 10;

export const administrationEndpoints = {
  /**
   * `text`: part of the name, the address or the store. At most ten, exact addresses first; `hydra:totalItems` counts
   * all matches.
   */
  'administration.accounts': {
    method: 'GET',
    path: '/administration/accounts',
    access: 'administrator',
    offline: 'online',
    query: z.object({ text: requiredTextLine(MAX_SEARCH).check(z.minLength(2, '2 caractères au moins.')) }),
    answer: collection(account),
  },
  /**
   * Sets the cookie `__Host-impersonation` (over plain HTTP `impersonation`) to a pair of tokens, for a minute. The
   * tokens act for that user for half an hour, except for personal actions. 409 `administrator`, `yourself`.
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
