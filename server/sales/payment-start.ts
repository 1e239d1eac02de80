// Payment start: online, or on delivery. The outcome is checked separately (payment-checks.ts).
import { eq } from 'drizzle-orm';
import { formatCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { payments } from '../db/schema/payments.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { findUnpayableStores } from '../money/store-accounts.ts';
import { takesPaymentOnDelivery } from '../presenters/orders.ts';
import { conflict, invalid } from '../runtime/errors.ts';
import type { SandboxAnswer, SandboxPayment } from '../services/payment-sandbox.ts';
import { requireComplete } from './delivery.ts';
import { checkOpenOrders } from './open-orders.ts';
import {
  expirePayments,
  findAcceptedPayment,
  findOpenPayment,
  hasLatestTimedOut,
  type Payment,
} from './open-payments.ts';
import { lockLimits, requireUnchanged } from './order-changes.ts';
import { closeCart, expireOtherPayments, type LockedOrder, lockOrder, setOrderState } from './order-lifecycle.ts';
import { readOrder } from './order-reading.ts';
import { checkDuePayments, settlePayment } from './payment-checks.ts';
import { type ActorPaymentContext, announceConfirmed, type PaymentContext, runPayment } from './payment-context.ts';
import { reserveStock } from './stock.ts';
import { acceptTerms } from './terms-of-sale.ts';

/**
 * Reserves the stock and opens the payment; a free order is confirmed.
 * @returns the payment address, stable while the payment is open
 */
export async function preparePayment(context: ActorPaymentContext, orderId: number): Promise<string> {
  const { tx, actor, market, now } = context;
  const order = await lockOrder(tx, orderId, actor.id);
  // Closes expired payments at the provider.
  context.after(() => checkDuePayments(market, now));
  if (order.state === 'payment_pending') {
    const payment = await findOpenPayment(tx, orderId, now);
    if (payment) return paymentAddress(tx, payment, context);
    throw conflict('payment-pending', 'Paiment en attente de confirmation');
  }
  if (order.state === 'payment_declined' && (await hasLatestTimedOut(tx, orderId))) {
    throw conflict('payment-expired', 'Le délai de paiement est dépassé\u00a0: validez de nouveau votre commande.');
  }
  // A free order was confirmed by the first call.
  if (hasReached(order.state, 'payed') && (await findAcceptedPayment(tx, orderId))?.amount === 0) {
    return resultUrl(context, orderId);
  }
  requireNew(order);
  const { storeOrders: parts } = await readOrder(tx, orderId);
  await requireComplete(context, parts);
  await expireOtherPayments(tx, order, now);
  await lockLimits(tx, orderId);
  await reserveStock(tx, orderId, now);
  await requireUnchanged(tx, orderId, now);
  await acceptTerms(tx, orderId, now);
  await setOrderState(tx, order, 'payment_pending', now);
  await tx.update(orders).set({ paymentOnDelivery: false }).where(eq(orders.id, orderId));
  const amount = parts.reduce((sum, part) => sum + part.total, 0);
  const expiresAt = new Date(now.getTime() + market.env.paymentMinutes * 60_000);
  const [payment] = await tx
    .insert(payments)
    .values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt, dueAt: expiresAt })
    .returning();
  if (!payment) throw new Error('The payment was not kept.');
  return paymentAddress(tx, payment, context);
}

/** A free order is settled and leads to its result page. */
async function paymentAddress(tx: Tx, payment: Payment, context: PaymentContext): Promise<string> {
  const { orderId, amount } = payment;
  if (amount === 0) {
    await settlePayment(tx, payment, 'accepted', context);
    return resultUrl(context, orderId);
  }
  const unpayable = await unpayableReason(tx, context.market, orderId);
  if (unpayable !== null) throw conflict('store-not-payable', unpayable);
  const tooLittle = belowMinimum(context.market, amount);
  if (tooLittle !== null) throw conflict('too-little', tooLittle);
  return context.market.payment.open(tx, payment);
}

const resultUrl = ({ market }: PaymentContext, orderId: number) =>
  `${market.env.publicUrl}${paths.paymentResult}?Id=${orderId}&Result=accepted`;

/** @returns the reason for which the amount is too small for online payment, or null */
export function belowMinimum({ payment: { minimum: least } }: Market, amount: number): string | null {
  if (amount === 0 || amount >= least) return null;
  return `Le paiement en ligne n’est possible qu’à partir de ${formatCents(least)}\u00a0: ajoutez un article, ou choisissez le paiement à la livraison s’il est proposé.`;
}

/** @returns the reason for which stores of the order cannot be paid online, or null */
export async function unpayableReason(tx: Tx, market: Market, orderId: number): Promise<string | null> {
  const parts = await tx.select({ id: storeOrders.storeId }).from(storeOrders).where(eq(storeOrders.orderId, orderId));
  const names = await findUnpayableStores(
    tx,
    market,
    parts.map(({ id }) => id),
  );
  if (names.length === 0) return null;
  const stores = new Intl.ListFormat('fr').format(names);
  return names.length === 1
    ? `${stores} ne peut pas encore être payée en ligne\u00a0: retirez ses articles, ou choisissez le paiement à la livraison s’il est proposé.`
    : `${stores} ne peuvent pas encore être payées en ligne\u00a0: retirez leurs articles, ou choisissez le paiement à la livraison s’il est proposé.`;
}

function requireNew(order: LockedOrder): void {
  if (order.state === 'new') return;
  if (hasReached(order.state, 'payed')) throw conflict('order-payed', 'Cette commande est déjà payée.');
  throw conflict('order-closed', 'Cette commande ne peut plus être payée\u00a0: validez de nouveau votre panier.');
}

/** Confirms an order paid on delivery; the stores can prepare it. */
export async function choosePaymentOnDelivery(
  context: ActorPaymentContext,
  orderId: number,
  onDelivery: boolean,
): Promise<void> {
  const { tx, actor, now } = context;
  const tooMany = onDelivery ? await checkOpenOrders(tx, actor.id) : null;
  const order = await lockOrder(tx, orderId, actor.id);
  if (hasReached(order.state, 'payed') && order.paymentOnDelivery && onDelivery) return;
  const hasStarted = order.state === 'payment_pending';
  if (!hasStarted) requireNew(order);
  if (!onDelivery) {
    await tx.update(orders).set({ paymentOnDelivery: false }).where(eq(orders.id, orderId));
    return;
  }
  const { storeOrders: parts } = await readOrder(tx, orderId);
  if (!parts.every(takesPaymentOnDelivery)) {
    throw invalid([
      {
        propertyPath: 'paymentOnDelivery',
        message: 'Le paiement à la livraison n’est pas proposé pour cette commande.',
      },
    ]);
  }
  await requireComplete(context, parts);
  if (tooMany !== null) throw conflict('open-orders', tooMany);
  if (hasStarted) {
    // Replaces an unanswered online payment; its stock stays reserved.
    const given = await expirePayments(tx, eq(payments.orderId, orderId), now);
    context.after(() => checkDuePayments(context.market, now));
    if (given.length === 0) throw conflict('payment-pending', 'Paiment en attente de confirmation');
  } else {
    await expireOtherPayments(tx, order, now);
    await lockLimits(tx, orderId);
    await reserveStock(tx, orderId, now);
    await requireUnchanged(tx, orderId, now);
    await acceptTerms(tx, orderId, now);
  }
  await tx.update(orders).set({ paymentOnDelivery: true }).where(eq(orders.id, orderId));
  const pending = hasStarted ? order : await setOrderState(tx, order, 'payment_pending', now);
  await setOrderState(tx, pending, 'payed', now);
  await closeCart(tx, order, now);
  await announceConfirmed(tx, orderId, context);
}

/** Answers a payment on the sandbox page; the outcome applies at once. */
export async function payInSandbox(market: Market, { id }: SandboxPayment, answer: SandboxAnswer): Promise<void> {
  const now = market.now();
  await runPayment(market, now, async (tx, context) => {
    const [found] = await tx.select().from(payments).where(eq(payments.id, id));
    if (!found) return;
    await lockOrder(tx, found.orderId, null);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id));
    if (payment?.state !== 'open' && payment?.state !== 'pending') return;
    const isLate = payment.state === 'open' && payment.expiresAt <= now;
    await settlePayment(tx, payment, isLate ? 'expired' : answer, context);
  });
}
