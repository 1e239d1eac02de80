// The ledger of a market, compared with its payments, sales, refunds and documents: nothing missing, nothing twice.
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { ledgerEntries, ledgerMovements } from '#server/db/schema/ledger.ts';
import { transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { orders, payments, refunds, storeOrders } from '#server/db/schema/sales.ts';

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
  const documentOf = (kind: string, storeOrderId: number) =>
    documents.find((document) => document.kind === kind && document.storeOrderId === storeOrderId)?.content;
  const taxOf = (kind: string, storeOrderId: number) =>
    sum((documentOf(kind, storeOrderId)?.vat ?? []).map(({ tax }) => tax));

  const received = (await db.select().from(payments)).flatMap(({ id, amount, state }) =>
    state === 'accepted' || state === 'returned'
      ? [written('payment', id, { provider: amount, shopper: -amount })]
      : [],
  );
  const sales = parts.flatMap(({ id, orderId, state, total }) => {
    const order = allOrders.find((each) => each.id === orderId);
    const isSold = order?.paymentOnDelivery ? state === 'shipped' : CONFIRMED.includes(state);
    if (!isSold) return [];
    if (!documentOf('invoice', id)) {
      // Canceled before it was paid.
      expect([id, state]).toEqual([id, 'canceled']);
      return [];
    }
    const tax = taxOf('invoice', id);
    const paid = written('paid-to-store', id, { shopper: -total, shop: total - tax, tax });
    return [
      written('sale', id, { shopper: total, shop: tax - total, tax: -tax }),
      ...(order?.paymentOnDelivery ? [paid] : []),
    ];
  });
  const givenBack = (await db.select().from(refunds)).flatMap(({ id, storeOrderId, amount, dueAt }) => {
    const tax = storeOrderId === null ? 0 : taxOf('credit-note', storeOrderId);
    return [
      ...(storeOrderId === null ? [] : [written('refund', id, { shopper: -amount, shop: amount - tax, tax })]),
      ...(dueAt === null ? [written('refund-paid', id, { shopper: amount, provider: -amount })] : []),
    ];
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
