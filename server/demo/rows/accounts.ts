import type { users } from '../../db/schema/accounts.ts';
import { randomFrom, uuidOf } from '../../drawing/random.ts';
import { adminEmail, clientEmail, customers } from '../content/people.ts';
import { shops } from '../shops.ts';
import type { Moments } from './moments.ts';

export type UserRow = typeof users.$inferInsert & { id: string };

const merchantRoles = ['ROLE_USER', 'ROLE_VIEW_STORE_ADMIN', 'ROLE_STORE_ADMIN'];

export const userIdOf = (email: string): string => uuidOf(`user:${email}`);
export const merchantEmailOf = (shop: { slug: string; owner: { email?: string } }): string =>
  shop.owner.email ?? `${shop.slug}@etal.test`;

/** @param passwordHash of the one password of all demonstration accounts */
export function accountRows(passwordHash: string, { ago }: Moments): UserRow[] {
  const random = randomFrom('accounts');
  const account = (email: string, username: string, roles: string[], age: number): UserRow => ({
    id: userIdOf(email),
    email,
    username,
    passwordHash,
    roles,
    newsletterRegistered: random.chance(0.4),
    createdAt: ago(age),
  });
  return [
    account(adminEmail, 'Équipe Étal', ['ROLE_USER', 'ROLE_ADMIN'], 600),
    ...shops.map((shop) => account(merchantEmailOf(shop), shop.owner.username, merchantRoles, shop.age + 5)),
    ...customers.map(({ email, firstName, lastName }) =>
      account(email, email === clientEmail ? firstName : `${firstName} ${lastName}`, ['ROLE_USER'], 400),
    ),
  ];
}
