// Operator accounts: creates accounts and assigns roles and stores.
// Guarantees: an account owns at most one store; an account created without a password gets a random one that is not
// recorded.
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { hashPassword } from '../../access/passwords.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { stores } from '../../db/schema/stores.ts';

const USER = 'ROLE_USER';
const ADMIN = 'ROLE_ADMIN';
const MERCHANT = ['ROLE_VIEW_STORE_ADMIN', 'ROLE_STORE_ADMIN'];

/** Prevents any login until a password is set. */
export const hashRandomPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('hex'));

export interface NewAccount {
  id?: string;
  email: string;
  username: string;
  passwordHash: string;
}

/**
 * The address counts as confirmed, since the operator provides it.
 * @returns the account's id
 */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const [made] = await tx
    .insert(users)
    .values({ ...account, roles: [USER], createdAt: now, emailConfirmedAt: now })
    .returning({ id: users.id });
  if (!made) throw new Error('The account was not made.');
  return made.id;
}

export async function findAccount(tx: Tx, email: string): Promise<{ id: string; roles: string[] } | null> {
  const [found] = await tx.select({ id: users.id, roles: users.roles }).from(users).where(eq(users.email, email));
  return found ?? null;
}

export async function setAdministrator(tx: Tx, userId: string, admin: boolean): Promise<void> {
  await changeRoles(tx, userId, (roles) => (admin ? [...roles, ADMIN] : roles.filter((role) => role !== ADMIN)));
}

/**
 * The previous owner loses the store and the merchant roles.
 * @param isNew keeps the first version of a store that was just created
 */
export async function setOwner(tx: Tx, storeId: string, userId: string, isNew = false): Promise<void> {
  if (!isNew) await removeOwner(tx, storeId);
  const version = isNew ? {} : { version: sql`${stores.version} + 1` };
  await tx
    .update(stores)
    .set({ ownerId: userId, ...version })
    .where(eq(stores.id, storeId));
  await changeRoles(tx, userId, (roles) => [...roles, ...MERCHANT]);
}

export async function removeOwner(tx: Tx, storeId: string): Promise<void> {
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
