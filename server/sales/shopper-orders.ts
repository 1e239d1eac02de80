// Makes a shopper's order from a cart, and shows shoppers the orders that are theirs.
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Order } from '#contract/orders.ts';
import type { StoreOrder } from '#contract/store-orders.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Call, Market } from '../http/call.ts';
import { presentOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { makeOrder } from './create-order.ts';
import { presentToChoose } from './delivery-fees.ts';
import { readOrder, readOrders, wholeOrder } from './order-reading.ts';
import { checkPayment, expirePaymentOf } from './paying.ts';

const ORDERS_AT_MOST = 500;

export async function orderCart(call: Call<'cart.order'>): Promise<Order> {
  const { tx, params, actor, now } = call;
  // A payment that ended meanwhile, or ran out, decides whether the cart is still to be ordered.
  const [begun] = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(and(eq(orders.cartId, params.id), ownOrder(actor.id), eq(storeOrders.state, 'payment_pending')));
  if (begun) await checkPayment(tx, begun.id, actor.id, call);
  const row = await readOrder(tx, await makeOrder(tx, params.id, actor.id, now));
  const parts: StoreOrder[] = [];
  for (const part of row.storeOrders) parts.push(await presentToChoose(tx, part));
  return { ...presentOrder(row), storeOrders: parts };
}

/** As it stands now: a payment that ran out is ended first. */
export async function orderOfShopper(market: Market, id: number, userId: string, now: Date): Promise<Order> {
  const [own] = await market.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), ownOrder(userId)));
  if (!own) throw notFound();
  await expirePaymentOf(market, id, now);
  return wholeOrder(market.db, id);
}

/** Those that were paid, or are about to be, newest first; what their shops cancelled afterwards stays among them. */
export async function confirmedOrders(tx: Tx, userId: string): Promise<Order[]> {
  const isConfirmed = sql`exists (select 1 from ${storeOrders} part where part.order_id = ${orders.id}
    and part.state in ('payment_pending', 'payed', 'validated', 'shipped'))`;
  const wasConfirmed = isNotNull(orders.stockTakenAt);
  const where = and(ownOrder(userId), or(isConfirmed, wasConfirmed));
  return (await readOrders(tx, where, ORDERS_AT_MOST)).map(presentOrder);
}
