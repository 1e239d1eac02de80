// Refund rows: written in the transaction that causes them; those of online payments are requested from the provider
// after its commit and periodically until accepted.
// Guarantees: a refund survives a crash; one process requests it at a time, always with the refund's id, so that the
// provider pays once; refunds are never given up.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { refunds } from '../db/schema/payments.ts';
import type { Market } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { bookPaidRefund, bookRefund } from '../money/bookings.ts';
import { requestDueRows } from '../money/due-requests.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'createdAt' | 'dueAt' | 'attempts' | 'error'>;

/** Books it. Without a payment, or with an amount of zero, nothing is requested. */
export async function recordRefund(tx: Tx, refund: NewRefund, context: MailContext): Promise<RefundRow> {
  const { market, now, after } = context;
  const isDue = typeof refund.paymentId === 'string' && refund.amount > 0;
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, createdAt: now, dueAt: isDue ? now : null })
    .returning();
  if (!row) throw new Error('The refund was not written.');
  await bookRefund(tx, row, context);
  if (isDue) after(() => requestDueRefunds(market, now));
  return row;
}

/** Requests due refunds after a commit and periodically. */
export const requestDueRefunds = (market: Market, now: Date): Promise<void> =>
  requestDueRows(market, refunds, { now, name: 'a refund', request: (row) => requestRefund(market, row, now) });

async function requestRefund({ db, payment }: Market, refund: RefundRow, now: Date): Promise<void> {
  const { id, paymentId, amount } = refund;
  if (paymentId === null) throw new Error(`The refund ${id} has no payment.`);
  await payment.refund(db, { id, paymentId, amount });
  await db.transaction(async (tx) => {
    await tx.update(refunds).set({ dueAt: null, error: null }).where(eq(refunds.id, id));
    await bookPaidRefund(tx, { ...refund, paymentId }, now);
  });
}
