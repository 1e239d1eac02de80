// Reads and amends the payment of an order that is not answered yet.
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments, storeOrders } from '../db/schema/sales.ts';

export type Payment = typeof payments.$inferSelect;

/** The one that counts: those before it were given up. */
export async function latestPayment(tx: Tx, orderId: number): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), sql`${payments.state} in ('expired', 'declined')`, desc(payments.id))
    .limit(1);
  return payment;
}

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
  await tx.update(payments).set({ state: 'expired', updatedAt: now }).where(eq(payments.id, open.id));
  await tx.insert(payments).values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt: open.expiresAt });
}
