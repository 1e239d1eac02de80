// Open sessions: checks the caller's session on every call. An access token is void once its session has ended (logout,
// new password, restored address, deleted or blocked account, administrator without rights), whatever the token's expiry.
import { and, arrayContains, arrayOverlaps, eq, gt, isNull, ne, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import { ACCOUNT_ROLES } from '#contract/administration/operator-roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { refreshFamilies, users } from '../db/schema/accounts.ts';
import { storeMembers } from '../db/schema/stores.ts';
import { unauthorised } from '../runtime/errors.ts';
import { type AccessTokens, type Actor, actorOf } from './authentication.ts';
import { rolesOf } from './merchant-roles.ts';
import { ABSOLUTE_LIFETIME, IMPERSONATION_LIFETIME, SECOND_FACTOR_LIFETIME } from './refresh-tokens.ts';

export type SessionIdentity = Pick<Actor, 'id' | 'session' | 'act'>;

/** Current rights of the session's account; null if the session has ended. */
export async function findOpenSession(
  db: Db | Tx,
  { id, session, act }: SessionIdentity,
  now: Date,
): Promise<Pick<Actor, 'roles' | 'ownedStore' | 'storeRole' | 'hasSecondFactor'> | null> {
  const administrator = alias(users, 'administrator');
  const since = new Date(now.getTime() - (act ? IMPERSONATION_LIFETIME : ABSOLUTE_LIFETIME));
  const mayAct = act
    ? and(
        eq(refreshFamilies.actedBy, act.sub),
        arrayContains(administrator.roles, [ACCOUNT_ROLES.administrator]),
        isNull(administrator.blockedAt),
        not(arrayOverlaps(users.roles, Object.values(ACCOUNT_ROLES))),
      )
    : isNull(refreshFamilies.actedBy);
  const [found] = await db
    .select({
      roles: users.roles,
      ownedStore: storeMembers.storeId,
      storeRole: storeMembers.role,
      secondFactorAt: refreshFamilies.secondFactorAt,
    })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .leftJoin(storeMembers, eq(storeMembers.userId, users.id))
    .leftJoin(administrator, eq(administrator.id, refreshFamilies.actedBy))
    .where(
      and(
        eq(refreshFamilies.id, session),
        eq(refreshFamilies.userId, id),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.createdAt, since),
        ne(users.passwordHash, ''),
        isNull(users.blockedAt),
        mayAct,
      ),
    );
  if (!found) return null;
  const { secondFactorAt, ...rights } = found;
  const hasSecondFactor = secondFactorAt !== null && now.getTime() - secondFactorAt.getTime() < SECOND_FACTOR_LIFETIME;
  return { ...rights, roles: rolesOf(rights), hasSecondFactor };
}

/**
 * @returns the caller, null without a token
 * @throws Refusal 401 for an invalid token or an ended session
 */
export async function resolveCaller(
  tokens: AccessTokens,
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<Actor | null> {
  const actor = await actorOf(tokens, request.headers.authorization, now);
  if (!actor) return null;
  const open = await findOpenSession(db, actor, now);
  if (open) return { ...actor, ...open };
  throw unauthorised(
    actor.act
      ? 'La session au nom d’une autre personne a pris fin.'
      : 'Votre session a expiré\u00a0: reconnectez-vous.',
  );
}
