// Shopper orders: creation from a cart, and a shopper's own orders.
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Call, Market } from '../http/call.ts';
import { findUnpayableStores } from '../money/store-accounts.ts';
import { presentOrder } from '../presenters/orders.ts';
import { notFound } from '../runtime/errors.ts';
import { createOrder } from './create-order.ts';
import { presentWithPrices } from './delivery-fees.ts';
import { readOrder, readOrders, readPresentedOrder } from './order-reading.ts';
import { checkDuePaymentsOf } from './payment-checks.ts';
import { addPaymentTimes } from './payment-times.ts';

const MAX_LISTED_ORDERS = 500;

export async function orderCart(call: Call<'cart.order'>): Promise<Order> {
  const { tx, params, actor, market, now } = call;
  const row = await readOrder(tx, await createOrder(tx, params.id, actor.id, now));
  const parts: StoreOrder[] = [];
  for (const part of row.storeOrders) parts.push(await presentWithPrices(tx, part));
  const storeIds = row.storeOrders.map(({ store }) => store.id);
  const unpayableStores = await findUnpayableStores(tx, market, storeIds);
  return { ...presentOrder(row), storeOrders: parts, unpayableStores };
}

/** @throws 404 for another shopper's order */
export async function requireOwnOrder(tx: Tx, id: number, userId: string): Promise<void> {
  const [own] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), ownOrder(userId)));
  if (!own) throw notFound();
}

/** Checks a due payment first. */
export async function readShopperOrder(market: Market, id: number, userId: string, now: Date): Promise<Order> {
  await requireOwnOrder(market.db, id, userId);
  await checkDuePaymentsOf(market, id, now);
  return readOrderToPay(market.db, id);
}

/** The order with its payment deadline, or whether it was missed. */
export async function readOrderToPay(tx: Tx, id: number): Promise<Order> {
  const [order] = await addPaymentTimes(tx, [await readPresentedOrder(tx, id)]);
  if (!order) throw notFound();
  return order;
}

/** Orders paid or being paid, newest first, including those cancelled by stores later. */
export async function listConfirmedOrders(tx: Tx, userId: string): Promise<Order[]> {
  const isConfirmed = sql`exists (select 1 from ${storeOrders} part where part.order_id = ${orders.id}
    and part.state in ('payment_pending', 'payed', 'validated', 'shipped'))`;
  const wasConfirmed = isNotNull(orders.stockReservedAt);
  const where = and(ownOrder(userId), or(isConfirmed, wasConfirmed));
  return addPaymentTimes(tx, (await readOrders(tx, where, MAX_LISTED_ORDERS)).map(presentOrder));
}
