// Second factor endpoints: one-time codes of an account, which each login asks for once they are set up.
// Outside the registry, so that only the page that uses them loads them.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { typedPassword } from '../fields/passwords.ts';
import { patternText, uuid } from '../fields/values.ts';
import { MAX_CODE } from '../limits.ts';

/** Six digits of an app; blanks are allowed. */
export const oneTimeCode = patternText(/^\s*\d{3}\s?\d{3}\s*$/, MAX_CODE, 'Le code a six chiffres.');

export const newSecondFactor = z.object({
  '@type': z.literal('SecondFactor'),
  /** In base 32, to be typed. */
  secret: z.string(),
  /** otpauth:// address, for a QR code. */
  uri: z.string(),
});
export type NewSecondFactor = z.output<typeof newSecondFactor>;

export const newRecoveryCodes = z.object({ '@type': z.literal('RecoveryCodes'), codes: z.array(z.string()) });

const own = {
  access: 'owner',
  offline: 'online',
  path: '/users/:id/second_factor',
  params: z.object({ id: uuid }),
} as const;

export const secondFactorEndpoints = {
  'users.secondFactor': {
    ...own,
    method: 'GET',
    offline: 'snapshot',
    answer: z.object({
      '@type': z.literal('SecondFactorState'),
      /** demo: none can be set up in a demo market. */
      state: z.enum(['off', 'on', 'demo']),
      /** Unused recovery codes. */
      recoveryCodes: z.int(),
    }),
  },
  /** A new secret for an app, in place of an unconfirmed one. 422 on `password` if it is wrong; 409 `enrolled`, `demo`. */
  'users.beginSecondFactor': {
    ...own,
    method: 'POST',
    body: z.object({ password: typedPassword }),
    answer: newSecondFactor,
  },
  /** Proves that the app has the secret. Answers the recovery codes, once. 422 on `code`; 409 `enrolled`. */
  'users.confirmSecondFactor': {
    ...own,
    method: 'PUT',
    body: z.object({ code: oneTimeCode }),
    answer: newRecoveryCodes,
  },
  /** 422 on `password` if it is wrong; 409 `operator` for who runs the market: a colleague removes theirs. */
  'users.removeSecondFactor': { ...own, method: 'DELETE', body: z.object({ password: typedPassword }) },
} as const satisfies Record<string, Endpoint>;
