// Refunds of a store's part of an order by its merchant, or by an operator: articles, an amount, or its cancellation.
import { and, eq } from 'drizzle-orm';
import type { AnyEndpointBody } from '#contract/all-endpoints.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents, sentToCents } from '#domain/money.ts';
import { canBecome, hasReached } from '#domain/orders/order-states.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { ownStore } from '../access/ownership.ts';
import { idOfReference } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/stores.ts';
import { presentToMerchant } from '../presenters/merchant-orders.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { refundedOf, storeOrderStateOf } from '../presenters/orders.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { lockOrder } from './order-lifecycle.ts';
import { readStoreOrder } from './order-reading.ts';
import type { ActorPaymentContext } from './payment-context.ts';
import { type MadeRefund, type RefundedContent, refundPart } from './refund-part.ts';

/** Locks the order of the merchant's own part. @throws 404 for another merchant's */
export async function lockOwnPart(tx: Tx, id: number, merchantId: string) {
  const [own] = await tx
    .select({ orderId: storeOrders.orderId })
    .from(storeOrders)
    .innerJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(and(eq(storeOrders.id, id), ownStore(merchantId)));
  if (!own) throw notFound();
  await lockOrder(tx, own.orderId, null);
  return readStoreOrder(tx, id);
}

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
  const { tx, actor } = context;
  const part = await lockOwnPart(tx, storeOrderId, actor.id);
  if (storeOrderStateOf(part.state) === 'canceled') return { ...presentToMerchant(part), notice: 'already' };
  requireCancelable(part);
  const request = { content: { kind: 'rest' as const }, restock: true, message: reason, madeBy: actor.id };
  return presentToMerchant((await refundPart(tx, part, request, context)).part);
}

/**
 * @throws 404 for another merchant's order; 409 `refunded` if it was refunded since, or the agreed sum is no longer
 *   true; the errors of `refundPart`
 */
export async function refundStoreOrder(
  context: ActorPaymentContext,
  storeOrderId: number,
  body: AnyEndpointBody<'storeOrders.refund'>,
): Promise<StoreOrder> {
  const { tx, actor } = context;
  const before = await lockOwnPart(tx, storeOrderId, actor.id);
  if (body.cancel && storeOrderStateOf(before.state) === 'canceled') {
    return { ...presentToMerchant(before), notice: 'already' };
  }
  return presentToMerchant((await refundAsAgreed(context, before, body)).part);
}

/**
 * Gives back what the caller has seen and agreed to.
 * @param before the locked part
 * @throws as `refundStoreOrder`
 */
export async function refundAsAgreed(
  context: ActorPaymentContext,
  before: StoreOrderRow,
  { isByMarket = false, ...body }: AnyEndpointBody<'storeOrders.refund'> & { isByMarket?: boolean },
): Promise<MadeRefund> {
  const { tx, actor } = context;
  const state = storeOrderStateOf(before.state);
  if (body.cancel) requireCancelable(before);
  const refunded = refundedOf(before);
  if (state !== 'canceled') requireRefundedSum(before, body.refunded);
  const agreed = sentToCents(body.amount);
  if (Number.isNaN(agreed)) throw invalid([{ propertyPath: 'amount', message: 'Montant incorrect.' }]);
  const content = contentOf(body, agreed);
  const request = {
    content,
    restock: body.restock === true,
    message: body.message ?? '',
    madeBy: actor.id,
    isByMarket,
  };
  const { refund, part } = await refundPart(tx, before, request, context);
  if (agreed !== null && refund.amount !== agreed) {
    const message = `Le remboursement serait de ${formatCents(refund.amount)}, et non de ${formatCents(agreed)}\u00a0: vérifiez-le.`;
    throw conflict('refunded', message, { refunded });
  }
  if (body.cancel && part.state !== 'canceled') {
    throw conflict('refunded', 'Il resterait des articles à préparer\u00a0: vérifiez ce qui est annulé.', { refunded });
  }
  return { refund, part };
}

/** @throws 409 `refunded` if it was refunded since the merchant saw it */
export function requireRefundedSum(part: StoreOrderRow, seen: number | undefined): void {
  const refunded = refundedOf(part);
  if (seen === undefined || seen === refunded) return;
  const message = `Cette commande a été remboursée autrement entre-temps, de ${formatCents(refunded)} en tout\u00a0: vérifiez ce qu’il en reste.`;
  throw conflict('refunded', message, { refunded });
}

/** @throws 422 if shipped or never confirmed */
function requireCancelable(part: StoreOrderRow): void {
  const state = storeOrderStateOf(part.state);
  if (hasReached(state, 'payed') && canBecome(state, 'canceled')) return;
  const message = `Une commande dans l’état «\u00a0${merchantLabel(presentToMerchant(part))}\u00a0» ne peut plus être annulée.`;
  throw invalid([{ propertyPath: 'state', message }]);
}

function contentOf(
  { lines = [], delivery = false, reason = '' }: AnyEndpointBody<'storeOrders.refund'>,
  amount: number | null,
): RefundedContent {
  if (lines.length === 0 && !delivery && amount !== null) return { kind: 'amount', amount, reason };
  const units = lines.map(({ item, quantity }) => ({ item: idOfReference(item), quantity }));
  return { kind: 'articles', lines: units, delivery };
}
