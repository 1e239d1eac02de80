// Ledger: writes movements in the transaction of their cause, and reads balances.
// Guarantees: each movement sums to zero, checked here and by the database at the commit; a cause is written once.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { ledgerEntries, ledgerMovements } from '../db/schema/ledger.ts';
import type { Cause, Movement, PartAmount } from './movements.ts';

/** Movements without an amount are left out, and so is a cause that is in the ledger already. */
export async function addMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const moving = movements
    .map((movement) => ({ ...movement, entries: movement.entries.filter(({ amount }) => amount !== 0) }))
    .filter(({ entries }) => entries.length > 0);
  if (moving.length === 0) return;
  for (const { cause, reference, entries } of moving) {
    const sum = entries.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0) throw new Error(`The movement ${cause} ${reference} does not sum to zero, but to ${sum}.`);
  }
  const added = await tx
    .insert(ledgerMovements)
    .values(moving.map(({ entries: _, ...movement }) => movement))
    .onConflictDoNothing()
    .returning();
  const ids = new Map(added.map(({ id, cause, reference }) => [`${cause} ${reference}`, id]));
  const entries = moving.flatMap((movement) => {
    const movementId = ids.get(`${movement.cause} ${movement.reference}`);
    return movementId === undefined ? [] : movement.entries.map((entry) => ({ movementId, ...entry }));
  });
  if (entries.length > 0) await tx.insert(ledgerEntries).values(entries);
}

export async function hasMovement(tx: Tx, cause: Cause, reference: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: ledgerMovements.id })
    .from(ledgerMovements)
    .where(and(eq(ledgerMovements.cause, cause), eq(ledgerMovements.reference, reference)));
  return found !== undefined;
}

/** What is owed to the store for its part: nothing if its sale is not in the ledger. Cents. */
export async function readOwed(tx: Tx, storeOrderId: number): Promise<Pick<PartAmount, 'amount' | 'tax'>> {
  const [owed] = await tx
    .select({
      amount: sql<number>`coalesce(-sum(${ledgerEntries.amount}), 0)::int`,
      tax: sql<number>`coalesce(-sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.account} = 'tax'), 0)::int`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(and(eq(ledgerMovements.storeOrderId, storeOrderId), inArray(ledgerEntries.account, ['shop', 'tax'])));
  return owed ?? { amount: 0, tax: 0 };
}
