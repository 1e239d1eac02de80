// Accounts and sessions. Tokens are RS256 JWTs of at most 15 minutes; refresh tokens are rotated at each use.
import * as z from 'zod/mini';
import { requiredLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { email, spelledAsEmail } from '../fields/email.ts';
import { plainPassword, typedPassword } from '../fields/passwords.ts';
import { uuid } from '../fields/values.ts';
import { MAX_EMAIL } from '../limits.ts';

/** Said of an address that has an account already. */
export const emailTaken = 'Cette adresse e-mail est déjà utilisée.';

export const tokenPair = z.object({ token: z.string(), refresh_token: z.string() });
export type TokenPair = z.output<typeof tokenPair>;

/** What a token says; `iat` and `exp` in seconds. */
export const tokenContent = z.object({
  roles: z.array(z.string()),
  user_id: uuid,
  email: z.string(),
  /** False: mails of orders are held until it is. */
  emailConfirmed: z.optional(z.boolean()),
  username: z.string(),
  /** Id of the shop this user owns. */
  ownedStore: z.nullable(z.string()),
  /** Id of the user's open cart. */
  cart: z.nullable(z.string()),
  /** Who acts for this user; absent: the user. */
  act: z.optional(z.object({ sub: uuid })),
  iat: z.number(),
  exp: z.number(),
});
export type TokenContent = z.output<typeof tokenContent>;

export const users = {
  'session.login': {
    method: 'POST',
    path: '/login_check',
    access: 'public',
    offline: 'online',
    body: z.object({ login: requiredLine(MAX_EMAIL).check(spelledAsEmail), password: typedPassword }),
    answer: tokenPair,
  },
  'session.refresh': {
    method: 'POST',
    path: '/token/refresh',
    access: 'public',
    offline: 'online',
    bodyType: 'form',
    body: z.object({ refresh_token: requiredLine(200) }),
    answer: tokenPair,
  },
  'session.logout': {
    method: 'POST',
    path: '/token/revoke',
    access: 'public',
    offline: 'online',
    bodyType: 'form',
    body: z.object({ refresh_token: requiredLine(200) }),
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
  /** Needs the password, 422 on it otherwise: a password is stored nowhere, so it does not wait for a network. */
  'users.update': {
    method: 'PUT',
    path: '/users/:id',
    access: 'owner',
    offline: 'online',
    params: z.object({ id: uuid }),
    body: z.object({ email, password: typedPassword }),
    answer: z.object({ '@id': z.string(), '@type': z.literal('User'), id: z.string(), email: z.string() }),
  },
  /** The same answer for every address, whether it has an account or not. */
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
    query: z.object({ resetToken: requiredLine(100) }),
    body: z.object({ plainPassword }),
  },
} as const satisfies Record<string, Endpoint>;
