// Asks who takes the money how payments ended, and moves their orders accordingly; before a write that depends on it, when an order
// is looked at, and on a clock.
// Guarantees: the provider is asked while nothing is locked; an order is paid by one payment; money that comes when its order can
// no longer be paid with it goes back, once, and its shopper is told.
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { ownOrder } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import { takeDue } from '../db/due-rows.ts';
import { orders, payments } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { Refusal } from '../runtime/errors.ts';
import type { PaymentOutcome } from '../services/payment.ts';
import type { Payment } from './open-payments.ts';
import { closeCart, declineOrder, type HeldOrder, lockOrder, moveAll } from './order-lifecycle.ts';
import { postDeclined, postReturned, postUnpaid } from './order-mails.ts';
import { atTheTill, confirmed, type Till } from './payment-context.ts';
import { oweBack } from './refunding.ts';

const MINUTE = 60_000;
const AT_ONCE = 100;
/** Until it is asked again, by how often it was. Longer than a provider is waited for. */
const AGAIN_AFTER = [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;

interface Asking<Id> {
  params: { id: Id };
  actor: { id: string };
  market: Market;
  now: Date;
}

/** A payment that ended meanwhile, or ran out, decides what may be done with an order. Asked before it is. @throws 503 */
export const followPaymentsOfOrder = ({ params, actor, market, now }: Asking<number>): Promise<void> =>
  followBegun(market, and(eq(orders.id, params.id), ownOrder(actor.id)), now);

/** The same for the orders of a cart. */
export const followPaymentsOfCart = ({ params, actor, market, now }: Asking<string>): Promise<void> =>
  followBegun(market, and(eq(orders.cartId, params.id), ownOrder(actor.id)), now);

async function followBegun(market: Market, whose: SQL | undefined, now: Date): Promise<void> {
  const begun = await market.db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(whose, inArray(payments.state, ['open', 'pending'])));
  for (const { payment } of begun) {
    try {
      await followPayment(market, payment, now);
    } catch (failure) {
      market.log.warn({ err: failure, payment: payment.id }, 'the payment provider did not answer');
      throw paymentAway();
    }
  }
}

/** The same for one order that is looked at, if its time is over; a provider that does not answer keeps nobody from looking. */
export async function followDueOf(market: Market, orderId: number, now: Date): Promise<void> {
  await followDue(market, now, eq(payments.orderId, orderId));
}

/**
 * Asks about all payments whose time has come: not answered in time, waiting for a bank, or given up and perhaps paid after all.
 * Called on a clock. A round ends with the first that fails.
 */
export const followPayments = (market: Market, now: Date): Promise<void> => followDue(market, now);

async function followDue(market: Market, now: Date, which?: SQL): Promise<void> {
  for (let count = 0; count < AT_ONCE; count += 1) {
    const [payment] = await takeDue(market.db, payments, { now, holds: AGAIN_AFTER, which });
    if (!payment) return;
    try {
      await followPayment(market, payment, now);
    } catch (failure) {
      market.log.warn(
        { err: failure, payment: payment.id, attempts: payment.attempts },
        'a payment is asked again later',
      );
      return;
    }
  }
}

/** Safe to call any number of times, also at once. Rejects when the provider does not answer. */
export async function followPayment(market: Market, payment: Payment, now: Date): Promise<void> {
  const { payment: provider, db } = market;
  const isOver = payment.state === 'expired' || (payment.state === 'open' && payment.expiresAt <= now);
  // What is over for the market can't be paid any more before its order ends.
  const said = isOver ? await provider.close(db, payment.id) : await provider.outcome(db, payment.id);
  await atTheTill(market, now, (tx, till) => settle(tx, payment, said, till));
}

/** @param asked as it was when the provider was asked: what it says of a payment that has moved on since is asked anew */
export async function settle(tx: Tx, asked: Payment, said: PaymentOutcome, till: Till): Promise<void> {
  if (said === 'open') return;
  const { now } = till;
  const order = await lockOrder(tx, asked.orderId, null);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, asked.id));
  if (!payment || payment.state === 'accepted' || payment.state === 'returned') return;
  if (payment.state !== asked.state && said !== 'accepted') return;
  const isWaiting = payment.state === 'open' || payment.state === 'pending';
  const decides = isWaiting && order.state === 'payment_pending';
  if (said === 'accepted' && !decides) return giveBack(tx, order, payment, till);
  const isNews = isWaiting && payment.state !== said;
  if (!isNews && said === 'pending') return;
  const dueAt = said === 'pending' ? new Date(now.getTime() + MINUTE) : null;
  await tx
    .update(payments)
    .set({ dueAt, ...(isNews && { state: said, updatedAt: now, attempts: 0 }) })
    .where(eq(payments.id, payment.id));
  if (decides) await moveOrder(tx, order, said, till);
}

async function moveOrder(tx: Tx, order: HeldOrder, said: Exclude<PaymentOutcome, 'open'>, till: Till): Promise<void> {
  const { now } = till;
  switch (said) {
    case 'pending':
      await closeCart(tx, order, now);
      return;
    case 'accepted':
      await moveAll(tx, order, 'payed', now);
      await closeCart(tx, order, now);
      await confirmed(tx, order.id, till);
      return;
    case 'declined':
      await declineOrder(tx, order, now);
      await postDeclined(tx, order.id, till);
      return;
    case 'expired':
      await declineOrder(tx, order, now);
      await postUnpaid(tx, order.id, till);
  }
}

/** The order is over, paid another way, or costs something else by now. */
async function giveBack(tx: Tx, order: HeldOrder, { id, amount }: Payment, till: Till): Promise<void> {
  till.market.log.warn({ order: order.id, payment: id }, 'money came too late and goes back');
  await tx.update(payments).set({ state: 'returned', updatedAt: till.now, dueAt: null }).where(eq(payments.id, id));
  await oweBack(tx, { paymentId: id, storeOrderId: null, amount }, till);
  await postReturned(tx, order.id, amount, till);
}

/** Nobody knows yet how a payment ended, so nothing may be built upon it. */
export const paymentAway = () =>
  new Refusal({
    status: 503,
    code: 'payment-away',
    message: 'Le service de paiement ne répond pas pour le moment\u00a0: réessayez dans un instant.',
    retryAfter: 10,
  });
