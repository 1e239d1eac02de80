// The books of a market after many purchases: invariants for any failures in between.
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { mails } from '#server/db/schema/mails.ts';
import { payments } from '#server/db/schema/payments.ts';
import { cartItems, carts, orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import type { Buyer, CrowdMarket, Purchase } from './crowd.ts';
import { checkLedger } from './ledger.ts';

const HOLDING = ['payment_pending', 'payed', 'validated', 'shipped'];
const CONFIRMED = ['payed', 'validated', 'shipped'];

/** A buyer, and the result reported to them. */
export interface Bought {
  buyer: Pick<Buyer, 'id' | 'email'>;
  purchase: Purchase;
}

type Rows = Awaited<ReturnType<typeof readAll>>;

async function readAll(db: Db) {
  return {
    products: await db.select().from(products),
    orders: await db.select().from(orders).orderBy(orders.id),
    parts: await db.select().from(storeOrders).orderBy(storeOrders.id),
    lines: await db.select().from(storeOrderItems),
    payments: await db.select().from(payments),
    carts: await db.select().from(carts),
    cartLines: await db.select().from(cartItems),
    documents: await db.select().from(saleDocuments).orderBy(saleDocuments.number),
    mails: await db.select().from(mails).orderBy(mails.id),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** @returns the expected mails, each once: 'order-confirmed 1001 somebody@etal.test' */
export async function checkBooks(
  db: Db,
  { stock, stores: stalls }: CrowdMarket,
  bought: readonly Bought[],
): Promise<string[]> {
  const rows = await readAll(db);
  checkStock(rows, stock);
  for (const order of rows.orders) checkOrder(rows, order);
  checkInvoices(rows);
  await checkLedger(db);
  for (const { buyer, purchase } of bought) checkReported(rows, buyer, purchase);
  const wanted = expectedMails(rows, bought, stalls);
  expect(rows.mails.map(nameOfMail).toSorted()).toEqual(wanted);
  return wanted;
}

/** Stock sold plus stock left equals the initial stock, and none is negative. */
function checkStock(rows: Rows, stock: ReadonlyMap<string, number>): void {
  const holding = new Set(rows.parts.filter(({ state }) => HOLDING.includes(state)).map(({ id }) => id));
  for (const [id, before] of stock) {
    const left = rows.products.find((product) => product.id === id)?.stock ?? -1;
    const sold = sum(
      rows.lines.filter((line) => line.productId === id && holding.has(line.storeOrderId)).map((line) => line.quantity),
    );
    expect({ id, left: left >= 0, before: left + sold }).toEqual({ id, left: true, before });
  }
}

/** All parts have one state, lines and totals are complete, and it is paid once or not at all. */
function checkOrder(rows: Rows, order: Rows['orders'][number]): void {
  const parts = rows.parts.filter(({ orderId }) => orderId === order.id);
  const [first] = parts;
  expect([order.id, parts.length > 0, new Set(parts.map(({ state }) => state)).size]).toEqual([order.id, true, 1]);
  const state = first?.state ?? '';
  for (const part of parts) {
    const lines = rows.lines.filter(({ storeOrderId }) => storeOrderId === part.id);
    expect([part.id, lines.length > 0]).toEqual([part.id, true]);
    for (const line of lines) expect(line.total).toBe(line.unitPrice * line.quantity);
    expect(part.total).toBe(sum(lines.map(({ total }) => total)) + part.shippingFees);
  }
  expect([order.id, order.stockReservedAt !== null]).toEqual([order.id, HOLDING.includes(state)]);
  const paid = rows.payments.filter((payment) => payment.orderId === order.id && payment.state === 'accepted');
  const isConfirmed = CONFIRMED.includes(state);
  const due = isConfirmed && !order.paymentOnDelivery ? [sum(parts.map(({ total }) => total))] : [];
  expect([order.id, paid.map(({ amount }) => amount)]).toEqual([order.id, due]);
  const cart = rows.carts.find(({ id }) => id === order.cartId);
  if (isConfirmed) expect([order.id, cart?.orderedAt instanceof Date]).toEqual([order.id, true]);
  if (!cart?.orderedAt) return;
  const ordered = rows.lines.filter(({ storeOrderId }) => parts.some(({ id }) => id === storeOrderId));
  const inCart = rows.cartLines.filter(({ cartId }) => cartId === order.cartId);
  const counted = (lines: readonly { productId: string; quantity: number }[]) =>
    lines.map(({ productId, quantity }) => `${productId} ${quantity}`).toSorted();
  expect(counted(ordered)).toEqual(counted(inCart));
}

/** Every part that has been paid has one invoice over its total, and the numbers of a seller have no gap. */
function checkInvoices({ parts, orders: all, documents }: Rows): void {
  for (const { id, orderId, state, total } of parts) {
    const isOnDelivery = all.find((order) => order.id === orderId)?.paymentOnDelivery ?? false;
    const isPaid = isOnDelivery ? state === 'shipped' : CONFIRMED.includes(state);
    const invoices = documents.filter((document) => document.storeOrderId === id && document.kind === 'invoice');
    expect([id, invoices.map(({ content }) => content.total)]).toEqual([id, isPaid ? [total] : []]);
  }
  const seriesOf = ({ storeId, year }: Rows['documents'][number]) => `${storeId} ${year}`;
  for (const series of new Set(documents.map(seriesOf))) {
    const numbers = documents.filter((document) => seriesOf(document) === series).map(({ number }) => number);
    expect([series, numbers]).toEqual([series, numbers.map((_, index) => index + 1)]);
  }
}

const STATES: Record<Purchase['result'], readonly string[]> = {
  'nothing left': ['new'],
  paid: ['payed'],
  'on delivery': ['payed'],
  declined: ['payment_declined'],
  'left open': ['payment_pending'],
  'to pay': ['payment_pending'],
};

/** The result reported to its shopper is true, and they have no other order. */
function checkReported(rows: Rows, { id: userId }: Bought['buyer'], { orderId, result: ended }: Purchase): void {
  const own = rows.orders.filter((order) => order.userId === userId);
  expect([userId, own.map(({ id }) => id)]).toEqual([userId, orderId === null ? [] : [orderId]]);
  const states = rows.parts.filter((part) => part.orderId === orderId).map(({ state }) => state);
  for (const state of states) expect([orderId, STATES[ended]]).toEqual([orderId, expect.arrayContaining([state])]);
}

const nameOfMail = ({ kind, subject, recipient }: Rows['mails'][number]) =>
  `${kind} ${/n° (\d+)/.exec(subject)?.[1]} ${recipient}`;

function expectedMails(rows: Rows, bought: readonly Bought[], stalls: CrowdMarket['stores']): string[] {
  const emailOf = (userId: string) => bought.find(({ buyer }) => buyer.id === userId)?.buyer.email ?? '';
  // Its shopper was offline when it was placed: only then a mail requests the payment.
  const isAsked = (id: number) =>
    bought.some(({ purchase }) => purchase.orderId === id && purchase.result === 'to pay');
  return rows.orders
    .flatMap((order) => {
      const parts = rows.parts.filter(({ orderId }) => orderId === order.id);
      const to = emailOf(order.userId);
      const state = parts[0]?.state ?? '';
      if (state === 'payment_declined') return [`order-declined ${order.id} ${to}`];
      if (isAsked(order.id)) return [`order-to-pay ${order.id} ${to}`];
      if (!CONFIRMED.includes(state)) return [];
      const shops = parts.map(({ id, storeId }) => {
        const shop = stalls.find((stall) => stall.storeId === storeId);
        return `new-order ${id} ${shop?.email}`;
      });
      return [`order-confirmed ${order.id} ${to}`, ...shops];
    })
    .toSorted();
}
