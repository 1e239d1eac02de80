// Moves an order through its states, and does to its cart, stock and payments what goes with each.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { StoreOrderState } from '#contract/fields/values.ts';
import { optionKeyOf } from '#domain/orders/cart.ts';
import { canBecome } from '#domain/orders/order-states.ts';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { cartItems, carts, orders, payments, storeOrderItems, storeOrders } from '../db/schema/sales.ts';
import { stateOf } from '../presenters/orders.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { openCart } from './cart-writing.ts';
import { cancelNewOrders } from './create-order.ts';
import { giveUpPayments } from './open-payments.ts';
import { giveStockBack } from './stock.ts';

/** An order held until the transaction ends, with its parts. */
export interface HeldOrder {
  id: number;
  userId: string;
  cartId: string | null;
  cartVersion: number | null;
  paymentOnDelivery: boolean;
  state: StoreOrderState;
}

/**
 * Cart first, then order, then its parts: everyone takes them in this sequence, so nobody waits in a circle.
 * @param userId whose it must be; null when the market itself acts
 */
export async function lockOrder(tx: Tx, orderId: number, userId: string | null): Promise<HeldOrder> {
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
  return { ...order, state: stateOf(first.state) };
}

/** All parts of an order move together until it is paid; a step that the table of states does not know is a fault. */
export async function moveAll(tx: Tx, order: HeldOrder, to: StoreOrderState, now: Date): Promise<HeldOrder> {
  if (!canBecome(order.state, to)) throw conflict('order-state', 'Cette commande ne peut pas changer ainsi.');
  await tx
    .update(storeOrders)
    .set({ state: to, version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(and(eq(storeOrders.orderId, order.id), eq(storeOrders.state, order.state)));
  return { ...order, state: to };
}

/** The shopper is done with this cart: it is closed, and what was added to it since the order goes into a new one. */
export async function closeCart(tx: Tx, order: HeldOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const [cart] = await tx.select().from(carts).where(eq(carts.id, order.cartId));
  if (!cart || cart.orderedAt !== null) return;
  await tx
    .update(carts)
    .set({ userId: order.userId, orderedAt: now, updatedAt: now, version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cart.id));
  if (cart.version !== order.cartVersion) await moveLinesBeyond(tx, order.id, cart.id, order.userId, now);
  await cancelNewOrders(tx, cart.id, now, order.id);
  await giveUpOtherPayments(tx, order, now);
}

async function moveLinesBeyond(tx: Tx, orderId: number, cartId: string, userId: string, now: Date): Promise<void> {
  const items = await tx
    .select({
      productId: storeOrderItems.productId,
      optionValues: storeOrderItems.optionValues,
      quantity: storeOrderItems.quantity,
    })
    .from(storeOrderItems)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderItems.storeOrderId))
    .where(eq(storeOrders.orderId, orderId));
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
  await addLines(
    tx,
    userId,
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

type Line = Pick<
  typeof cartItems.$inferSelect,
  'productId' | 'optionValueIds' | 'optionKey' | 'quantity' | 'createdAt'
>;

/** Into the user's open cart, made if there is none. */
async function addLines(tx: Tx, userId: string, lines: readonly Line[], now: Date): Promise<void> {
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

/** A payment that was pending closed the cart; refused after all, its content can be bought again. */
export async function reopenCart(tx: Tx, order: HeldOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const [cart] = await tx.select().from(carts).where(eq(carts.id, order.cartId));
  if (!cart || cart.orderedAt === null) return;
  const [other] = await tx
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.userId, order.userId), sql`${carts.orderedAt} is null`));
  if (other) {
    const lines = await tx.select().from(cartItems).where(eq(cartItems.cartId, cart.id));
    if (lines.length > 0) await addLines(tx, order.userId, lines, now);
    return;
  }
  await tx
    .update(carts)
    .set({ orderedAt: null, updatedAt: now, version: sql`${carts.version} + 1` })
    .where(eq(carts.id, cart.id));
}

/**
 * Ends an order that will not be paid: the stock goes back, the cart can be ordered again as it is.
 * What the declined order says stays readable.
 */
export async function declineOrder(tx: Tx, order: HeldOrder, now: Date): Promise<HeldOrder> {
  const declined = await moveAll(tx, order, 'payment_declined', now);
  await giveStockBack(tx, order.id);
  await tx.update(orders).set({ cartVersion: null }).where(eq(orders.id, order.id));
  await reopenCart(tx, order, now);
  return declined;
}

/** Payments begun for other orders of the same cart and never answered: nobody will pay twice. */
export async function giveUpOtherPayments(tx: Tx, order: HeldOrder, now: Date): Promise<void> {
  if (!order.cartId) return;
  const others = await tx
    .select({ id: orders.id, paymentId: payments.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.cartId, order.cartId), ne(orders.id, order.id), eq(payments.state, 'open')));
  if (others.length === 0) return;
  const ids = others.map(({ paymentId }) => paymentId);
  const expired = await giveUpPayments(tx, inArray(payments.id, ids), now);
  for (const { orderId } of expired) {
    const other = await lockOrder(tx, orderId, null);
    if (other.state === 'payment_pending') {
      await moveAll(tx, other, 'payment_declined', now);
      await giveStockBack(tx, orderId);
      await tx.update(orders).set({ cartVersion: null }).where(eq(orders.id, orderId));
    }
  }
}
