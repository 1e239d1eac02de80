// The ledger of a market, compared with its payments, sales, refunds and documents: nothing missing, nothing twice.
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { ledgerEntries, ledgerMovements } from '#server/db/schema/ledger.ts';
import { payments, refunds } from '#server/db/schema/payments.ts';
import { transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const CONFIRMED = ['payed', 'validated', 'shipped', 'canceled'];

/** Movements as 'cause reference: account +cents …', sorted. */
export async function readLedger(db: Db): Promise<string[]> {
  const movements = await db.select().from(ledgerMovements);
  const entries = await db.select().from(ledgerEntries);
  return movements
    .map(({ id, cause, reference }) => {
      const own = entries.filter(({ movementId }) => movementId === id);
      expect([cause, reference, sum(own.map(({ amount }) => amount))]).toEqual([cause, reference, 0]);
      for (const { account, storeId } of own) {
        expect([account, storeId !== null]).toEqual([account, ['shop', 'tax', 'market'].includes(account)]);
      }
      return written(cause, reference, Object.fromEntries(own.map(({ account, amount }) => [account, amount])));
    })
    .toSorted();
}

function written(cause: string, reference: string | number, accounts: Record<string, number>): string {
  const parts = Object.entries(accounts)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => `${account} ${amount > 0 ? '+' : ''}${amount}`)
    .toSorted();
  return parts.length === 0 ? '' : `${cause} ${reference}: ${parts.join(', ')}`;
}

/** Each movement that the other tables ask for is in the ledger, and no other. */
export async function checkLedger(db: Db): Promise<void> {
  expect(await readLedger(db)).toEqual((await expectedLedger(db)).filter((line) => line !== '').toSorted());
}

async function expectedLedger(db: Db): Promise<string[]> {
  const [allOrders, parts, documents] = [
    await db.select().from(orders),
    await db.select().from(storeOrders),
    await db.select().from(saleDocuments),
  ];
  const contentsOf = (kind: string, storeOrderId: number) =>
    documents
      .filter((document) => document.kind === kind && document.storeOrderId === storeOrderId)
      .map(({ content }) => ({ total: content.total, tax: taxOf(content.vat) }));
  const taxOf = (vat: readonly { tax: number }[]) => sum(vat.map(({ tax }) => tax));

  const received = (await db.select().from(payments)).flatMap(({ id, amount, state }) =>
    state === 'accepted' || state === 'returned'
      ? [written('payment', id, { provider: amount, shopper: -amount })]
      : [],
  );
  const allRefunds = await db.select().from(refunds);
  const sales = parts.flatMap(({ id, orderId, state }) => {
    const isOnDelivery = allOrders.find((each) => each.id === orderId)?.paymentOnDelivery ?? false;
    if (!(isOnDelivery ? state === 'shipped' : CONFIRMED.includes(state))) return [];
    const [invoice] = contentsOf('invoice', id);
    if (!invoice) {
      // Canceled before it was paid.
      expect([id, state]).toEqual([id, 'canceled']);
      return [];
    }
    const { total, tax } = invoice;
    // Each refund of what was invoiced has a credit note.
    const taken = allRefunds.filter(({ storeOrderId, means }) => storeOrderId === id && means !== 'due');
    const noted = contentsOf('credit-note', id);
    expect([id, sum(noted.map((note) => note.total)), sum(noted.map((note) => note.tax))]).toEqual([
      ...[id, sum(taken.map(({ amount }) => amount)), sum(taken.map(({ vat }) => taxOf(vat)))],
    ]);
    const paid = written('paid-to-store', id, { shopper: -total, shop: total - tax, tax });
    return [written('sale', id, { shopper: total, shop: tax - total, tax: -tax }), ...(isOnDelivery ? [paid] : [])];
  });
  const givenBack = allRefunds.flatMap(({ id, storeOrderId, amount, dueAt, means, vat }) => {
    if (means === 'due') return [];
    const tax = taxOf(vat);
    const owed = written('refund', id, { shopper: -amount, shop: amount - tax, tax });
    const byStore = written('paid-back-by-store', id, { shopper: amount, shop: tax - amount, tax: -tax });
    const byProvider = written('refund-paid', id, { shopper: amount, provider: -amount });
    if (means === 'store') return [owed, byStore];
    return [...(storeOrderId === null ? [] : [owed]), ...(dueAt === null ? [byProvider] : [])];
  });
  const paidOut = await db.select().from(transfers);
  const reversed = await db.select().from(transferReversals);
  for (const { base, commission, amount, rate } of paidOut) {
    expect({ base, amount, commission }).toEqual({
      base,
      amount: base - commission,
      commission: Math.round((base * rate) / 10_000),
    });
  }
  const transferred = paidOut.flatMap(({ id, base, tax, commission, amount, acceptedAt }) =>
    acceptedAt === null
      ? []
      : [written('transfer', id, { shop: base - tax, tax, market: -commission, provider: -amount })],
  );
  const takenBack = reversed.flatMap(({ id, base, tax, commission, amount, acceptedAt }) =>
    acceptedAt === null
      ? []
      : [written('reversal', id, { shop: tax - base, tax: -tax, market: commission, provider: amount })],
  );
  return [...received, ...sales, ...givenBack, ...transferred, ...takenBack];
}
