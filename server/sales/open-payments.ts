// Payments of an order: lookup, replacement and expiry.
import { and, desc, eq, gt, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { storeOrders } from '../db/schema/sales.ts';

export type Payment = typeof payments.$inferSelect;

/** The payment that paid the order. */
export async function findAcceptedPayment(tx: Tx, orderId: number): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'accepted')));
  return payment;
}

/** True if the latest payment timed out; an abandoned payment ended before its time. */
export async function hasLatestTimedOut(tx: Tx, orderId: number): Promise<boolean> {
  const [latest] = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.updatedAt))
    .limit(1);
  return latest !== undefined && hasTimedOut(latest);
}

export const hasTimedOut = ({ state, updatedAt, expiresAt }: Payment): boolean =>
  state === 'expired' && updatedAt >= expiresAt;

/**
 * Expires unanswered payments. The provider is informed next, and reports any that were paid after all.
 * @returns the expired payments
 */
export const expirePayments = (tx: Tx, which: SQL | undefined, now: Date): Promise<{ orderId: number }[]> =>
  tx
    .update(payments)
    .set({ state: 'expired', updatedAt: now, dueAt: now, attempts: 0 })
    .where(and(which, eq(payments.state, 'open')))
    .returning({ orderId: payments.orderId });

/** The unanswered payment, if its time has not expired. */
export async function findOpenPayment(tx: Tx, orderId: number, now: Date): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open'), gt(payments.expiresAt, now)));
  return payment;
}

/**
 * After a change of the order's total: expires the payment of the old amount and opens one of the new amount with the
 * same deadline.
 */
export async function replacePayment(tx: Tx, orderId: number, now: Date): Promise<void> {
  const open = await findOpenPayment(tx, orderId, now);
  if (!open) return;
  const parts = await tx.select({ total: storeOrders.total }).from(storeOrders).where(eq(storeOrders.orderId, orderId));
  const amount = parts.reduce((sum, part) => sum + part.total, 0);
  if (amount === open.amount) return;
  await expirePayments(tx, eq(payments.id, open.id), now);
  const { expiresAt } = open;
  await tx.insert(payments).values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt, dueAt: expiresAt });
}
