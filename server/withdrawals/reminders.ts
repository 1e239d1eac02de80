// Reminders of contract withdrawals: to the store three days before the last day of the refund, and once it has passed.
// Guarantee: each reminder is sent once, by one process, while the withdrawal waits for its answer.
import { and, eq } from 'drizzle-orm';
import { claimDueRows } from '../db/due-rows.ts';
import { contractWithdrawals } from '../db/schema/contract-withdrawals.ts';
import { runTransaction } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import { readStoreOrder } from '../sales/order-reading.ts';
import { mailReminder } from './withdrawal-mails.ts';

const DAY_MS = 24 * 60 * 60_000;
const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);

export const firstReminder = (receivedAt: Date): Date => daysAfter(receivedAt, 11);
/** The fourteenth day, of Paris, has passed for certain. */
const lastReminder = (receivedAt: Date): Date => daysAfter(receivedAt, 15);

/** Run periodically. */
export async function remindOfWithdrawals(market: Market, now: Date): Promise<void> {
  for (let isMore = true; isMore; ) {
    await runTransaction(market, async (tx, after) => {
      const which = eq(contractWithdrawals.state, 'open');
      const [row] = await claimDueRows(tx, contractWithdrawals, { now, leases: [DAY_MS], which });
      isMore = row !== undefined;
      if (!row) return;
      const isOver = now >= lastReminder(row.createdAt);
      await tx
        .update(contractWithdrawals)
        .set({ dueAt: isOver ? null : lastReminder(row.createdAt) })
        .where(and(eq(contractWithdrawals.id, row.id), which));
      const part = await readStoreOrder(tx, row.storeOrderId);
      await mailReminder(tx, { part, row }, isOver, { market, now, after });
    });
  }
}
