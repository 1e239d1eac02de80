// Reads, amends and gives up the payments of an order.
import { and, desc, eq, gt, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments, storeOrders } from '../db/schema/sales.ts';

export type Payment = typeof payments.$inferSelect;

/** The one that the order was paid with. */
export async function acceptedPayment(tx: Tx, orderId: number): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'accepted')));
  return payment;
}

/** Was the latest not answered in time? One that was given up ended before. */
export async function ranOut(tx: Tx, orderId: number): Promise<boolean> {
  const [latest] = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.updatedAt))
    .limit(1);
  return latest !== undefined && hasRunOut(latest);
}

export const hasRunOut = ({ state, updatedAt, expiresAt }: Payment): boolean =>
  state === 'expired' && updatedAt >= expiresAt;

/**
 * Payments that nobody has answered are over for the market. Their provider is told next, and says if one was paid after all.
 * @returns those that were
 */
export const giveUpPayments = (tx: Tx, which: SQL | undefined, now: Date): Promise<{ orderId: number }[]> =>
  tx
    .update(payments)
    .set({ state: 'expired', updatedAt: now, dueAt: now, attempts: 0 })
    .where(and(which, eq(payments.state, 'open')))
    .returning({ orderId: payments.orderId });

/** The payment that nobody has answered yet, if there is still time for it. */
export async function openPayment(tx: Tx, orderId: number, now: Date): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open'), gt(payments.expiresAt, now)));
  return payment;
}

/**
 * After a change of what the order comes to: a payment of the old amount can't be answered any more, one of the new
 * amount stands in its place, with the time that was left.
 */
export async function amendPayment(tx: Tx, orderId: number, now: Date): Promise<void> {
  const open = await openPayment(tx, orderId, now);
  if (!open) return;
  const parts = await tx.select({ total: storeOrders.total }).from(storeOrders).where(eq(storeOrders.orderId, orderId));
  const amount = parts.reduce((sum, part) => sum + part.total, 0);
  if (amount === open.amount) return;
  await giveUpPayments(tx, eq(payments.id, open.id), now);
  const { expiresAt } = open;
  await tx.insert(payments).values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt, dueAt: expiresAt });
}
