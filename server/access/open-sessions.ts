// Looks a caller's session up with each call: an access token opens nothing once its session has ended (logout, new password,
// restored address, ended account, an administrator who may act no more), however long the token itself would last.
import { and, arrayContains, eq, gt, isNull, ne, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '../db/client.ts';
import { refreshFamilies, users } from '../db/schema/accounts.ts';
import { stores } from '../db/schema/shops.ts';
import { unauthorised } from '../runtime/errors.ts';
import { type AccessTokens, type Actor, actorOf } from './authentication.ts';
import { ADMINISTRATOR_ROLE } from './callers.ts';
import { ABSOLUTE_LIFE, ACTING_LIFE } from './refresh-tokens.ts';

export type SessionNamed = Pick<Actor, 'id' | 'session' | 'act'>;

/** What the account of an open session may do now; null once the session has ended. */
export async function openSession(
  db: Db | Tx,
  { id, session, act }: SessionNamed,
  now: Date,
): Promise<Pick<Actor, 'roles' | 'ownedStore'> | null> {
  const administrator = alias(users, 'administrator');
  const runsMarket = [ADMINISTRATOR_ROLE];
  const since = new Date(now.getTime() - (act ? ACTING_LIFE : ABSOLUTE_LIFE));
  const mayAct = act
    ? and(
        eq(refreshFamilies.actedBy, act.sub),
        arrayContains(administrator.roles, runsMarket),
        not(arrayContains(users.roles, runsMarket)),
      )
    : isNull(refreshFamilies.actedBy);
  const [found] = await db
    .select({ roles: users.roles, ownedStore: stores.id })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .leftJoin(stores, eq(stores.ownerId, users.id))
    .leftJoin(administrator, eq(administrator.id, refreshFamilies.actedBy))
    .where(
      and(
        eq(refreshFamilies.id, session),
        eq(refreshFamilies.userId, id),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.createdAt, since),
        ne(users.passwordHash, ''),
        mayAct,
      ),
    );
  return found ?? null;
}

/** Who calls, null without a token; throws a 401 for a token that is not, or no longer, believed. */
export async function callerOf(
  tokens: AccessTokens,
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<Actor | null> {
  const actor = await actorOf(tokens, request.headers.authorization, now);
  if (!actor) return null;
  const open = await openSession(db, actor, now);
  if (open) return { ...actor, ...open };
  throw unauthorised(
    actor.act
      ? 'La session au nom d’une autre personne a pris fin.'
      : 'Votre session a expiré\u00a0: reconnectez-vous.',
  );
}
