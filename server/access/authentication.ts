// Access tokens: issues and verifies RS256 JWTs, valid for 15 minutes, that identify the caller.
// Guarantees: a token is accepted only if this market signed it with RS256 for this API and the server's clock is
// within its lifetime; keys named inside a token (jwk, jku, x5u) are ignored; a 401 gives no further reason.
import fp from 'fastify-plugin';
import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { type TokenContent, tokenContent } from '#contract/account/users.ts';
import { uuid } from '#contract/fields/values.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { unauthorised } from '../runtime/errors.ts';
import { loadSigningKeys, type PublicKey, type SigningKeys } from './signing-keys.ts';

/** Seconds. */
export const ACCESS_TOKEN_LIFETIME = 15 * 60;
export const ISSUER = 'etal';
export const AUDIENCE = 'etal-api';
export const TOKEN_TYPE = 'at+jwt';

export interface Actor {
  id: string;
  email: string;
  username: string;
  roles: string[];
  ownedStore: string | null;
  storeRole: StoreRole | null;
  /** Id of the user's session that the token belongs to. */
  session: string;
  /** Whether the session has given a one-time code within the last hours. */
  hasSecondFactor?: boolean | undefined;
  /** Administrator impersonating this user. */
  act?: ActedBy | undefined;
}

export type ActedBy = NonNullable<TokenContent['act']>;

export interface TokenSubject extends Actor {
  /** Id of the user's open cart. */
  cart: string | null;
  emailConfirmed: boolean;
}

export interface AccessTokens {
  /**
   * The same subject and instant give the same token, byte for byte.
   * @param end end of the session, if it can come before the token's own
   */
  issue(subject: TokenSubject, at: Date, end?: Date | null): Promise<string>;
  /** @throws Refusal 401 */
  verify(token: string, now: Date): Promise<Actor>;
}

declare module 'fastify' {
  interface FastifyInstance {
    tokens: AccessTokens;
    /** Keys that verify access tokens, for the page to embed. */
    publicKeys: PublicKey[];
    signingKeys: SigningKeys;
  }
}

const claims = z.extend(tokenContent, { sub: z.string(), sid: uuid });

export function accessTokens(keys: SigningKeys): AccessTokens {
  const known = createLocalJWKSet({ keys: keys.publicKeys });
  return {
    issue: (subject, at, end) => {
      const issuedAt = Math.floor(at.getTime() / 1000);
      const ownEnd = issuedAt + ACCESS_TOKEN_LIFETIME;
      return new SignJWT({
        roles: subject.roles,
        user_id: subject.id,
        email: subject.email,
        username: subject.username,
        ownedStore: subject.ownedStore,
        storeRole: subject.storeRole,
        cart: subject.cart,
        emailConfirmed: subject.emailConfirmed,
        sid: subject.session,
        ...(subject.act && { act: subject.act }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: TOKEN_TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject.id)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(end ? Math.min(ownEnd, Math.floor(end.getTime() / 1000)) : ownEnd)
        .sign(keys.privateKey);
    },
    verify: async (token, now) => {
      const verified = await jwtVerify(token, known, {
        algorithms: ['RS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TOKEN_TYPE,
        currentDate: now,
        requiredClaims: ['exp', 'nbf', 'iat', 'sub'],
      }).catch(() => null);
      const content = claims.safeParse(verified?.payload);
      if (!content.success || content.data.sub !== content.data.user_id) throw expiredSessionError();
      const { user_id, email, username, roles, ownedStore, storeRole = null, sid, act } = content.data;
      return { id: user_id, email, username, roles, ownedStore, storeRole, session: sid, ...(act && { act }) };
    },
  };
}

const expiredSessionError = () => unauthorised('Votre session a expiré : reconnectez-vous.');

/**
 * @returns null without an Authorization header
 * @throws Refusal 401 for an invalid bearer token
 */
export async function actorOf(tokens: AccessTokens, header: string | undefined, now: Date): Promise<Actor | null> {
  if (header === undefined) return null;
  const token = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/.exec(header)?.[1];
  if (token === undefined) throw expiredSessionError();
  return tokens.verify(token, now);
}

/** Expiry of an already verified token, in milliseconds since 1970. */
export const tokenExpiry = (header = '') => (decodeJwt(header.replace(/^Bearer /, '')).exp ?? 0) * 1000;

export const authentication = fp<{ keysFolder: string }>(async (app, { keysFolder }) => {
  const keys = await loadSigningKeys(keysFolder);
  app.decorate('signingKeys', keys);
  app.decorate('publicKeys', keys.publicKeys);
  app.decorate('tokens', accessTokens(keys));
});
