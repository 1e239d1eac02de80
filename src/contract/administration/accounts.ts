// Account endpoints of operators: find an account, act for its user, block it, export its data, end it, and a lost second factor.
import * as z from 'zod/mini';
import { personalData } from '../account/own-data.ts';
import { requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { uuid } from '../fields/values.ts';
import { MAX_MESSAGE, MAX_SEARCH } from '../limits.ts';
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
  /** Since when and why this person cannot log in; null: they can. */
  blocked: z.nullable(z.object({ since: z.string(), reasons: z.string() })),
  /** Each login asks for a one-time code. */
  hasSecondFactor: z.boolean(),
});
export type Account = z.output<typeof account>;

const reasons = requiredTextLine(MAX_MESSAGE);

/** Most accounts in one answer. */
export const ACCOUNTS_SHOWN = 10;

export const accountEndpoints = {
  /**
   * `text`: beginnings of words of the name and address, or of the store's name. At most ten, exact addresses first;
   * `hydra:totalItems` counts all matches.
   */
  'administration.accounts': {
    method: 'GET',
    path: '/administration/accounts',
    access: 'operator',
    offline: 'online',
    query: z.object({ text: requiredTextLine(MAX_SEARCH).check(z.minLength(2, '2 caractères au moins.')) }),
    answer: collection(account),
  },
  /**
   * Sets the cookie `__Host-impersonation` (over plain HTTP `impersonation`) to a pair of tokens, for a minute. The
   * tokens act for that user for half an hour, except for personal actions. 409 `administrator`, `yourself`, `blocked`.
   */
  'administration.actFor': {
    method: 'POST',
    path: '/administration/accounts/:id/impersonation',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: z.object({ '@type': z.literal('Impersonation'), username: z.string(), endsAt: z.string() }),
  },
  'administration.account': {
    method: 'GET',
    path: '/administration/accounts/:id',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    answer: account,
  },
  /**
   * Blocks the account, which ends its sessions at once, or lets it in again; the reasons are mailed. 409 `administrator`,
   * `yourself`, and in a demo market `demo` for its published accounts.
   */
  'administration.setBlocked': {
    method: 'PUT',
    path: '/administration/accounts/:id/blocked',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ isBlocked: z.boolean(), reasons }),
    answer: account,
  },
  /** All that is stored about the person, as in their own export; the log has the reasons. */
  'administration.exportAccount': {
    method: 'POST',
    path: '/administration/accounts/:id/export',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ reasons }),
    answer: personalData,
  },
  /**
   * Deletes the account as its person could; the reasons are mailed. 409 `store-owner`, `order-underway`,
   * `withdrawal-underway` while others depend on it, and as for blocking.
   */
  'administration.endAccount': {
    method: 'POST',
    path: '/administration/accounts/:id/end',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ reasons }),
  },
  /**
   * Removes the second factor of somebody whose phone and recovery codes are lost; an operator sets up a new one at the
   * next login. The reasons are mailed. 409 `yourself`, `no-factor`.
   */
  'administration.removeSecondFactor': {
    method: 'POST',
    path: '/administration/accounts/:id/second_factor/removal',
    access: 'operator',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ reasons }),
  },
} as const satisfies Record<string, Endpoint>;
