// Payment checks: asks the provider for payment outcomes and updates orders: before writes that depend on them, when an
// order is read, and periodically.
// Guarantees: no locks are held while the provider is asked; an order is paid by one payment; money that arrives too
// late is refunded once, and the shopper informed.
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { claimDueRows } from '../db/due-rows.ts';
import { payments } from '../db/schema/payments.ts';
import { orders } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { bookLatePayment } from '../money/bookings.ts';
import { Refusal } from '../runtime/errors.ts';
import type { PaymentOutcome } from '../services/payment.ts';
import type { Payment } from './open-payments.ts';
import { closeCart, declineOrder, type LockedOrder, lockOrder, setOrderState } from './order-lifecycle.ts';
import { mailPaymentDeclined, mailPaymentExpired, mailPaymentReturned } from './order-mails.ts';
import { announceConfirmed, type PaymentContext, runPayment } from './payment-context.ts';
import { recordRefund } from './refunds.ts';

const MINUTE_MS = 60_000;
const BATCH_SIZE = 100;
/** Delays between checks by number of attempts; longer than the provider's timeout. */
const CHECK_DELAYS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS] as const;

interface CheckCall<Id> {
  params: { id: Id };
  actor: { id: string };
  market: Market;
  now: Date;
}

/** Checks the order's unfinished payments before a write that depends on them. @throws 503 */
export const checkPaymentsOfOrder = ({ params, actor, market, now }: CheckCall<number>): Promise<void> =>
  checkUnfinished(market, and(eq(orders.id, params.id), ownOrder(actor.id)), now);

/** Like `checkPaymentsOfOrder`, for the orders of a cart. */
export const checkPaymentsOfCart = ({ params, actor, market, now }: CheckCall<string>): Promise<void> =>
  checkUnfinished(market, and(eq(orders.cartId, params.id), ownOrder(actor.id)), now);

async function checkUnfinished(market: Market, whose: SQL | undefined, now: Date): Promise<void> {
  const unfinished = await market.db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(whose, inArray(payments.state, ['open', 'pending'])));
  for (const { payment } of unfinished) {
    try {
      await checkPayment(market, payment, now);
    } catch (failure) {
      market.log.warn({ err: failure, payment: payment.id }, 'the payment provider did not answer');
      throw paymentUnavailableError();
    }
  }
}

/** Checks an order's payment if due, before it is shown; an unreachable provider does not prevent showing it. */
export async function checkDuePaymentsOf(market: Market, orderId: number, now: Date): Promise<void> {
  await checkDue(market, now, eq(payments.orderId, orderId));
}

/**
 * Checks all due payments: unanswered, awaiting confirmation, or expired and possibly paid after all. Run periodically.
 * Stops at the first failure.
 */
export const checkDuePayments = (market: Market, now: Date): Promise<void> => checkDue(market, now);

async function checkDue(market: Market, now: Date, which?: SQL): Promise<void> {
  for (let count = 0; count < BATCH_SIZE; count += 1) {
    const [payment] = await claimDueRows(market.db, payments, { now, leases: CHECK_DELAYS, which });
    if (!payment) return;
    try {
      await checkPayment(market, payment, now);
    } catch (failure) {
      market.log.warn(
        { err: failure, payment: payment.id, attempts: payment.attempts },
        'a payment is asked again later',
      );
      return;
    }
  }
}

/** Idempotent and safe to run in parallel. Rejects if the provider is unreachable. */
export async function checkPayment(market: Market, payment: Payment, now: Date): Promise<void> {
  const { payment: provider, db } = market;
  const isExpired = payment.state === 'expired' || (payment.state === 'open' && payment.expiresAt <= now);
  // Closing prevents a payment after its order has ended.
  const outcome = isExpired ? await provider.close(db, payment.id) : await provider.outcome(db, payment.id);
  await runPayment(market, now, (tx, context) => settlePayment(tx, payment, outcome, context));
}

/** @param checked payment as of the provider's answer: an answer about an older state is discarded and asked again */
export async function settlePayment(
  tx: Tx,
  checked: Payment,
  outcome: PaymentOutcome,
  context: PaymentContext,
): Promise<void> {
  if (outcome === 'open') return;
  const { now } = context;
  const order = await lockOrder(tx, checked.orderId, null);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, checked.id));
  if (!payment || payment.state === 'accepted' || payment.state === 'returned') return;
  if (payment.state !== checked.state && outcome !== 'accepted') return;
  const isWaiting = payment.state === 'open' || payment.state === 'pending';
  const decides = isWaiting && order.state === 'payment_pending';
  if (outcome === 'accepted' && !decides) return returnPayment(tx, order, payment, context);
  const isNews = isWaiting && payment.state !== outcome;
  if (!isNews && outcome === 'pending') return;
  const dueAt = outcome === 'pending' ? new Date(now.getTime() + MINUTE_MS) : null;
  await tx
    .update(payments)
    .set({ dueAt, ...(isNews && { state: outcome, updatedAt: now, attempts: 0 }) })
    .where(eq(payments.id, payment.id));
  if (decides) await moveOrder(tx, order, outcome, context);
}

async function moveOrder(
  tx: Tx,
  order: LockedOrder,
  outcome: Exclude<PaymentOutcome, 'open'>,
  context: PaymentContext,
): Promise<void> {
  const { now } = context;
  switch (outcome) {
    case 'pending':
      await closeCart(tx, order, now);
      return;
    case 'accepted':
      await setOrderState(tx, order, 'payed', now);
      await closeCart(tx, order, now);
      await announceConfirmed(tx, order.id, context);
      return;
    case 'declined':
      await declineOrder(tx, order, now);
      await mailPaymentDeclined(tx, order.id, context);
      return;
    case 'expired':
      await declineOrder(tx, order, now);
      await mailPaymentExpired(tx, order.id, context);
  }
}

/** The order has ended, was paid another way, or its amount has changed. */
async function returnPayment(tx: Tx, order: LockedOrder, payment: Payment, context: PaymentContext): Promise<void> {
  const { id, amount } = payment;
  context.market.log.warn({ order: order.id, payment: id }, 'money came too late and goes back');
  await tx.update(payments).set({ state: 'returned', updatedAt: context.now, dueAt: null }).where(eq(payments.id, id));
  await bookLatePayment(tx, payment, context.now);
  await recordRefund(tx, { paymentId: id, storeOrderId: null, amount }, context);
  await mailPaymentReturned(tx, order.id, amount, context);
}

/** The outcome is unknown, so dependent writes must wait. */
export const paymentUnavailableError = () =>
  new Refusal({
    status: 503,
    code: 'payment-away',
    message: 'Le service de paiement ne répond pas pour le moment\u00a0: réessayez dans un instant.',
    retryAfter: 10,
  });
