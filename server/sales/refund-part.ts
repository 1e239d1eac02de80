// Refund of a part of an order: by articles, by amount, by weight, or all that is left. Guarantee: all of it, once, or nothing.
import { eq, sql } from 'drizzle-orm';
import { visibleCharacter } from '#contract/bounds.ts';
import { formatCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { isNothingLeft } from '#domain/orders/refund.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import type { Tx } from '../db/client.ts';
import { storeOrders } from '../db/schema/sales.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { amountLeft, storeOrderStateOf } from '../presenters/orders.ts';
import {
  remainderOf,
  type Taken,
  takeAmount,
  takeArticles,
  takenAmount,
  takeRest,
  vatOfRefund,
} from '../presenters/refund-amounts.ts';
import { conflict, invalid } from '../runtime/errors.ts';
import { issueCreditNote } from './issue-documents.ts';
import { findAcceptedPayment } from './open-payments.ts';
import { lockOrder } from './order-lifecycle.ts';
import { mailCanceled, mailRefunded, mailWeighed } from './order-mails.ts';
import { readStoreOrder } from './order-reading.ts';
import type { PaymentContext } from './payment-context.ts';
import { type RefundRow, recordRefund } from './refunds.ts';
import { settleWithdrawals } from './settle-withdrawals.ts';
import { returnUnits } from './stock.ts';

/** What is given back. `item`: id of the order's item. Amounts in cents. */
export type RefundedContent =
  /** `delivery`: with all that is left of its price. */
  | { kind: 'articles'; lines: readonly { item: string; quantity: number }[]; delivery: boolean }
  /** A free amount, for example for a damaged article that is kept. `reason`: on the credit note. */
  | { kind: 'amount'; amount: number; reason: string }
  /** What articles weigh less than agreed, by line. `reason`: on the credit note. */
  | { kind: 'weight'; lines: readonly { item: string; amount: number }[]; reason: string }
  /** All that is left. Cancels a part that is not shipped. */
  | { kind: 'rest' };

export interface RefundRequest {
  content: RefundedContent;
  /** The units are in stock again. */
  restock: boolean;
  /** To the shopper; may be empty. */
  message: string;
  /** Account of who gives it back; null: the market itself. */
  madeBy: string | null;
  /** By the market's team instead of the store. */
  isByMarket?: boolean;
}

export interface MadeRefund {
  refund: RefundRow;
  /** After the refund. */
  part: StoreOrderRow;
}

/**
 * Refunds a confirmed part of an order, before or after its shipment: the merchant's refund, a cancellation and a
 * withdrawal are this function. It locks the order, so that two refunds follow each other.
 *
 * - Never more than was paid, by line and in all. A coupon is spread over the lines as for VAT (largest remainder),
 *   units of a line bear its amount in turn, and a free amount is spread over the rates of VAT and their lines in
 *   proportion: refunds of everything, in any steps, sum to the total, and their VAT by rate to that of the invoice.
 * - Paid online: the provider is asked after the commit, until it accepts. To be paid on delivery: before the
 *   hand-over the amount to collect falls (means `due`); after it, the store gives the money back itself (`store`).
 * - Writes a row of `refunds` with lines, VAT and author, a credit note if the part was invoiced, and returns units to
 *   the stock if asked. The shopper is notified by mail and push.
 * - Settles withdrawals of the shopper whose units are all refunded.
 * - A part that is not shipped and has no article left is canceled; its delivery is refunded with the last article.
 *
 * @throws 409 `canceled`; 422 for a part that was never confirmed, for more than is left, or for nothing at all, with a
 *   violation at `lines.N.item`, `lines.N.quantity`, `delivery`, `amount`, `reason` or `state`
 */
export async function refundPart(
  tx: Tx,
  { id, orderId }: { id: number; orderId: number },
  request: RefundRequest,
  context: PaymentContext,
): Promise<MadeRefund> {
  const order = await lockOrder(tx, orderId, null);
  const before = await readStoreOrder(tx, id);
  const state = storeOrderStateOf(before.state);
  if (state === 'canceled') {
    throw conflict('canceled', 'Cette commande est annulée\u00a0: il n’y a plus rien à rembourser.');
  }
  if (!hasReached(state, 'payed')) throw refuse('state', 'Cette commande n’est pas encore confirmée.');
  const taken = takenBy(before, request.content);
  const payment = order.paymentOnDelivery ? undefined : await findAcceptedPayment(tx, order.id);
  const byHand = isUnderway(state) && order.paymentOnDelivery ? 'due' : 'store';
  const remainder = remainderOf(before);
  const refund = await recordRefund(
    tx,
    {
      ...{ paymentId: payment?.id ?? null, storeOrderId: id, means: payment ? 'payment' : byHand },
      ...{ amount: takenAmount(taken), vat: vatOfRefund(before, remainder, taken) },
      ...{ lines: [...taken.lines], delivery: [...taken.delivery] },
      ...{ reason: 'reason' in request.content ? request.content.reason : '', message: request.message },
      ...{ restocked: request.restock, madeBy: request.madeBy },
    },
    context,
  );
  if (request.restock) await returnUnits(tx, taken.lines);
  await issueCreditNote(tx, before, refund, context.now);
  const isLast = isNothingLeft(remainderOf(withRefund(before, taken)));
  const isCanceled = isUnderway(state) && isLast;
  await tx
    .update(storeOrders)
    .set({
      ...(isCanceled && { state: 'canceled' }),
      ...{ version: sql`${storeOrders.version} + 1`, updatedAt: context.now },
    })
    .where(eq(storeOrders.id, id));
  await settleWithdrawals(tx, await readStoreOrder(tx, id), context.now);
  const part = await readStoreOrder(tx, id);
  const mail = request.content.kind === 'weight' ? mailWeighed : mailRefunded;
  const mailed = { ...refund, isByMarket: request.isByMarket === true };
  await (isCanceled ? mailCanceled : mail)(tx, part, mailed, context);
  return { refund, part };
}

const refuse = (propertyPath: string, message: string) => invalid([{ propertyPath, message }]);

const withRefund = (part: StoreOrderRow, taken: Taken) => ({ ...part, refunds: [...part.refunds, taken] });

/** @throws 422 */
function takenBy(part: StoreOrderRow, content: RefundedContent): Taken {
  const remainder = remainderOf(part);
  const underway = isUnderway(storeOrderStateOf(part.state));
  const left = amountLeft(part);
  if (content.kind === 'amount') {
    if (!visibleCharacter.test(content.reason)) throw refuse('reason', 'Dites pourquoi\u00a0: l’avoir le mentionne.');
    if (content.amount <= 0) throw refuse('amount', 'Montant incorrect.');
    if (content.amount > left) throw refuse('amount', `Il reste ${formatCents(left)} à rembourser.`);
    return takeAmount(part, remainder, content.amount);
  }
  if (content.kind === 'weight') {
    return { lines: content.lines.map((line) => ({ ...line, quantity: 0 })), delivery: [] };
  }
  if (content.kind === 'rest') {
    const rest = takeRest(remainder);
    if (!underway && takenAmount(rest) === 0) throw refuse('state', 'Il n’y a plus rien à rembourser.');
    return rest;
  }
  requireLeft(remainder, content.lines);
  if (content.lines.length === 0 && !content.delivery) throw refuse('lines', 'Choisissez ce que vous remboursez.');
  const taken = takeArticles(remainder, { ...content, isUnderway: underway });
  if (content.delivery && taken.delivery.length === 0) {
    throw refuse('delivery', 'Il ne reste pas de frais de livraison à rembourser.');
  }
  return taken;
}

/** @throws 422 for the first line that is not of the part, or of which fewer units are left */
function requireLeft({ lines }: Taken, chosen: readonly { item: string; quantity: number }[]): void {
  const left = new Map(lines.map(({ item, quantity }) => [item, quantity]));
  chosen.forEach(({ item, quantity }, index) => {
    const units = left.get(item);
    if (units === undefined) throw refuse(`lines.${index}.item`, 'Cet article n’est pas dans cette commande.');
    if (quantity > units) {
      const message = units === 0 ? 'Cet article est déjà remboursé.' : `Il n’en reste que ${units} à rembourser.`;
      throw refuse(`lines.${index}.quantity`, message);
    }
    left.set(item, units - quantity);
  });
}
