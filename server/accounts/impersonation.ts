// Finds accounts for who runs the market, and opens a session in which they act for one of them.
// Guarantees: little is shown of an account, and of few at once; nobody acts for somebody who runs the market, nor for
// themselves; the tokens leave in a cookie of this host that ends within a minute, and stand in no answer.
import { and, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ACCOUNTS_SHOWN, type Account } from '#contract/account/administration.ts';
import type { TokenPair } from '#contract/account/users.ts';
import { ADMINISTRATOR_ROLE } from '../access/callers.ts';
import { endOfFamily, startFamily } from '../access/refresh-tokens.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { stores } from '../db/schema/shops.ts';
import type { Call, Handler } from '../http/call.ts';
import { collectionOf } from '../presenters/collection.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { subjectOf } from './sessions.ts';

/** Seconds. */
const COOKIE_LIFE = 60;

/** Of this host alone. Over plain HTTP, on the machine of who tries the market out, no browser keeps one that says so. */
function cookieOf(publicUrl: string, pair: TokenPair): string {
  const isSecure = publicUrl.startsWith('https:');
  const value = encodeURIComponent(JSON.stringify(pair));
  const attributes = `Max-Age=${COOKIE_LIFE}; Path=/; ${isSecure ? 'Secure; ' : ''}SameSite=Strict`;
  return `${isSecure ? '__Host-' : ''}impersonation=${value}; ${attributes}`;
}

/** Of an account that has ended only its number is left. */
const stands = ne(users.passwordHash, '');

const ofStore = eq(stores.ownerId, users.id);
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
    .leftJoin(stores, ofStore)
    .where(and(stands, eq(users.id, id)));
  return row && present(row);
}

export async function findAccounts({ query: { text }, tx }: Call<'administration.accounts'>) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const says = (words: SQL) => sql`public.folded(${words}) like public.folded(${pattern}::text)`;
  const where = and(stands, or(...[users.email, users.username, stores.name].map((column) => says(sql`${column}`))));
  const [counted] = await tx.select({ total: count() }).from(users).leftJoin(stores, ofStore).where(where);
  const { username, email } = users;
  const found = await tx
    .select(columns)
    .from(users)
    .leftJoin(stores, ofStore)
    .where(where)
    .orderBy(desc(eq(email, text.toLowerCase())), username, email)
    .limit(ACCOUNTS_SHOWN);
  return collectionOf(
    `/administration/accounts?text=${encodeURIComponent(text)}`,
    found.map(present),
    counted?.total ?? 0,
  );
}

function present(found: {
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

/** The token says who acts, so that both can be looked at again with each call. */
export function actFor(app: Pick<FastifyInstance, 'tokens'>): Handler<'administration.actFor'> {
  return async ({ params, actor, tx, now, market, reply, request }) => {
    const [user] = await tx
      .select({ id: users.id, username: users.username, roles: users.roles })
      .from(users)
      .where(and(eq(users.id, params.id), stands));
    if (!user) throw notFound();
    if (user.id === actor.id) throw conflict('yourself', 'C’est votre propre compte.');
    if (user.roles.includes(ADMINISTRATOR_ROLE)) {
      throw conflict('administrator', 'Personne n’agit au nom d’une personne qui administre le marché.');
    }
    const { token: refreshToken, family } = await startFamily(tx, user.id, now, actor.id);
    const endsAt = endOfFamily(family);
    const token = await app.tokens.issue(await subjectOf(tx, family), now, endsAt);
    reply.header('set-cookie', cookieOf(market.env.publicUrl, { token, refresh_token: refreshToken }));
    market.security('impersonation', { account: user.id, by: actor.id, address: request.ip });
    return { '@type': 'Impersonation' as const, username: user.username, endsAt: endsAt.toISOString() };
  };
}
