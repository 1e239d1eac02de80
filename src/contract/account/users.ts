// User endpoints: accounts and sessions.
// Tokens are RS256 JWTs of at most 15 minutes; a refresh token is replaced at each use.
import * as z from 'zod/mini';
import { requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { email, spelledAsEmail } from '../fields/email.ts';
import { plainPassword, typedPassword } from '../fields/passwords.ts';
import { storeRole } from '../fields/store-role.ts';
import { uuid } from '../fields/values.ts';
import { MAX_CODE, MAX_EMAIL } from '../limits.ts';

/** Message for an address that already has an account. */
export const emailInUseMessage = 'Cette adresse e-mail est déjà utilisée.';

export const tokenPair = z.object({ token: z.string(), refresh_token: z.string() });
export type TokenPair = z.output<typeof tokenPair>;

/** Claims of a token; `iat` and `exp` in seconds. */
export const tokenContent = z.object({
  roles: z.array(z.string()),
  user_id: uuid,
  email: z.string(),
  /** False: order mails wait for the confirmation. */
  emailConfirmed: z.optional(z.boolean()),
  username: z.string(),
  /** Id of the store that the user works for. */
  ownedStore: z.nullable(z.string()),
  /** Role in it. Absent in tokens of earlier versions, whose only role was the owner's. */
  storeRole: z.optional(z.nullable(storeRole)),
  /** Id of the user's open cart. */
  cart: z.nullable(z.string()),
  /** The administrator acting for this user; absent in the user's own session. */
  act: z.optional(z.object({ sub: uuid })),
  iat: z.number(),
  exp: z.number(),
});
export type TokenContent = z.output<typeof tokenContent>;

/**
 * Code of the refusal until a one-time code is given: by the login of an account that has a second factor, and by the
 * administration in each session.
 */
export const SECOND_FACTOR_CODE = 'second-factor';

export const userEndpoints = {
  /**
   * 403 `second-factor` after a correct password if the account has a second factor and no `code` was sent; 422 on `code`
   * for a wrong one.
   */
  'session.login': {
    method: 'POST',
    path: '/login_check',
    access: 'public',
    offline: 'online',
    body: z.object({
      login: requiredTextLine(MAX_EMAIL).check(spelledAsEmail),
      password: typedPassword,
      /** One-time or recovery code. */
      code: z.optional(requiredTextLine(MAX_CODE)),
      /** The code opens the administration to this session, too. */
      administration: z.optional(z.boolean()),
    }),
    answer: tokenPair,
  },
  'session.refresh': {
    method: 'POST',
    path: '/token/refresh',
    access: 'public',
    offline: 'online',
    bodyType: 'form',
    body: z.object({ refresh_token: requiredTextLine(200) }),
    answer: tokenPair,
  },
  'session.logout': {
    method: 'POST',
    path: '/token/revoke',
    access: 'public',
    offline: 'online',
    bodyType: 'form',
    body: z.object({ refresh_token: requiredTextLine(200) }),
  },
  'users.create': {
    method: 'POST',
    path: '/users',
    access: 'public',
    offline: 'online',
    body: z.object({ email, plainPassword, newsletterRegistered: z.optional(z.boolean()) }),
    answer: z.object({ '@id': z.string(), '@type': z.literal('User'), id: z.string(), email: z.string() }),
    status: 201,
  },
  /** Requires the password (422 if it is wrong). Passwords are never stored, so this call cannot be queued. */
  'users.update': {
    method: 'PUT',
    path: '/users/:id',
    access: 'owner',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ email, password: typedPassword }),
    answer: z.object({ '@id': z.string(), '@type': z.literal('User'), id: z.string(), email: z.string() }),
  },
  /** Answers alike for addresses with and without an account. */
  'users.forgotPassword': {
    method: 'POST',
    path: '/users/reset_password',
    access: 'public',
    offline: 'online',
    body: z.object({ identifier: z.optional(email), email: z.optional(email) }).check(
      z.refine((body) => (body.identifier ?? body.email) !== undefined, {
        path: ['identifier'],
        error: 'Veuillez saisir un email',
      }),
    ),
  },
  /** `resetToken`: from the mail; good for one hour and one use. */
  'users.resetPassword': {
    method: 'PUT',
    path: '/users/:id/update_password',
    access: 'public',
    offline: 'online',
    params: z.object({ id: uuid }),
    query: z.object({ resetToken: requiredTextLine(100) }),
    body: z.object({ plainPassword }),
  },
} as const satisfies Record<string, Endpoint>;
