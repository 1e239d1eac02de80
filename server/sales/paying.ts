// Begins the payment of orders: online, or on delivery. What becomes of it is followed beside it.
import { eq } from 'drizzle-orm';
import { formatCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { paths } from '#paths';
import type { Tx } from '../db/client.ts';
import { orders, payments } from '../db/schema/sales.ts';
import type { Market } from '../http/call.ts';
import { takesPaymentOnDelivery } from '../presenters/orders.ts';
import { conflict, invalid } from '../runtime/errors.ts';
import type { SandboxAnswer, SandboxPayment } from '../services/payment-sandbox.ts';
import { refuseIncomplete } from './delivery.ts';
import { followPayments, settle } from './following-payments.ts';
import { tooManyOpenOrders } from './open-orders.ts';
import { acceptedPayment, giveUpPayments, openPayment, type Payment, ranOut } from './open-payments.ts';
import { refuseChanged } from './order-changes.ts';
import { closeCart, giveUpOtherPayments, type HeldOrder, lockOrder, moveAll } from './order-lifecycle.ts';
import { readOrder } from './order-reading.ts';
import { atTheTill, confirmed, type Till } from './payment-context.ts';
import { takeStock } from './stock.ts';

/**
 * Takes the stock and opens the payment; an order that costs nothing is confirmed.
 * @returns where the shopper pays: the same address as long as the payment is open
 */
export async function preparePayment(tx: Tx, orderId: number, userId: string, till: Till): Promise<string> {
  const { market, now } = till;
  const order = await lockOrder(tx, orderId, userId);
  // Those given up, now or by a change of the order, can't be paid any more where they were opened.
  till.after(() => followPayments(market, now));
  if (order.state === 'payment_pending') {
    const payment = await openPayment(tx, orderId, now);
    if (payment) return placeToPay(tx, payment, till);
    throw conflict('payment-pending', 'Paiment en attente de confirmation');
  }
  if (order.state === 'payment_declined' && (await ranOut(tx, orderId))) {
    throw conflict('payment-expired', 'Le délai de paiement est dépassé\u00a0: validez de nouveau votre commande.');
  }
  // Confirmed with the first call, since nothing was to pay.
  if (hasReached(order.state, 'payed') && (await acceptedPayment(tx, orderId))?.amount === 0) {
    return resultPage(till, orderId);
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
    .values({ orderId, amount, createdAt: now, updatedAt: now, expiresAt, dueAt: expiresAt })
    .returning();
  if (!payment) throw new Error('The payment was not kept.');
  return placeToPay(tx, payment, till);
}

/** Where nothing is to pay it is paid, and its shopper is led to what became of it. */
async function placeToPay(tx: Tx, payment: Payment, till: Till): Promise<string> {
  const { orderId, amount } = payment;
  if (amount === 0) {
    await settle(tx, payment, 'accepted', till);
    return resultPage(till, orderId);
  }
  const tooLittle = belowLeast(till.market, amount);
  if (tooLittle !== null) throw conflict('too-little', tooLittle);
  return till.market.payment.open(tx, payment);
}

const resultPage = ({ market }: Till, orderId: number) =>
  `${market.env.publicUrl}${paths.paymentResult}?Id=${orderId}&Result=accepted`;

/** Why so little cannot be paid online; null when it can, or need not be paid at all. */
export function belowLeast({ payment: { least } }: Market, amount: number): string | null {
  if (amount === 0 || amount >= least) return null;
  return `Le paiement en ligne n’est possible qu’à partir de ${formatCents(least)}\u00a0: ajoutez un article, ou choisissez le paiement à la livraison s’il est proposé.`;
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
  const tooMany = onDelivery ? await tooManyOpenOrders(tx, userId) : null;
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
        message: 'Le paiement à la livraison n’est pas proposé pour cette commande.',
      },
    ]);
  }
  refuseIncomplete(parts);
  if (tooMany !== null) throw conflict('open-orders', tooMany);
  if (isBegun) {
    // Begun online and never answered: the payment is given up, the stock it took serves.
    const given = await giveUpPayments(tx, eq(payments.orderId, orderId), now);
    till.after(() => followPayments(till.market, now));
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

/** Somebody answers a payment on the page of the sandbox: as a provider would say it, and the market hears it at once. */
export async function payInSandbox(market: Market, { id }: SandboxPayment, answer: SandboxAnswer): Promise<void> {
  const now = market.now();
  await atTheTill(market, now, async (tx, till) => {
    const [asked] = await tx.select().from(payments).where(eq(payments.id, id));
    if (!asked) return;
    await lockOrder(tx, asked.orderId, null);
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id));
    if (payment?.state !== 'open' && payment?.state !== 'pending') return;
    const isLate = payment.state === 'open' && payment.expiresAt <= now;
    await settle(tx, payment, isLate ? 'expired' : answer, till);
  });
}
