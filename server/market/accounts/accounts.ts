// Accounts that run the market or a shop: made, given a role, given a password.
// Guarantees: a person holds one shop; nobody ever knows the password of an
// account that was given none.
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { hashPassword } from '../../access/passwords.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { stores } from '../../db/schema/shops.ts';

const USER = 'ROLE_USER';
const ADMIN = 'ROLE_ADMIN';
const MERCHANT = ['ROLE_VIEW_STORE_ADMIN', 'ROLE_STORE_ADMIN'];

/** Opens nothing until a password is set. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('hex'));

export interface NewAccount {
  id?: string;
  email: string;
  username: string;
  passwordHash: string;
}

/** The operator answers for its address. @returns its id */
export async function makeAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const [made] = await tx
    .insert(users)
    .values({ ...account, roles: [USER], createdAt: now, emailConfirmedAt: now })
    .returning({ id: users.id });
  if (!made) throw new Error('The account was not made.');
  return made.id;
}

export async function accountOf(tx: Tx, email: string): Promise<{ id: string; roles: string[] } | null> {
  const [found] = await tx.select({ id: users.id, roles: users.roles }).from(users).where(eq(users.email, email));
  return found ?? null;
}

export async function setAdmin(tx: Tx, userId: string, admin: boolean): Promise<void> {
  await changeRoles(tx, userId, (roles) => (admin ? [...roles, ADMIN] : roles.filter((role) => role !== ADMIN)));
}

/**
 * The one before loses the shop, and what comes with it.
 * @param isNew a shop that nobody has seen stays in its first version
 */
export async function setOwner(tx: Tx, storeId: string, userId: string, isNew = false): Promise<void> {
  if (!isNew) await freeOfOwner(tx, storeId);
  const version = isNew ? {} : { version: sql`${stores.version} + 1` };
  await tx
    .update(stores)
    .set({ ownerId: userId, ...version })
    .where(eq(stores.id, storeId));
  await changeRoles(tx, userId, (roles) => [...roles, ...MERCHANT]);
}

export async function freeOfOwner(tx: Tx, storeId: string): Promise<void> {
  const [store] = await tx.select({ ownerId: stores.ownerId }).from(stores).where(eq(stores.id, storeId));
  if (!store?.ownerId) return;
  await tx.update(stores).set({ ownerId: null }).where(eq(stores.id, storeId));
  await changeRoles(tx, store.ownerId, (roles) => roles.filter((role) => !MERCHANT.includes(role)));
}

async function changeRoles(tx: Tx, userId: string, change: (roles: string[]) => string[]): Promise<void> {
  const [user] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) return;
  await tx
    .update(users)
    .set({ roles: [...new Set(change(user.roles))] })
    .where(eq(users.id, userId));
}
