// Settling of contract withdrawals ('rétractation') by refunds, however they were made.
// Guarantee: a withdrawal is refunded once all its units were, after it was declared; a unit settles one withdrawal.
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';

/** After a refund of the part. */
export async function settleWithdrawals(tx: Tx, part: StoreOrderRow, now: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(contractWithdrawals)
    .where(eq(contractWithdrawals.storeOrderId, part.id))
    .orderBy(asc(contractWithdrawals.createdAt), asc(contractWithdrawals.id));
  const settled = rows.filter(({ state }) => state === 'refunded');
  for (const row of rows.filter(({ state }) => state === 'open')) {
    const isCovered =
      part.state === 'canceled' ||
      row.items?.every(({ item, quantity }) => {
        const since = part.refunds.filter(({ createdAt }) => new Date(createdAt) >= row.createdAt);
        const refunded = unitsOf(
          item,
          since.flatMap(({ lines }) => lines),
        );
        const others = settled.filter(({ settledAt }) => settledAt !== null && settledAt >= row.createdAt);
        return (
          refunded -
            unitsOf(
              item,
              others.flatMap(({ items }) => items ?? []),
            ) >=
          quantity
        );
      });
    if (!isCovered) continue;
    await settleWithdrawal(tx, row.id, now);
    settled.push({ ...row, settledAt: now });
  }
}

export async function settleWithdrawal(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(contractWithdrawals)
    .set({ state: 'refunded', settledAt: now, dueAt: null })
    .where(and(eq(contractWithdrawals.id, id), eq(contractWithdrawals.state, 'open')));
}

const unitsOf = (wanted: string, lines: readonly { item: string; quantity: number }[]): number =>
  lines.reduce((sum, { item, quantity }) => (item === wanted ? sum + quantity : sum), 0);
