// Operator accounts: creates accounts and assigns roles and stores.
// Guarantees: an account works for at most one store; an account created without a password gets a random one that is not
// recorded.
import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { ACCOUNT_ROLES } from '#contract/administration/operator-roles.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { storeMembers, stores } from '../../db/schema/stores.ts';
import { addMember } from '../../merchant/store-members.ts';

export const USER = 'ROLE_USER';
const ADMIN = ACCOUNT_ROLES.administrator;

export class StoreTaken extends Error {
  override name = 'StoreTaken';
}

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
 * The previous owner of the folder's description leaves; other people of the store stay.
 * @param isNew keeps the first version of a store that was just created
 */
export async function setOwner(
  tx: Tx,
  owned: { storeId: string; userId: string; isNew?: boolean },
  now: Date,
): Promise<void> {
  const { storeId, userId, isNew = false } = owned;
  if (!isNew) {
    await removeOwner(tx, storeId);
    await tx
      .update(stores)
      .set({ version: sql`${stores.version} + 1` })
      .where(eq(stores.id, storeId));
  }
  await setStoreRole(tx, { storeId, userId, role: 'owner' }, now);
}

/** @throws StoreTaken if the account works for another store */
export async function setStoreRole(
  tx: Tx,
  member: { storeId: string; userId: string; role: StoreRole },
  now: Date,
): Promise<void> {
  const outcome = await addMember(tx, member, now);
  if (outcome === 'other-store') throw new StoreTaken('Un compte travaille pour une seule boutique.');
  await tx.update(storeMembers).set({ role: member.role }).where(eq(storeMembers.userId, member.userId));
}

/** The first owner leaves. */
export async function removeOwner(tx: Tx, storeId: string): Promise<void> {
  const [owner] = await tx
    .select({ userId: storeMembers.userId })
    .from(storeMembers)
    .where(and(eq(storeMembers.storeId, storeId), eq(storeMembers.role, 'owner')))
    .orderBy(asc(storeMembers.createdAt), asc(storeMembers.userId))
    .limit(1);
  if (owner) await tx.delete(storeMembers).where(eq(storeMembers.userId, owner.userId));
}

async function changeRoles(tx: Tx, userId: string, change: (roles: string[]) => string[]): Promise<void> {
  const [user] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) return;
  await tx
    .update(users)
    .set({ roles: [...new Set(change(user.roles))] })
    .where(eq(users.id, userId));
}
