// Refund rows: written in the transaction that causes them; those of online payments are requested from the provider
// after its commit and periodically until accepted.
// Guarantees: a refund survives a crash; one process requests it at a time, always with the refund's id, so that the
// provider pays once; refunds are never given up.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { claimDueRows } from '../db/due-rows.ts';
import { refunds } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { bookPaidRefund, bookRefund } from '../money/bookings.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'createdAt' | 'dueAt' | 'attempts' | 'error'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays between attempts by their number; longer than the provider's timeout. */
const RETRY_DELAYS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;
const BATCH_SIZE = 100;
const MAX_REASON_LENGTH = 500;
/** From this attempt on it is logged as an error. */
const ALERT_AFTER = 4;

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

/** Requests due refunds after a commit and periodically. Stops at the first failure. */
export async function requestDueRefunds(market: Market, now: Date): Promise<void> {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const [refund] = await claimDueRows(market.db, refunds, { now, leases: RETRY_DELAYS });
    if (!refund || !(await requestRefund(market, refund, now))) return;
  }
}

async function requestRefund({ db, payment, log }: Market, refund: RefundRow, now: Date): Promise<boolean> {
  const { id, paymentId, amount, attempts } = refund;
  if (paymentId === null) throw new Error(`The refund ${id} has no payment.`);
  try {
    await payment.refund(db, { id, paymentId, amount });
    await db.transaction(async (tx) => {
      await tx.update(refunds).set({ dueAt: null, error: null }).where(eq(refunds.id, id));
      await bookPaidRefund(tx, { ...refund, paymentId }, now);
    });
    return true;
  } catch (failure) {
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, MAX_REASON_LENGTH);
    await db.update(refunds).set({ error }).where(eq(refunds.id, id));
    const level = attempts < ALERT_AFTER ? 'warn' : 'error';
    log[level]({ err: failure, refund: id, payment: paymentId, attempts }, 'a refund waits for its next attempt');
    return false;
  }
}
