// Says of orders until when they are held for their payment, and which were not paid in time.
import { asc, inArray } from 'drizzle-orm';
import type { Order } from '#contract/orders/orders.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/sales.ts';
import { hasRunOut, type Payment } from './open-payments.ts';

/** One query, however many there are. */
export async function withPaymentTimes(tx: Tx, orders: readonly Order[]): Promise<Order[]> {
  const unpaid = orders.filter((order) => isState(order, 'payment_pending') || isState(order, 'payment_declined'));
  if (unpaid.length === 0) return [...orders];
  const ids = unpaid.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(payments.createdAt), asc(payments.updatedAt));
  const latest = new Map(rows.map((row) => [row.orderId, row]));
  return orders.map((order) => withTime(order, latest.get(order.id)));
}

const isState = ({ storeOrders: [first] }: Order, state: string) => first?.state === state;

function withTime(order: Order, payment: Payment | undefined): Order {
  if (payment?.state === 'open' && isState(order, 'payment_pending')) {
    return { ...order, paymentExpiresAt: payment.expiresAt.toISOString() };
  }
  const isOver = isState(order, 'payment_declined') && payment !== undefined && hasRunOut(payment);
  return isOver ? { ...order, paymentExpired: true } : order;
}
