// Somebody who runs the market acts for someone else. Guarantees: a token that does so opens nothing once its session has
// ended, nor once who acts does not run the market any more; what only the person may do is refused to it (money, password,
// address, the whole of their data, the end of the account, what outlives the session); all it changes is written down.
import { and, arrayContains, eq, gt, isNull, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ServedName } from '#contract/served.ts';
import type { Db, Tx } from '../db/client.ts';
import { refreshFamilies, users } from '../db/schema/accounts.ts';
import { Refusal, unauthorised } from '../runtime/errors.ts';
import type { SecurityLog } from '../runtime/log.ts';
import { type AccessTokens, type ActedBy, type Actor, actorOf } from './authentication.ts';
import { ADMINISTRATOR_ROLE } from './callers.ts';
import { ACTING_LIFE } from './refresh-tokens.ts';

/** What nobody does for someone else. */
export const personal: ReadonlySet<ServedName> = new Set<ServedName>([
  'administration.accounts',
  'administration.actFor',
  'users.create',
  'users.update',
  'users.undoEmail',
  'users.forgotPassword',
  'users.resetPassword',
  'users.export',
  'users.delete',
  'cart.order',
  'cart.commit',
  'orders.paymentOnDelivery',
  'orders.preparePayment',
  'orders.pay',
  // Gives money back.
  'storeOrders.cancel',
  // These outlive the session: a link of a week, and notices for the device of who acts.
  'downloads.link',
  'pushSubscriptions.create',
]);

/** Does the session in which `act` says it acts for this user still stand? */
export async function isActing(db: Db | Tx, userId: string, act: ActedBy, now: Date): Promise<boolean> {
  const administrator = alias(users, 'administrator');
  const runsMarket = [ADMINISTRATOR_ROLE];
  const [found] = await db
    .select({ id: refreshFamilies.id })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .innerJoin(administrator, eq(administrator.id, refreshFamilies.actedBy))
    .where(
      and(
        eq(refreshFamilies.id, act.sid),
        eq(refreshFamilies.actedBy, act.sub),
        eq(refreshFamilies.userId, userId),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.createdAt, new Date(now.getTime() - ACTING_LIFE)),
        arrayContains(administrator.roles, runsMarket),
        not(arrayContains(users.roles, runsMarket)),
      ),
    );
  return found !== undefined;
}

/** Who calls, null without a token; refuses with 401 whose token is not, or no longer, believed. */
export async function callerOf(
  tokens: AccessTokens,
  db: Db,
  request: FastifyRequest,
  now: Date,
): Promise<Actor | null> {
  const actor = await actorOf(tokens, request.headers.authorization, now);
  if (actor?.act && !(await isActing(db, actor.id, actor.act, now))) {
    throw unauthorised('La session au nom d’une autre personne a pris fin.');
  }
  return actor;
}

/** @param write what changes something; false for a read */
export function refuseActing(
  name: ServedName,
  write: Endpoint | false,
  actor: Actor,
  request: FastifyRequest,
  security: SecurityLog,
): void {
  const about = { account: actor.id, by: actor.act?.sub ?? null, address: request.ip, endpoint: name };
  if (personal.has(name)) {
    security('impersonation-refused', about);
    throw new Refusal({
      status: 403,
      code: 'acting',
      message: `Vous agissez au nom de ${actor.username}\u00a0: cela, seule cette personne peut le faire elle-même.`,
    });
  }
  if (write) security('impersonation-write', about);
}
