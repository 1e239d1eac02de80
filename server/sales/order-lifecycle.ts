// Order lifecycle: state changes with their effects on cart, stock and payments.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { StoreOrderState } from '#contract/fields/values.ts';
import { optionKeyOf } from '#domain/orders/cart.ts';
import { canBecome } from '#domain/orders/order-states.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { cartItems, carts, orders, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { openCart } from './cart-writing.ts';
import { cancelNewOrders } from './create-order.ts';
import { expirePayments } from './open-payments.ts';
import { releaseStock } from './stock.ts';

/** An order locked until the end of the transaction. */
export interface LockedOrder {
  id: number;
  userId: string;
  cartId: string | null;
  cartVersion: number | null;
  paymentOnDelivery: boolean;
  state: StoreOrderState;
}

/**
 * Lock order: cart, order, parts, in every transaction, to avoid deadlocks.
 * @param userId required owner; null for the market itself
 */
export async function lockOrder(tx: Tx, orderId: number, userId: string | null): Promise<LockedOrder> {
  const own = and(eq(orders.id, orderId), userId === null ? undefined : ownOrder(userId));
  const [found] = await tx.select({ cartId: orders.cartId }).from(orders).where(own);
  if (!found) throw notFound();
  if (found.cartId) await tx.select({ id: carts.id }).from(carts).where(eq(carts.id, found.cartId)).for('update');
  const [order] = await tx.select().from(orders).where(own).for('update');
  const parts = await tx
    .select({ state: storeOrders.state })
    .from(storeOrders)
    .where(eq(storeOrders.orderId, orderId))
    .orderBy(storeOrders.id)
    .for('update');
  const [first] = parts;
  if (!order || !first) throw notFound();
  return { ...order, state: storeOrderStateOf(first.state) };
}

/** Changes all parts of an unpaid order together; an invalid transition is an error. */
export async function setOrderState(tx: Tx, order: LockedOrder, to: StoreOrderState, now: Date): Promise<LockedOrder> {
  if (!canBecome(order.state, to)) throw conflict('order-state', 'Cette commande ne peut pas changer ainsi.');
  await tx
    .update(storeOrders)
    .set({ state: to, version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(and(eq(storeOrders.orderId, order.id), eq(storeOrders.state, order.state)));
  return { ...order, state: to };
}

/** Closes the ordered cart and moves lines added since to a new cart. */
export async function closeCart(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const [cart] = await tx.select().from(carts).where(eq(carts.id, order.cartId));
  if (!cart || cart.orderedAt !== null) return;
  await tx
    .update(carts)
    .set({ userId: order.userId, orderedAt: now, updatedAt: now, version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cart.id));
  if (cart.version !== order.cartVersion) await moveExtraLines(tx, order, cart.id, now);
  await cancelNewOrders(tx, cart.id, now, order.id);
  await expireOtherPayments(tx, order, now);
}

async function moveExtraLines(tx: Tx, order: LockedOrder, cartId: string, now: Date): Promise<void> {
  const items = await tx
    .select({
      productId: storeOrderItems.productId,
      optionValues: storeOrderItems.optionValues,
      quantity: storeOrderItems.quantity,
    })
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .where(eq(storeOrders.orderId, order.id));
  const keyOf = (productId: string, optionKey: string) => `${productId}|${optionKey}`;
  const orderedByLine = new Map(
    items.map((item) => [keyOf(item.productId, optionKeyOf(item.optionValues.map(({ id }) => id))), item.quantity]),
  );
  const lines = await tx.select().from(cartItems).where(eq(cartItems.cartId, cartId));
  const beyond = lines.flatMap((line) => {
    const left = line.quantity - (orderedByLine.get(keyOf(line.productId, line.optionKey)) ?? 0);
    return left > 0 ? [{ ...line, left }] : [];
  });
  if (beyond.length === 0) return;
  await addToOpenCart(
    tx,
    order.userId,
    beyond.map((line) => ({ ...line, quantity: line.left })),
    now,
  );
  for (const line of beyond) {
    if (line.left === line.quantity) await tx.delete(cartItems).where(eq(cartItems.id, line.id));
    else
      await tx
        .update(cartItems)
        .set({ quantity: line.quantity - line.left })
        .where(eq(cartItems.id, line.id));
  }
}

type NewCartLine = Pick<
  typeof cartItems.$inferSelect,
  'productId' | 'optionValueIds' | 'optionKey' | 'quantity' | 'createdAt'
>;

/** Adds lines to the user's open cart, created if necessary. */
async function addToOpenCart(tx: Tx, userId: string, lines: readonly NewCartLine[], now: Date): Promise<void> {
  const { id: cartId } = await openCart(tx, { userId, now });
  await tx
    .insert(cartItems)
    .values(
      lines.map(({ productId, optionValueIds, optionKey, quantity, createdAt }) => ({
        cartId,
        productId,
        optionValueIds,
        optionKey,
        quantity,
        createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: [cartItems.cartId, cartItems.productId, cartItems.optionKey],
      set: { quantity: sql`${cartItems.quantity} + excluded.quantity` },
    });
  await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: now })
    .where(eq(carts.id, cartId));
}

/** A pending payment had closed the cart; after its refusal the content can be ordered again. */
export async function reopenCart(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const [cart] = await tx.select().from(carts).where(eq(carts.id, order.cartId));
  if (!cart || cart.orderedAt === null) return;
  const [other] = await tx
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.userId, order.userId), sql`${carts.orderedAt} is null`));
  if (other) {
    const lines = await tx.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
    if (lines.length > 0) await addToOpenCart(tx, order.userId, lines, now);
    return;
  }
  await tx
    .update(carts)
    .set({ orderedAt: null, updatedAt: now, version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cart.id));
}

/** Ends an unpaid order: releases the stock and reopens the cart. The declined order stays readable. */
export async function declineOrder(tx: Tx, order: LockedOrder, now: Date): Promise<LockedOrder> {
  const declined = await setOrderState(tx, order, 'payment_declined', now);
  await releaseStock(tx, order.id);
  await tx.update(orders).set({ cartVersion: null }).where(eq(orders.id, order.id));
  await reopenCart(tx, order, now);
  return declined;
}

/** Expires open payments of other orders of the cart, to prevent a double payment. */
export async function expireOtherPayments(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const others = await tx
    .select({ id: orders.id, paymentId: payments.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.cartId, order.cartId), ne(orders.id, order.id), eq(payments.state, 'open')));
  if (others.length === 0) return;
  const ids = others.map(({ paymentId }) => paymentId);
  const expired = await expirePayments(tx, inArray(payments.id, ids), now);
  for (const { orderId } of expired) {
    const other = await lockOrder(tx, orderId, null);
    if (other.state === 'payment_pending') {
      await setOrderState(tx, other, 'payment_declined', now);
      await releaseStock(tx, orderId);
      await tx.update(orders).set({ cartVersion: null }).where(eq(orders.id, orderId));
    }
  }
}
