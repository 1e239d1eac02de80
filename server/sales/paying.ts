// Takes orders through payment: begun, paid on delivery, answered by the provider, run out of time.
import { and, eq, lte } from 'drizzle-orm';
import { hasReached } from '#domain/store-order.ts';
import type { Tx } from '../db/client.ts';
import { orders, payments } from '../db/schema/sales.ts';
import { committed } from '../http/after-commit.ts';
import type { Market } from '../http/call.ts';
import type { Posting } from '../mails/post.ts';
import { takesPaymentOnDelivery } from '../presenters/orders.ts';
import { conflict, invalid, Refusal } from '../runtime/errors.ts';
import type { PaymentOutcome } from '../services/payment.ts';
import { answerSandboxPayment, type SandboxAnswer, type SandboxPayment } from '../services/payment-sandbox.ts';
import { refuseIncomplete } from './delivery.ts';
import { latestPayment, type Payment } from './open-payments.ts';
import { refuseChanged } from './order-changes.ts';
import { closeCart, declineOrder, giveUpOtherPayments, type HeldOrder, lockOrder, moveAll } from './order-lifecycle.ts';
import { postDeclined, postOrder, postUnpaid } from './order-mails.ts';
import { queueOrderPushes } from './order-pushes.ts';
import { readOrder } from './order-reading.ts';
import { takeStock } from './stock.ts';

/** What paying needs beside the transaction. */
export type Till = Posting;

/**
 * Takes the stock and opens the payment.
 * @returns where the shopper pays: the same address as long as the payment is open
 */
export async function preparePayment(tx: Tx, orderId: number, userId: string, till: Till): Promise<string> {
  const { market, now } = till;
  const order = await lockOrder(tx, orderId, userId);
  if (order.state === 'payment_pending') {
    const payment = await latestPayment(tx, orderId);
    const outcome = payment && outcomeAt(payment, now, await market.payment.outcome(tx, payment.id));
    if (payment && outcome === 'open') return market.payment.open(tx, payment);
    if (payment && outcome === 'expired') {
      await settle(tx, order, payment, 'expired', till);
      throw new Refusal({
        status: 409,
        code: 'payment-expired',
        message: 'Le délai de paiement est dépassé\u00a0: validez de nouveau votre commande.',
        keepsEffects: true,
      });
    }
    throw conflict('payment-pending', 'Paiment en attente de confirmation');
  }
  refuseUnlessNew(order);
  const { storeOrders: parts } = await readOrder(tx, orderId);
  refuseIncomplete(parts);
  await giveUpOtherPayments(tx, order, now);
  await takeStock(tx, orderId, now);
  await refuseChanged(tx, orderId, now);
  await moveAll(tx, order, 'payment_pending', now);
  await tx.update(orders).set({ paymentOnDelivery: false }).where(eq(orders.id, orderId));
  const amount = parts.reduce((sum, part) => sum + part.total, 0);
  const expiresAt = new Date(now.getTime() + market.env.paymentMinutes * 60_000);
  const [payment] = await tx
    .insert(payments)
    .values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt })
    .returning();
  if (!payment) throw new Error('The payment was not kept.');
  return market.payment.open(tx, payment);
}

function refuseUnlessNew(order: HeldOrder): void {
  if (order.state === 'new') return;
  if (hasReached(order.state, 'payed')) throw conflict('order-payed', 'Cette commande est déjà payée.');
  throw conflict('order-closed', 'Cette commande ne peut plus être payée\u00a0: validez de nouveau votre panier.');
}

/** Confirms an order that will be paid when it is handed over: from here on it is the shops' to prepare. */
export async function choosePaymentOnDelivery(
  tx: Tx,
  orderId: number,
  userId: string,
  onDelivery: boolean,
  till: Till,
): Promise<void> {
  const { now } = till;
  const order = await lockOrder(tx, orderId, userId);
  if (hasReached(order.state, 'payed') && order.paymentOnDelivery && onDelivery) return;
  const isBegun = order.state === 'payment_pending';
  if (!isBegun) refuseUnlessNew(order);
  if (!onDelivery) {
    await tx.update(orders).set({ paymentOnDelivery: false }).where(eq(orders.id, orderId));
    return;
  }
  const { storeOrders: parts } = await readOrder(tx, orderId);
  if (!parts.every(takesPaymentOnDelivery)) {
    throw invalid([
      {
        propertyPath: 'paymentOnDelivery',
        message: "Le paiement à la livraison n'est pas proposé pour cette commande.",
      },
    ]);
  }
  refuseIncomplete(parts);
  if (isBegun) {
    // Begun online and never answered: the payment is given up, the stock it took serves.
    const given = await tx
      .update(payments)
      .set({ state: 'expired', updatedAt: now })
      .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open')))
      .returning({ id: payments.id });
    if (given.length === 0) throw conflict('payment-pending', 'Paiment en attente de confirmation');
  } else {
    await giveUpOtherPayments(tx, order, now);
    await takeStock(tx, orderId, now);
    await refuseChanged(tx, orderId, now);
  }
  await tx.update(orders).set({ paymentOnDelivery: true }).where(eq(orders.id, orderId));
  const pending = isBegun ? order : await moveAll(tx, order, 'payment_pending', now);
  await moveAll(tx, pending, 'payed', now);
  await closeCart(tx, order, now);
  await confirmed(tx, orderId, till);
}

/** From here on it is the shops' to do: whom it concerns is told. */
async function confirmed(tx: Tx, orderId: number, till: Till): Promise<void> {
  await postOrder(tx, orderId, till);
  await queueOrderPushes(tx, orderId, till.now);
  till.after(() => till.market.pushes.look());
}

/** Open too long counts as expired, whether or not the clock has said so yet. */
const outcomeAt = (payment: Payment, now: Date, said: PaymentOutcome): PaymentOutcome =>
  said === 'open' && payment.expiresAt <= now ? 'expired' : said;

/** Asks the provider how the latest payment ended and moves the order accordingly. Safe to call any number of times. */
export async function checkPayment(tx: Tx, orderId: number, userId: string | null, till: Till): Promise<void> {
  // Asked before anything is locked: a provider may take its time.
  const asked = await latestPayment(tx, orderId);
  const said = asked && (await till.market.payment.outcome(tx, asked.id));
  const order = await lockOrder(tx, orderId, userId);
  const payment = await latestPayment(tx, orderId);
  if (!payment || !said || payment.id !== asked?.id) return;
  await settle(tx, order, payment, outcomeAt(payment, till.now, said), till);
}

async function settle(tx: Tx, order: HeldOrder, payment: Payment, outcome: PaymentOutcome, till: Till): Promise<void> {
  if (order.state !== 'payment_pending' || outcome === 'open') return;
  const { now } = till;
  switch (outcome) {
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
      await tx
        .update(payments)
        .set({ state: 'expired', updatedAt: now })
        .where(and(eq(payments.id, payment.id), eq(payments.state, 'open')));
      await declineOrder(tx, order, now);
      await postUnpaid(tx, order.id, till);
  }
}

/** Runs `work` in a transaction of its own, and what it left for after the commit afterwards. */
const atTheTill = (market: Market, now: Date, work: (tx: Tx, till: Till) => Promise<void>): Promise<void> =>
  committed(market, (tx, after) => work(tx, { market, now, after }));

const AT_ONCE = 100;

/** Payments that nobody answered in time: their orders are declined and the stock goes back. Called on a clock. */
export async function expirePayments(market: Market, now: Date): Promise<void> {
  const late = await market.db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.state, 'open'), lte(payments.expiresAt, now)))
    .limit(AT_ONCE);
  for (const { orderId } of late) {
    await atTheTill(market, now, (tx, till) => checkPayment(tx, orderId, null, till));
  }
}

/** The same for one order, just before it is read. */
export async function expirePaymentOf(market: Market, orderId: number, now: Date): Promise<void> {
  const late = await market.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open'), lte(payments.expiresAt, now)));
  if (late.length > 0) await atTheTill(market, now, (tx, till) => checkPayment(tx, orderId, null, till));
}

/** Somebody answers a payment on the page of the sandbox: as a provider would say it, and the market asks at once. */
export async function payInSandbox(
  market: Market,
  { id, orderId }: SandboxPayment,
  answer: SandboxAnswer,
): Promise<void> {
  const now = market.now();
  await atTheTill(market, now, async (tx, till) => {
    await lockOrder(tx, orderId, null);
    await answerSandboxPayment(tx, id, answer, now);
    await checkPayment(tx, orderId, null, till);
  });
}
