// Settling of contract withdrawals ('rétractation') by refunds, however they were made.
// Guarantee: a withdrawal is refunded once all its units were, after it was declared; a unit settles one withdrawal.
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { contractWithdrawals, type WithdrawnItemRow } from '../db/schema/contract-withdrawals.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';

type WithdrawalRow = typeof contractWithdrawals.$inferSelect;

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
      row.items?.every(({ item, quantity }) => coveredUnits(part, row, item, settled) >= quantity);
    if (!isCovered) continue;
    await settleWithdrawal(tx, row.id, now);
    settled.push({ ...row, settledAt: now });
  }
}

/** Units of the item that were refunded since the withdrawal, and settled no other one. */
function coveredUnits(
  part: StoreOrderRow,
  { id, createdAt }: WithdrawalRow,
  item: string,
  settled: readonly WithdrawalRow[],
): number {
  const since = part.refunds.filter((refund) => new Date(refund.createdAt) >= createdAt);
  const others = settled.filter((row) => row.id !== id && row.settledAt !== null && row.settledAt >= createdAt);
  return (
    unitsOf(
      item,
      since.flatMap(({ lines }) => lines),
    ) -
    unitsOf(
      item,
      others.flatMap(({ items }) => items ?? []),
    )
  );
}

/**
 * Units of open withdrawals that are still to be refunded, by the withdrawal's id: some may have been otherwise.
 * @param rows of the part, oldest first
 */
export function unitsDue(part: StoreOrderRow, rows: readonly WithdrawalRow[]): Map<string, WithdrawnItemRow[]> {
  const settled = rows.filter(({ state }) => state === 'refunded');
  const covered: WithdrawnItemRow[] = [];
  const open = rows.filter(({ state }) => state === 'open');
  return new Map(
    open.map((row) => {
      const due = (row.items ?? []).map(({ item, quantity }) => {
        const units = coveredUnits(part, row, item, settled) - unitsOf(item, covered);
        const own = Math.min(quantity, Math.max(0, units));
        covered.push({ item, quantity: own });
        return { item, quantity: quantity - own };
      });
      return [row.id, due];
    }),
  );
}

export async function settleWithdrawal(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(contractWithdrawals)
    .set({ state: 'refunded', settledAt: now, dueAt: null })
    .where(and(eq(contractWithdrawals.id, id), eq(contractWithdrawals.state, 'open')));
}

const unitsOf = (wanted: string, lines: readonly { item: string; quantity: number }[]): number =>
  lines.reduce((sum, { item, quantity }) => (item === wanted ? sum + quantity : sum), 0);
