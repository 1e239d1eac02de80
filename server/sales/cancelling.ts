// Cancels a shop's part of an order that was confirmed: the stock goes back, what was paid online for it is owed from then on, and
// the shopper is told why. Guarantee: all of it happens once, or nothing of it.
import { and, eq, sql } from 'drizzle-orm';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { ownStore } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import { presentToMerchant, stateOf } from '../presenters/orders.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { acceptedPayment } from './open-payments.ts';
import { lockOrder } from './order-lifecycle.ts';
import { postCanceled } from './order-mails.ts';
import { readStoreOrder } from './order-reading.ts';
import type { Till } from './payment-context.ts';
import { oweBack } from './refunding.ts';
import { giveBackPart } from './stock.ts';

/**
 * @param reason for the shopper, in the merchant's words
 * @returns with notice `already` when it was cancelled before
 * @throws 404 for what is not the merchant's, 422 for what has left the shop or was never confirmed
 */
export async function cancelStoreOrder(
  tx: Tx,
  storeOrderId: number,
  merchantId: string,
  reason: string,
  till: Till,
): Promise<StoreOrder> {
  const { now } = till;
  const [own] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownStore(merchantId)));
  if (!own) throw notFound();
  const order = await lockOrder(tx, own.orderId, null);
  const held = await readStoreOrder(tx, storeOrderId);
  const state = stateOf(held.state);
  if (state === 'canceled') return { ...presentToMerchant(held), notice: 'already' };
  if (!hasReached(state, 'payed') || !canBecome(state, 'canceled')) {
    const message = `Une commande dans l’état «\u00a0${merchantLabel({ state, orderPaymentOnDelivery: held.paymentOnDelivery })}\u00a0» ne peut plus être annulée.`;
    throw invalid([{ propertyPath: 'state', message }]);
  }
  await tx
    .update(storeOrders)
    .set({ state: 'canceled', version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  await giveBackPart(tx, storeOrderId);
  const payment = order.paymentOnDelivery ? undefined : await acceptedPayment(tx, order.id);
  if (payment) await oweBack(tx, { paymentId: payment.id, storeOrderId, amount: held.total }, till);
  const canceled = await readStoreOrder(tx, storeOrderId);
  await postCanceled(tx, canceled, reason, till);
  return presentToMerchant(canceled);
}
