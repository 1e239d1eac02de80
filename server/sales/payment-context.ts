// Payment context: services for payments, and a transaction outside requests.
import type { Tx } from '../db/client.ts';
import { runTransaction } from '../http/after-commit.ts';
import type { ActorContext, Market } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { bookPaidOrder } from '../money/bookings.ts';
import { saveCommission } from '../money/commission.ts';
import { issueInvoices } from './issue-documents.ts';
import { findAcceptedPayment } from './open-payments.ts';
import { mailConfirmedOrder } from './order-mails.ts';
import { queueOrderPushes } from './order-pushes.ts';
import { readOrder } from './order-reading.ts';

/** Mail context of a payment. */
export type PaymentContext = MailContext;

/** Payment context of a call with an account. */
export type ActorPaymentContext = ActorContext & PaymentContext;

/** Runs `work` in its own transaction, then its after-commit tasks. */
export const runPayment = (
  market: Market,
  now: Date,
  work: (tx: Tx, context: PaymentContext) => Promise<void>,
): Promise<void> => runTransaction(market, (tx, after) => work(tx, { market, now, after }));

/** Keeps the commission of now, books a paid order and writes its invoices, and notifies the shopper and the stores about a confirmed one. */
export async function announceConfirmed(tx: Tx, orderId: number, context: PaymentContext): Promise<void> {
  const { paymentOnDelivery, storeOrders } = await readOrder(tx, orderId);
  await saveCommission(tx, orderId);
  if (!paymentOnDelivery) {
    const payment = await findAcceptedPayment(tx, orderId);
    if (payment) await bookPaidOrder(tx, payment, storeOrders, context.now);
    await issueInvoices(tx, storeOrders, context.now);
  }
  await mailConfirmedOrder(tx, orderId, context);
  await queueOrderPushes(tx, orderId, context.now);
  context.after(() => context.market.pushes.deliver());
}
