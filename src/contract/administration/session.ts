// Operator session endpoints: who is logged in to the administration, and the second factor.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { patternText } from '../fields/values.ts';
import { MAX_CODE } from '../limits.ts';
import { operatorRoles } from './operator-roles.ts';

const operator = z.object({
  '@type': z.literal('Operator'),
  id: z.string(),
  username: z.string(),
  email: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /**
   * missing: a one-time code must be set up first; asked: this session must give one; given: it has; demo: none is
   * asked for in a demo market.
   */
  secondFactor: z.enum(['missing', 'asked', 'given', 'demo']),
});
export type Operator = z.output<typeof operator>;

/** Six digits of an app; blanks are allowed. */
const oneTimeCode = patternText(/^\s*\d{3}\s?\d{3}\s*$/, MAX_CODE, 'Le code a six chiffres.');
/** One-time code, or a recovery code: 'K7QM-2ZTD'. */
const anyCode = patternText(/^[\sA-Za-z0-9-]+$/, MAX_CODE, 'Ce code ne convient pas.');

const ofOperator = { access: 'operator', offline: 'online' } as const;

export const operatorSessionEndpoints = {
  'administration.me': { ...ofOperator, method: 'GET', path: '/administration/me', answer: operator },
  /** A new secret for an app, in place of an unconfirmed one. 409 `enrolled`, `demo`. */
  'administration.beginSecondFactor': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/second_factor',
    answer: z.object({
      '@type': z.literal('SecondFactor'),
      /** In base 32, to be typed. */
      secret: z.string(),
      /** otpauth:// address, for a QR code. */
      uri: z.string(),
    }),
  },
  /** Proves that the app has the secret. Answers the recovery codes, once. 422 on `code`. */
  'administration.confirmSecondFactor': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/second_factor',
    body: z.object({ code: oneTimeCode }),
    answer: z.object({ '@type': z.literal('RecoveryCodes'), codes: z.array(z.string()) }),
  },
  /** Opens the administration to this session, for twelve hours. Each code is good once. 422 on `code`. */
  'administration.checkSecondFactor': {
    ...ofOperator,
    method: 'PUT',
    path: '/administration/second_factor/check',
    body: z.object({ code: anyCode }),
    answer: z.object({
      '@type': z.literal('SecondFactorCheck'),
      /** Unused recovery codes. */
      recoveryCodes: z.int(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
