// Inserts the demo's orders, numbered by the database in order of creation.
import { and, eq } from 'drizzle-orm';
import { hasReached } from '#domain/orders/order-states.ts';
import type { Tx } from '../db/client.ts';
import { tables } from '../db/tables.ts';
import { insertAll } from '../market/writing/insert-all.ts';
import type { StoreOrderRow } from '../presenters/order-rows.ts';
import { storeOrderStateOf } from '../presenters/orders.ts';
import { remainderOf, takenAmount, takeRest, vatOfRefund } from '../presenters/refund-amounts.ts';
import { currentException, currentVatRate } from '../sales/current-terms.ts';
import { issueCreditNote, issueInvoices } from '../sales/issue-documents.ts';
import { readStoreOrders } from '../sales/order-reading.ts';
import { MAIN_STORE, type SoldOrder } from './rows/orders.ts';

const PAYMENT_LIFETIME = 30 * 60 * 1000;

export async function writeOrders(tx: Tx, sold: readonly SoldOrder[]): Promise<void> {
  const numbers = await tx
    .insert(tables.orders)
    .values(
      sold.map(({ userId, paymentOnDelivery, stockReservedAt, createdAt }) => ({
        userId,
        paymentOnDelivery,
        stockReservedAt,
        createdAt,
      })),
    )
    .returning({ id: tables.orders.id });
  const numbered = sold.map((order, index) => ({ ...order, id: numbers[index]?.id ?? 0 }));
  const parts = numbered.flatMap(({ id, parts: orderParts }) => orderParts.map((part) => ({ orderId: id, ...part })));
  const partNumbers = await tx
    .insert(tables.storeOrders)
    .values(parts.map(({ orderId, storeOrder }) => ({ ...storeOrder, orderId })))
    .returning({ id: tables.storeOrders.id });
  const items = parts.flatMap((part, index) =>
    part.items.map((item) => ({ ...item, storeOrderId: partNumbers[index]?.id ?? 0 })),
  );
  await insertAll(tx, tables.storeOrderItems, items);
  const { storeOrderItems } = tables;
  await tx.update(storeOrderItems).set({
    vatRate: currentVatRate(storeOrderItems.productId),
    withdrawalException: currentException(storeOrderItems.productId),
  });
  const payments = numbered.flatMap(({ id, createdAt, payment }) => {
    if (!payment) return [];
    const expiresAt = new Date(createdAt.getTime() + PAYMENT_LIFETIME);
    return [{ orderId: id, ...payment, createdAt, updatedAt: createdAt, expiresAt }];
  });
  await insertAll(tx, tables.payments, payments);
  await writeDocuments(tx);
  await writeWithdrawal(tx);
}

/** The main merchant has a withdrawal to answer: of the newest shipped order with an article that may go back. */
async function writeWithdrawal(tx: Tx): Promise<void> {
  const { storeOrders, stores, orders, users, contractWithdrawals } = tables;
  const ofMain = and(eq(stores.slug, MAIN_STORE), eq(storeOrders.state, 'shipped'));
  for (const part of await readStoreOrders(tx, ofMain, { newestFirst: true })) {
    const { id, orderId, shippedAt, firstName, lastName } = part;
    const item = part.items.find(({ withdrawalException }) => withdrawalException === null);
    const [buyer] = await tx
      .select({ email: users.email })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(eq(orders.id, orderId));
    if (!item || !buyer || !shippedAt) continue;
    await tx.insert(contractWithdrawals).values({
      ...{ declarationId: item.id, storeOrderId: id, name: `${firstName} ${lastName}`, email: buyer.email },
      ...{ items: [{ item: item.id, quantity: 1 }], declaredAt: shippedAt, createdAt: shippedAt, isLate: false },
    });
    return;
  }
}

/** Invoices and credit notes of what was paid, in the order of their days. */
async function writeDocuments(tx: Tx): Promise<void> {
  const dates = await tx
    .select({ id: tables.storeOrders.id, updatedAt: tables.storeOrders.updatedAt })
    .from(tables.storeOrders);
  const updatedAt = new Map(dates.map((date) => [date.id, date.updatedAt]));
  const payments = await tx.select().from(tables.payments);
  const paymentOf = new Map(payments.map(({ orderId, id }) => [orderId, id]));
  const documents = (await readStoreOrders(tx, undefined)).flatMap((part) => {
    const { paymentOnDelivery, createdAt } = part;
    const state = storeOrderStateOf(part.state);
    const end = updatedAt.get(part.id) ?? createdAt;
    const invoice = { at: paymentOnDelivery ? end : createdAt, issue: issueInvoice, part };
    if (paymentOnDelivery) return state === 'shipped' ? [invoice] : [];
    if (state === 'canceled')
      return [invoice, { at: end, issue: refundAll(paymentOf.get(part.orderId) ?? null), part }];
    return hasReached(state, 'payed') ? [invoice] : [];
  });
  documents.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, issue, part } of documents) await issue(tx, part, at);
}

/** As the cancellation of a part does, with the money already given back. */
const refundAll = (paymentId: string | null) => async (tx: Tx, part: StoreOrderRow, at: Date) => {
  const remainder = remainderOf(part);
  const taken = takeRest(remainder);
  const values = {
    ...{ paymentId, storeOrderId: part.id, amount: takenAmount(taken), vat: vatOfRefund(part, remainder, taken) },
    ...{ lines: [...taken.lines], delivery: [...taken.delivery], restocked: true, createdAt: at },
  };
  const [refund] = await tx.insert(tables.refunds).values(values).returning();
  if (refund) await issueCreditNote(tx, part, refund, at);
};

const issueInvoice = (tx: Tx, part: StoreOrderRow, at: Date) => issueInvoices(tx, [part], at);
