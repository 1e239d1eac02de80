// Payment deadlines of orders, and whether they were missed.
import { asc, inArray } from 'drizzle-orm';
import type { Order } from '#contract/orders/orders.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { hasTimedOut, type Payment } from './open-payments.ts';

/** Uses one query for all orders. */
export async function addPaymentTimes(tx: Tx, orders: readonly Order[]): Promise<Order[]> {
  const unpaid = orders.filter((order) => hasState(order, 'payment_pending') || hasState(order, 'payment_declined'));
  if (unpaid.length === 0) return [...orders];
  const ids = unpaid.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(payments.createdAt), asc(payments.updatedAt));
  const latest = new Map(rows.map((row) => [row.orderId, row]));
  return orders.map((order) => addPaymentTime(order, latest.get(order.id)));
}

const hasState = ({ storeOrders: [first] }: Order, state: string) => first?.state === state;

function addPaymentTime(order: Order, payment: Payment | undefined): Order {
  if (payment?.state === 'open' && hasState(order, 'payment_pending')) {
    return { ...order, paymentExpiresAt: payment.expiresAt.toISOString() };
  }
  const isExpired = hasState(order, 'payment_declined') && payment !== undefined && hasTimedOut(payment);
  return isExpired ? { ...order, paymentExpired: true } : order;
}
