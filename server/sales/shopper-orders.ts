// Makes a shopper's order from a cart, and shows shoppers the orders that are theirs.
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Call, Market } from '../http/call.ts';
import { presentOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { makeOrder } from './create-order.ts';
import { presentToChoose } from './delivery-fees.ts';
import { followDueOf } from './following-payments.ts';
import { readOrder, readOrders, wholeOrder } from './order-reading.ts';
import { withPaymentTimes } from './payment-times.ts';

const ORDERS_AT_MOST = 500;

export async function orderCart(call: Call<'cart.order'>): Promise<Order> {
  const { tx, params, actor, now } = call;
  const row = await readOrder(tx, await makeOrder(tx, params.id, actor.id, now));
  const parts: StoreOrder[] = [];
  for (const part of row.storeOrders) parts.push(await presentToChoose(tx, part));
  return { ...presentOrder(row), storeOrders: parts };
}

/** @throws 404 for an order that is not theirs */
export async function requireOwnOrder(tx: Tx, id: number, userId: string): Promise<void> {
  const [own] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), ownOrder(userId)));
  if (!own) throw notFound();
}

/** As it stands now: a payment that ran out is ended first. */
export async function orderOfShopper(market: Market, id: number, userId: string, now: Date): Promise<Order> {
  await requireOwnOrder(market.db, id, userId);
  await followDueOf(market, id, now);
  return orderToPay(market.db, id);
}

/** With until when it is held for its payment, or that its time has run out. */
export async function orderToPay(tx: Tx, id: number): Promise<Order> {
  const [order] = await withPaymentTimes(tx, [await wholeOrder(tx, id)]);
  if (!order) throw notFound();
  return order;
}

/** Those that were paid, or are about to be, newest first; what their shops cancelled afterwards stays among them. */
export async function confirmedOrders(tx: Tx, userId: string): Promise<Order[]> {
  const isConfirmed = sql`exists (select 1 from ${storeOrders} part where part.order_id = ${orders.id}
    and part.state in ('payment_pending', 'payed', 'validated', 'shipped'))`;
  const wasConfirmed = isNotNull(orders.stockTakenAt);
  const where = and(ownOrder(userId), or(isConfirmed, wasConfirmed));
  return withPaymentTimes(tx, (await readOrders(tx, where, ORDERS_AT_MOST)).map(presentOrder));
}
