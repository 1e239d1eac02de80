// Sets an account's password. Guarantee: all earlier sessions and password links end.
import { and, eq, isNull } from 'drizzle-orm';
import { revokeFamiliesOfUser } from '../access/refresh-tokens.ts';
import type { Tx } from '../db/client.ts';
import { passwordResets, users } from '../db/schema/accounts.ts';

export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await revokeFamiliesOfUser(tx, userId, now);
  await endResetLinks(tx, userId, now);
}

/** Invalidates unused password links. */
export async function endResetLinks(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}
