// Operator session endpoints: who is logged in to the administration, and the second factor.
import * as z from 'zod/mini';
import { newRecoveryCodes, newSecondFactor, oneTimeCode } from '../account/second-factor.ts';
import type { Endpoint } from '../endpoint.ts';
import { operatorRoles } from './operator-roles.ts';

const operator = z.object({
  '@type': z.literal('Operator'),
  id: z.string(),
  username: z.string(),
  email: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /**
   * missing: a one-time code must be set up first; asked: a new login must give one; given: this session has; demo: none
   * is asked for in a demo market.
   */
  secondFactor: z.enum(['missing', 'asked', 'given', 'demo']),
});
export type Operator = z.output<typeof operator>;

const ofOperator = { access: 'operator', offline: 'online' } as const;

export const operatorSessionEndpoints = {
  'administration.me': { ...ofOperator, method: 'GET', path: '/administration/me', answer: operator },
  /** A new secret for an app, in place of an unconfirmed one. 409 `enrolled`, `demo`. */
  'administration.beginSecondFactor': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/second_factor',
    answer: newSecondFactor,
  },
  /** Proves that the app has the secret. Answers the recovery codes, once. 422 on `code`. */
  'administration.confirmSecondFactor': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/second_factor',
    body: z.object({ code: oneTimeCode }),
    answer: newRecoveryCodes,
  },
} as const satisfies Record<string, Endpoint>;
