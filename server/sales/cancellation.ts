// Cancellation of a store's part of a confirmed order: releases its stock, schedules the refund of an online payment
// and informs the shopper. Guarantee: all of it, once, or nothing.
import { and, eq, sql } from 'drizzle-orm';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { ownStore } from '../access/ownership.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { taxOfPart } from '../money/bookings.ts';
import { presentToMerchant, storeOrderStateOf } from '../presenters/orders.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { issueCreditNote } from './issue-documents.ts';
import { findAcceptedPayment } from './open-payments.ts';
import { lockOrder } from './order-lifecycle.ts';
import { mailCanceled } from './order-mails.ts';
import { readStoreOrder } from './order-reading.ts';
import type { ActorPaymentContext } from './payment-context.ts';
import { scheduleRefund } from './refunds.ts';
import { releasePartStock } from './stock.ts';

/**
 * @param reason the merchant's message to the shopper
 * @returns with notice `already` if it was cancelled before
 * @throws 404 for another merchant's order, 422 if shipped or never confirmed
 */
export async function cancelStoreOrder(
  context: ActorPaymentContext,
  storeOrderId: number,
  reason: string,
): Promise<StoreOrder> {
  const { tx, actor, now } = context;
  const [own] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, storeOrderId), ownStore(actor.id)));
  if (!own) throw notFound();
  const order = await lockOrder(tx, own.orderId, null);
  const part = await readStoreOrder(tx, storeOrderId);
  const state = storeOrderStateOf(part.state);
  if (state === 'canceled') return { ...presentToMerchant(part), notice: 'already' };
  if (!hasReached(state, 'payed') || !canBecome(state, 'canceled')) {
    const message = `Une commande dans l’état «\u00a0${merchantLabel(presentToMerchant(part))}\u00a0» ne peut plus être annulée.`;
    throw invalid([{ propertyPath: 'state', message }]);
  }
  await tx
    .update(storeOrders)
    .set({ state: 'canceled', version: sql`${storeOrders.version} + 1`, updatedAt: now })
    .where(eq(storeOrders.id, storeOrderId));
  await releasePartStock(tx, storeOrderId);
  const payment = order.paymentOnDelivery ? undefined : await findAcceptedPayment(tx, order.id);
  if (payment) {
    const refund = { paymentId: payment.id, storeOrderId, amount: part.total, tax: taxOfPart(part) };
    await scheduleRefund(tx, refund, context);
  }
  await issueCreditNote(tx, part, now);
  const canceled = await readStoreOrder(tx, storeOrderId);
  await mailCanceled(tx, canceled, reason, context);
  return presentToMerchant(canceled);
}
