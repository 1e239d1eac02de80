// Demo accounts of shoppers and of a store's people, and newsletter subscriptions.
import { inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { storeMembers } from '../../db/schema/stores.ts';
import { insertAll } from '../../market/writing/insert-all.ts';
import { adminEmail, clientEmail, coworkers, customers } from '../content/people.ts';
import type { DemoStore } from '../imported.ts';
import { randomFrom, uuidOf } from '../random.ts';
import type { Moments } from './moments.ts';

export const userIdOf = (email: string): string => uuidOf(`user:${email}`);

/** @param passwordHash of the published password */
export async function writeAccounts(tx: Tx, stores: readonly DemoStore[], passwordHash: string, { ago }: Moments) {
  const random = randomFrom('accounts');
  const reads = () => random.chance(0.4);
  const readers = [adminEmail, ...stores.map(({ owner }) => owner)].filter(reads);
  const asked = { newsletterRegistered: true, newsletterChangedAt: ago(400) };
  await tx.update(users).set(asked).where(inArray(users.email, readers));
  const shoppers = customers.map(({ email, firstName, lastName }) => ({
    ...(reads() ? asked : { newsletterRegistered: false, newsletterChangedAt: null }),
    id: userIdOf(email),
    email,
    username: email === clientEmail ? firstName : `${firstName} ${lastName}`,
    passwordHash,
    roles: ['ROLE_USER'],
    createdAt: ago(400),
    emailConfirmedAt: ago(400),
  }));
  await insertAll(tx, users, shoppers);
  const workers = coworkers.map(({ email, username }) => ({
    id: userIdOf(email),
    email,
    username,
    passwordHash,
    createdAt: ago(90),
    emailConfirmedAt: ago(90),
  }));
  await insertAll(tx, users, workers);
  const members = coworkers.flatMap(({ email, store, role }) => {
    const found = stores.find(({ row }) => row.slug === store);
    return found ? [{ userId: userIdOf(email), storeId: found.row.id, role, createdAt: ago(90) }] : [];
  });
  await insertAll(tx, storeMembers, members);
}
