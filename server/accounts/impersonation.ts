// Impersonation: lets an administrator find accounts and open a session in one of them.
// Guarantees: a search shows few accounts and few fields; administrators cannot be impersonated, nor can the caller;
// the tokens travel in a host-only cookie that expires within a minute, never in an answer.
import { and, count, desc, eq, ne, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { TokenPair } from '#contract/account/users.ts';
import { ACCOUNTS_SHOWN, type Account } from '#contract/administration/accounts.ts';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../access/operator-actions.ts';
import { familyExpiry, startFamily } from '../access/refresh-tokens.ts';
import type { Tx } from '../db/client.ts';
import { contains } from '../db/contains.ts';
import { users } from '../db/schema/accounts.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import type { Call, Handler } from '../http/call.ts';
import { presentCollection } from '../presenters/collection.ts';
import { conflict, notFound } from '../runtime/errors.ts';
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

/** A deleted account has an empty password hash. */
const isActive = ne(users.passwordHash, '');

const ofPerson = eq(storeMembers.userId, users.id);
const ofStore = eq(stores.id, storeMembers.storeId);
const columns = {
  id: users.id,
  username: users.username,
  email: users.email,
  roles: users.roles,
  store: stores.name,
  blockedAt: users.blockedAt,
  blockedReason: users.blockedReason,
};

export const readAccount = ({ tx, params }: Call<'administration.account'>) => findAccount(tx, params.id);

export async function findAccount(tx: Tx, id: string): Promise<Account> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .where(and(isActive, eq(users.id, id)));
  if (!row) throw notFound();
  return presentAccount(row);
}

export async function findAccounts({ query: { text }, tx }: Call<'administration.accounts'>) {
  const where = and(
    isActive,
    or(...[users.email, users.username, stores.name].map((column) => contains(column, text))),
  );
  const [counted] = await tx
    .select({ total: count() })
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .where(where);
  const { username, email } = users;
  const found = await tx
    .select(columns)
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .where(where)
    .orderBy(desc(eq(email, text.toLowerCase())), username, email)
    .limit(ACCOUNTS_SHOWN);
  return presentCollection(
    `/administration/accounts?text=${encodeURIComponent(text)}`,
    found.map(presentAccount),
    counted?.total ?? 0,
  );
}

export const accountIri = (id: string) => `/administration/accounts/${id}`;

function presentAccount(found: {
  id: string;
  username: string;
  email: string;
  roles: string[];
  store: string | null;
  blockedAt: Date | null;
  blockedReason: string | null;
}): Account {
  const { roles, blockedAt, blockedReason, ...shown } = found;
  const blocked = blockedAt && { since: blockedAt.toISOString(), reasons: blockedReason ?? '' };
  const ofMerchant = shown.store === null ? 'shopper' : 'merchant';
  const role = operatorRolesOf(roles).length > 0 ? 'administrator' : ofMerchant;
  return { '@id': accountIri(shown.id), '@type': 'Account', ...shown, role, blocked };
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
