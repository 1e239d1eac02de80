// Bookings of sales: what the ledger writes when an order is paid, handed over or refunded.
// Orders that were paid before the ledger existed are not in it: nothing more of them is written.
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { payments, type refunds } from '../db/schema/payments.ts';
import { storeOrders } from '../db/schema/sales.ts';
import type { MailContext } from '../mails/post.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { amountLeft } from '../presenters/orders.ts';
import { remainderOf, vatOfTaken } from '../presenters/refund-amounts.ts';
import { saleVatOf } from '../presenters/sale-vat.ts';
import { addMovements, hasMovement } from './ledger.ts';
import {
  type PartAmount,
  paidBackByStore,
  paidToStore,
  paymentReceived,
  refundOwed,
  refundPaid,
  sale,
} from './movements.ts';
import { scheduleReversal } from './transfers.ts';

type SoldPart = Pick<
  StoreOrderRow,
  'id' | 'orderId' | 'items' | 'total' | 'totalBeforeDiscount' | 'shippingFees' | 'refunds'
> & {
  store: { id: string };
};
type Payment = Pick<typeof payments.$inferSelect, 'id' | 'orderId' | 'amount'>;

/** VAT of the whole part. Cents. */
const taxOfPart = (part: Pick<SoldPart, 'items' | 'total' | 'totalBeforeDiscount' | 'shippingFees'>): number =>
  saleVatOf(part).reduce((sum, { tax }) => sum + tax, 0);

/** The whole part, with the VAT of its lines and its delivery. */
export const wholePart = (part: SoldPart): PartAmount => ({
  ...{ orderId: part.orderId, storeOrderId: part.id, storeId: part.store.id, amount: part.total },
  tax: taxOfPart(part),
});

/** What is left of it, when some was refunded before it was collected. */
const leftPart = (part: SoldPart): PartAmount => ({
  ...wholePart(part),
  amount: amountLeft(part),
  tax: vatOfTaken(part, remainderOf(part)).reduce((sum, { tax }) => sum + tax, 0),
});

/** An order paid online: the money, and the sale of each part. */
export const bookPaidOrder = (tx: Tx, payment: Payment, parts: readonly SoldPart[], now: Date): Promise<void> =>
  addMovements(tx, [paymentReceived(payment, now), ...parts.map((part) => sale(wholePart(part), now))]);

/** A part handed over and paid to its store. */
export const bookPaidOnDelivery = (tx: Tx, part: SoldPart, now: Date): Promise<void> =>
  addMovements(tx, [sale(leftPart(part), now), paidToStore(leftPart(part), now)]);

/** Money that arrived too late for its order: it is owed to the shopper. */
export const bookLatePayment = (tx: Tx, payment: Payment, now: Date): Promise<void> =>
  addMovements(tx, [paymentReceived(payment, now)]);

type Refund = typeof refunds.$inferSelect;

/**
 * Takes back a part of a sale: the money is owed to the shopper, and a transfer is reversed in proportion. What the
 * store gives back itself is settled at once. Nothing for a part that is not sold yet, or a late payment.
 */
export async function bookRefund(
  tx: Tx,
  { id, storeOrderId, amount, vat, means }: Refund,
  context: MailContext,
): Promise<void> {
  if (storeOrderId === null || amount === 0) return;
  const tax = vat.reduce((sum, share) => sum + share.tax, 0);
  const [part] = await tx
    .select({ orderId: storeOrders.orderId, storeId: storeOrders.storeId })
    .from(storeOrders)
    .where(eq(storeOrders.id, storeOrderId));
  if (!part || !(await hasMovement(tx, 'sale', String(storeOrderId)))) return;
  const taken = { ...part, storeOrderId, amount, tax };
  await addMovements(tx, [
    refundOwed(id, taken, context.now),
    ...(means === 'store' ? [paidBackByStore(id, taken, context.now)] : []),
  ]);
  await scheduleReversal(tx, { id, storeOrderId, amount, tax }, context);
}

/** The provider has accepted a refund. */
export async function bookPaidRefund(
  tx: Tx,
  { id, paymentId, storeOrderId, amount }: Refund & { paymentId: string },
  now: Date,
): Promise<void> {
  if (!(await hasMovement(tx, 'payment', paymentId))) return;
  const [payment] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, paymentId));
  if (payment) await addMovements(tx, [refundPaid({ id, storeOrderId, amount, ...payment }, now)]);
}
