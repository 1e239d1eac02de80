// Impersonation: lets an administrator open a session in somebody's account.
// Guarantees: administrators cannot be impersonated, nor can the caller; the tokens travel in a host-only cookie that expires
// within a minute, never in an answer.
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { TokenPair } from '#contract/account/users.ts';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../access/operator-actions.ts';
import { familyExpiry, startFamily } from '../access/refresh-tokens.ts';
import { users } from '../db/schema/accounts.ts';
import type { Handler } from '../http/call.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { accountIri, isActive } from './find-accounts.ts';
import { subjectOf } from './sessions.ts';

/** Seconds. */
const COOKIE_LIFETIME = 60;

/** Host-only. Browsers reject the __Host- prefix over plain HTTP, which is used when trying the market out locally. */
function cookieOf(publicUrl: string, pair: TokenPair): string {
  const isSecure = publicUrl.startsWith('https:');
  const value = encodeURIComponent(JSON.stringify(pair));
  const attributes = `Max-Age=${COOKIE_LIFETIME}; Path=/; ${isSecure ? 'Secure; ' : ''}SameSite=Strict`;
  return `${isSecure ? '__Host-' : ''}impersonation=${value}; ${attributes}`;
}

/** The token carries both accounts, so that both are checked on every call. */
export function actFor(app: Pick<FastifyInstance, 'tokens'>): Handler<'administration.actFor'> {
  return async ({ params, actor, tx, now, market, reply, request }) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username, roles: users.roles, blockedAt: users.blockedAt })
      .from(users)
      .where(and(eq(users.id, params.id), isActive));
    if (!user) throw notFound();
    if (user.id === actor.id) throw conflict('yourself', 'C’est votre propre compte.');
    if (operatorRolesOf(user.roles).length > 0) {
      throw conflict('administrator', 'Impossible d’agir au nom d’une personne qui administre le marché.');
    }
    if (user.blockedAt) throw conflict('blocked', 'Ce compte est bloqué.');
    const { token: refreshToken, family } = await startFamily(tx, user.id, now, actor.id);
    const endsAt = familyExpiry(family);
    const token = await app.tokens.issue(await subjectOf(tx, family), now, endsAt);
    reply.header('set-cookie', cookieOf(market.env.publicUrl, { token, refresh_token: refreshToken }));
    await recordAction(
      tx,
      { by: actor, now },
      { action: 'acted-for', subject: accountIri(user.id), title: user.username },
    );
    market.security('impersonation', { account: user.id, by: actor.id, address: request.ip });
    return { '@type': 'Impersonation' as const, username: user.username, endsAt: endsAt.toISOString() };
  };
}
