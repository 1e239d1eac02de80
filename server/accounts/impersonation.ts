// Impersonation: lets an administrator find accounts and open a session in one of them.
// Guarantees: a search shows few accounts and few fields; administrators cannot be impersonated, nor can the caller;
// the tokens travel in a host-only cookie that expires within a minute, never in an answer.
import { and, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ACCOUNTS_SHOWN, type Account } from '#contract/account/administration.ts';
import type { TokenPair } from '#contract/account/users.ts';
import { ADMINISTRATOR_ROLE } from '../access/callers.ts';
import { familyExpiry, startFamily } from '../access/refresh-tokens.ts';
import type { Tx } from '../db/client.ts';
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
};

export async function accountOf(tx: Tx, id: string): Promise<Account | undefined> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .where(and(isActive, eq(users.id, id)));
  return row && presentAccount(row);
}

export async function findAccounts({ query: { text }, tx }: Call<'administration.accounts'>) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matches = (words: SQL) => sql`public.folded(${words}) like public.folded(${pattern}::text)`;
  const where = and(
    isActive,
    or(...[users.email, users.username, stores.name].map((column) => matches(sql`${column}`))),
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

function presentAccount(found: {
  id: string;
  username: string;
  email: string;
  roles: string[];
  store: string | null;
}): Account {
  const { roles, ...shown } = found;
  const ofMerchant = shown.store === null ? 'shopper' : 'merchant';
  const role = roles.includes(ADMINISTRATOR_ROLE) ? 'administrator' : ofMerchant;
  return { '@id': `/administration/accounts/${shown.id}`, '@type': 'Account', ...shown, role };
}

/** The token carries both accounts, so that both are checked on every call. */
export function actFor(app: Pick<FastifyInstance, 'tokens'>): Handler<'administration.actFor'> {
  return async ({ params, actor, tx, now, market, reply, request }) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username, roles: users.roles })
      .from(users)
      .where(and(eq(users.id, params.id), isActive));
    if (!user) throw notFound();
    if (user.id === actor.id) throw conflict('yourself', 'C’est votre propre compte.');
    if (user.roles.includes(ADMINISTRATOR_ROLE)) {
      throw conflict('administrator', 'Impossible d’agir au nom d’une personne qui administre le marché.');
    }
    const { token: refreshToken, family } = await startFamily(tx, user.id, now, actor.id);
    const endsAt = familyExpiry(family);
    const token = await app.tokens.issue(await subjectOf(tx, family), now, endsAt);
    reply.header('set-cookie', cookieOf(market.env.publicUrl, { token, refresh_token: refreshToken }));
    market.security('impersonation', { account: user.id, by: actor.id, address: request.ip });
    return { '@type': 'Impersonation' as const, username: user.username, endsAt: endsAt.toISOString() };
  };
}
