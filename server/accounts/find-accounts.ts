// Accounts as operators find them: a search by the beginnings of words, and one account by its id.
// Guarantees: a search shows few accounts and few fields, and reads an index, however many people the market has.
import { and, count, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { ACCOUNTS_SHOWN, type Account } from '#contract/administration/accounts.ts';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import type { Tx } from '../db/client.ts';
import { secondFactors, users } from '../db/schema/accounts.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import { beginningsOf, wordsOfPerson, wordsOfStore } from '../db/words.ts';
import type { Call } from '../http/call.ts';
import { presentCollection } from '../presenters/collection.ts';
import { notFound } from '../runtime/errors.ts';

/** A deleted account has an empty password hash. */
export const isActive = ne(users.passwordHash, '');

export const accountIri = (id: string) => `/administration/accounts/${id}`;

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
  secondFactorSince: secondFactors.confirmedAt,
};

export const readAccount = ({ tx, params }: Call<'administration.account'>) => findAccount(tx, params.id);

export async function findAccount(tx: Tx, id: string): Promise<Account> {
  const [row] = await tx
    .select(columns)
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(isActive, eq(users.id, id)));
  if (!row) throw notFound();
  return presentAccount(row);
}

export async function findAccounts({ query: { text }, tx }: Call<'administration.accounts'>) {
  const address = `/administration/accounts?text=${encodeURIComponent(text)}`;
  const wanted = beginningsOf(text);
  if (wanted === '') return presentCollection(address, [], 0);
  const where = await matchesWords(tx, wanted);
  const [counted] = await tx.select({ total: count() }).from(users).where(where);
  const { username, email } = users;
  const found = await tx
    .select(columns)
    .from(users)
    .leftJoin(storeMembers, ofPerson)
    .leftJoin(stores, ofStore)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(where)
    .orderBy(desc(eq(email, text.toLowerCase())), username, email)
    .limit(ACCOUNTS_SHOWN);
  return presentCollection(address, found.map(presentAccount), counted?.total ?? 0);
}

/** The person's name and address have all words, or the name of their store has. */
export async function matchesWords(tx: Tx, wanted: string): Promise<SQL | undefined> {
  // Read first: two indexes answer then, where a subquery would have everybody's row read.
  const merchants = await tx
    .select({ id: storeMembers.userId })
    .from(stores)
    .innerJoin(storeMembers, ofStore)
    .where(sql`${wordsOfStore(stores)} @@ ${wanted}::tsquery`);
  const ids = merchants.map(({ id }) => id);
  return and(isActive, or(sql`${wordsOfPerson(users)} @@ ${wanted}::tsquery`, inArray(users.id, ids)));
}

function presentAccount(found: {
  id: string;
  username: string;
  email: string;
  roles: string[];
  store: string | null;
  blockedAt: Date | null;
  blockedReason: string | null;
  secondFactorSince: Date | null;
}): Account {
  const { roles, blockedAt, blockedReason, secondFactorSince, ...shown } = found;
  const blocked = blockedAt && { since: blockedAt.toISOString(), reasons: blockedReason ?? '' };
  const ofMerchant = shown.store === null ? 'shopper' : 'merchant';
  const role = operatorRolesOf(roles).length > 0 ? 'administrator' : ofMerchant;
  return {
    '@id': accountIri(shown.id),
    '@type': 'Account',
    ...shown,
    role,
    blocked,
    hasSecondFactor: secondFactorSince !== null,
  };
}
