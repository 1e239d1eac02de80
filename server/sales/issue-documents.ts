// Sale documents: invoices and credit notes, written in the transaction of their cause.
// Guarantees: numbers of a seller and year follow each other without a gap, since the seller's row is locked until the
// commit; a document never changes.
import { and, eq, inArray, sql } from 'drizzle-orm';
import { documentNumber } from '#domain/orders/sale-document.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { formatGrams } from '#domain/orders/weight-terms.ts';
import { parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../db/client.ts';
import { type SaleDocumentContent, saleDocuments } from '../db/schema/documents.ts';
import { stores } from '../db/schema/stores.ts';
import { addressForStore } from '../presenters/merchant-orders.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { shippingTypeOf } from '../presenters/orders.ts';
import {
  deliveryOf,
  remainderOf,
  type Taken,
  takenAmount,
  takeRest,
  vatOfTaken,
} from '../presenters/refund-amounts.ts';
import type { RefundRow } from './refunds.ts';

/** Invoices of parts that have just been paid. */
export async function issueInvoices(tx: Tx, parts: readonly StoreOrderRow[], now: Date): Promise<void> {
  const sellers = await lockSellers(tx, parts);
  for (const part of parts) {
    const content = invoiceContent(part, sellers.get(part.store.id) ?? null);
    await addDocument(tx, part, { kind: 'invoice', content, now });
  }
}

/**
 * Credit note of an amount, if the part was invoiced: names its articles and delivery, or the reason of a free amount.
 * @param part before the refund
 */
export async function issueCreditNote(tx: Tx, part: StoreOrderRow, refund: NotedRefund, now: Date): Promise<void> {
  const [invoice] = await tx
    .select()
    .from(saleDocuments)
    .where(and(eq(saleDocuments.storeOrderId, part.id), eq(saleDocuments.kind, 'invoice')));
  if (!invoice || refund.amount === 0) return;
  await lockSellers(tx, [part]);
  const corrected = { number: documentNumber(invoice), issuedAt: invoice.issuedAt.toISOString() };
  const isFreeAmount = refund.reason !== '';
  const isPartial = isFreeAmount || refund.amount !== invoice.content.total;
  const content = {
    ...invoice.content,
    ...(isFreeAmount ? freeAmount(refund) : contentOf(part, refund)),
    vat: refund.vat,
    invoice: corrected,
    ...(isPartial && { partial: true as const }),
    ...(refund.means === 'store' && { byStore: true as const }),
  };
  await addDocument(tx, part, { kind: 'credit-note', content, now });
}

type NotedRefund = Pick<RefundRow, 'amount' | 'lines' | 'delivery' | 'vat' | 'reason' | 'means'>;

const freeAmount = ({ amount, reason }: NotedRefund) => ({
  lines: [{ label: reason, quantity: 1, unitPrice: amount, total: amount, vatRate: null }],
  discount: 0,
  shippingFees: 0,
  total: amount,
});

/** Units at their price, the discount on them, and the delivery. */
function contentOf(part: StoreOrderRow, taken: Taken) {
  const lines = part.items.flatMap(({ id, name, optionValues, unitPrice, vatRate, byWeight, ...item }) => {
    const quantity = taken.lines.find(({ item }) => item === id)?.quantity ?? 0;
    const options = optionValues.map(({ option, name: value }) => `${option}\u00a0: ${value}`);
    const weighed = byWeight?.weighed;
    // Of a line without refunded units; otherwise it counts as a discount.
    const less = weighed && quantity === item.quantity ? weighed.less : 0;
    const weight = weighed ? [`pesé ${formatGrams(weighed.grams)}`] : [];
    const label = [name, ...options, ...weight].join(', ');
    return quantity === 0 ? [] : [{ label, quantity, unitPrice, total: unitPrice * quantity - less, vatRate }];
  });
  const shippingFees = deliveryOf(taken);
  const total = takenAmount(taken);
  const goods = lines.reduce((sum, line) => sum + line.total, 0);
  return { lines, discount: goods - (total - shippingFees), shippingFees, total };
}

/** In the order of their ids, so that two orders never wait for each other. @returns identities by store id */
async function lockSellers(tx: Tx, parts: readonly StoreOrderRow[]) {
  const ids = parts.map(({ store }) => store.id);
  const rows = await tx
    .select({ id: stores.id, identity: stores.legalIdentity })
    .from(stores)
    .where(inArray(stores.id, ids))
    .orderBy(stores.id)
    .for('no key update');
  return new Map(rows.map(({ id, identity }) => [id, identity]));
}

async function addDocument(
  tx: Tx,
  { id, store }: StoreOrderRow,
  { kind, content, now }: { kind: 'invoice' | 'credit-note'; content: SaleDocumentContent; now: Date },
): Promise<void> {
  const year = Number(parisDay(now).slice(0, 4));
  const ofYear = and(eq(saleDocuments.storeId, store.id), eq(saleDocuments.year, year));
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${saleDocuments.number}), 0)` })
    .from(saleDocuments)
    .where(ofYear);
  const number = (last?.number ?? 0) + 1;
  await tx
    .insert(saleDocuments)
    .values({ storeId: store.id, year, number, kind, storeOrderId: id, issuedAt: now, content });
}

function invoiceContent(part: StoreOrderRow, identity: SaleDocumentContent['seller']['identity']): SaleDocumentContent {
  const { slug, name, address1, address2, postalCode, city } = part.store;
  const type = shippingTypeOf(part.shippingType);
  const rest = takeRest(remainderOf(part));
  // It waits at the relay point, and is paid there.
  const paidOnDelivery = type === 'custom_relay' ? 'later' : 'on-delivery';
  return {
    seller: { slug, name, identity, address1, address2, postalCode, city },
    buyer: { name: `${part.firstName} ${part.lastName}`.trim(), ...addressForStore(part) },
    orderId: part.orderId,
    storeOrderId: part.id,
    orderedAt: part.createdAt.toISOString(),
    // What is paid on delivery may have been reduced since the order.
    ...contentOf(part, rest),
    vat: vatOfTaken(part, rest),
    shipping: part.deliveryNames[type] ?? SHIPPING_LABELS[type],
    paid: part.paymentOnDelivery ? paidOnDelivery : 'online',
  };
}
