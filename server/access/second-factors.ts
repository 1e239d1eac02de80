// Second factors in the database: their removal.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { refreshFamilies } from '../db/schema/accounts.ts';
import { recoveryCodes, secondFactors } from '../db/schema/administration.ts';

/**
 * Of an account whose phone and recovery codes are lost; its sessions must set up a new one.
 * @returns false if there was none
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removed = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await tx.update(refreshFamilies).set({ secondFactorAt: null }).where(eq(refreshFamilies.userId, userId));
  return removed.length > 0;
}
