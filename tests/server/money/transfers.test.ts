// The market pays its merchants: what a store is owed, once it has accepted the order; less after a refund, never twice.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { configurations } from '#server/db/schema/content.ts';
import { ledgerEntries, ledgerMovements } from '#server/db/schema/ledger.ts';
import { transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { stores } from '#server/db/schema/stores.ts';
import { requestDueTransfers } from '#server/money/transfers.ts';
import { type Bank, openBank } from '../../support/bank.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { checkLedger } from '../../support/ledger.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
let market: TestMarket;
let bank: Bank;
let shopper: Shopper;
let dairy: Merchant;
let cheese: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  bank = openBank();
  market.app.market.payment = bank;
  await market.db.delete(configurations);
  dairy = await makeMerchant(market, { paymentOnDelivery: true });
  cheese = (await makeProduct(market.db, { storeId: dairy.storeId, price: 1001 })).id;
  shopper = await makeShopper(market);
});

async function paid(quantity = 1): Promise<Order> {
  const order = await shopper.ready([cheese, quantity]);
  const { payment_url } = expectOk(await shopper.prepare(order));
  bank.setOutcome(payment_url.split('/').at(-1) ?? '', 'accepted');
  return expectOk(await shopper.pay(order));
}
const partOf = (order: Order) => order.storeOrders[0]?.id ?? 0;
const move = (order: Order, step: 'validate' | 'ship') =>
  dairy.call('PUT', `/store_orders/${partOf(order)}/${step}`, {});
const cancel = (order: Order) => dairy.call('PUT', `/store_orders/${partOf(order)}/cancel`, { reason: '' });
const transferOf = async (order: Order) =>
  (
    await market.db
      .select()
      .from(transfers)
      .where(eq(transfers.storeOrderId, partOf(order)))
  )[0];
const reversalsOf = async (order: Order) => {
  const transfer = await transferOf(order);
  return market.db
    .select()
    .from(transferReversals)
    .where(eq(transferReversals.transferId, transfer?.id ?? ''));
};
/** Balances of an order's accounts. */
async function balances(order: Order): Promise<Record<string, number>> {
  const entries = await market.db
    .select({ account: ledgerEntries.account, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.id, ledgerEntries.movementId))
    .where(eq(ledgerMovements.orderId, order.id));
  const sums: Record<string, number> = {};
  for (const { account, amount } of entries) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

describe('a part paid online', () => {
  test('is transferred when its store accepts it, once, whatever follows', async () => {
    const order = await paid(2);
    expect(await transferOf(order)).toBeUndefined();
    expectOk(await move(order, 'validate'));
    expectOk(await move(order, 'validate'));
    expectOk(await move(order, 'ship'));
    await requestDueTransfers(market.app.market, later(10));
    expect(await transferOf(order)).toMatchObject({ amount: 2002, base: 2002, rate: 0, commission: 0, dueAt: null });
    expect([...bank.transferred.values()].map(({ amount }) => amount)).toEqual([2002]);
    expect(await balances(order)).toEqual({ provider: 0, shopper: 0, shop: 0 });
    await checkLedger(market.db);
  });

  test.each([
    ['of the market', '2,5', null, 250, 25],
    ['of the store, which replaces that of the market', '2,5', 1000, 1000, 100],
    ['of the store, which pays none', '2,5', 0, 0, 0],
    ['of all there is', '100', null, 10_000, 1001],
  ])('bears the commission %s', async (_, ofMarket, ofStore, rate, commission) => {
    await market.db.insert(configurations).values({ key: 'commission', value: ofMarket });
    await market.db.update(stores).set({ commission: ofStore }).where(eq(stores.id, dairy.storeId));
    const order = await paid();
    expectOk(await move(order, 'validate'));
    expect(await transferOf(order)).toMatchObject({ base: 1001, rate, commission, amount: 1001 - commission });
    expect(bank.transferred.size).toBe(commission === 1001 ? 0 : 1);
    const { market: earned = 0, provider = 0 } = await balances(order);
    expect([earned, provider]).toEqual([commission === 0 ? 0 : -commission, commission]);
    await checkLedger(market.db);
  });

  test('keeps the commission of its day: a later rate changes nothing', async () => {
    const order = await paid();
    expectOk(await move(order, 'validate'));
    await market.db.update(stores).set({ commission: 5000 }).where(eq(stores.id, dairy.storeId));
    expectOk(await move(order, 'ship'));
    expect(await transferOf(order)).toMatchObject({ rate: 0, amount: 1001 });
  });

  test('that is cancelled before it was accepted is never transferred', async () => {
    const order = await paid();
    expectOk(await cancel(order));
    expect(await transferOf(order)).toBeUndefined();
    expect(bank.transferred.size).toBe(0);
    await checkLedger(market.db);
  });

  test('that is cancelled after its transfer is taken back, the commission included, once', async () => {
    await market.db.update(stores).set({ commission: 333 }).where(eq(stores.id, dairy.storeId));
    const order = await paid();
    expectOk(await move(order, 'validate'));
    expectOk(await cancel(order));
    expectOk(await cancel(order));
    await requestDueTransfers(market.app.market, later(10));
    expect(await reversalsOf(order)).toMatchObject([{ base: 1001, commission: 33, amount: 968, dueAt: null }]);
    expect([...bank.reversed.values()].map(({ amount }) => amount)).toEqual([968]);
    expect(await balances(order)).toEqual({ provider: 0, shopper: 0, shop: 0, market: 0 });
    await checkLedger(market.db);
  });
});

test('a part paid on delivery is not transferred', async () => {
  const order = await shopper.ready([cheese]);
  expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  for (const step of ['validate', 'ship'] as const) expectOk(await move(order, step));
  expect(await transferOf(order)).toBeUndefined();
  await checkLedger(market.db);
});

describe('while the provider is unreachable', () => {
  test('a transfer waits, its reversal waits for it, and each is made once in the end', async () => {
    const order = await paid();
    bank.isUnreachable = true;
    expectOk(await move(order, 'validate'));
    expectOk(await cancel(order));
    expect(await transferOf(order)).toMatchObject({ attempts: 1, error: 'The bank is away.', acceptedAt: null });
    expect(await balances(order)).toMatchObject({ provider: 1001, shop: 0, shopper: -1001 });
    await checkLedger(market.db);
    bank.isUnreachable = false;
    // The reversal is due, but its transfer is not made yet.
    await requestDueTransfers(market.app.market, NOW);
    expect([bank.transferred.size, bank.reversed.size]).toEqual([0, 0]);
    await requestDueTransfers(market.app.market, later(1));
    await requestDueTransfers(market.app.market, later(2));
    expect([bank.transferred.size, bank.reversed.size]).toEqual([1, 1]);
    expect(await transferOf(order)).toMatchObject({ dueAt: null, error: null });
    await checkLedger(market.db);
  });

  test('a store that cannot be paid does not hinder another', async () => {
    const [order, other] = [await paid(), await paid()];
    const refused = bank.transfer;
    bank.transfer = async () => {
      throw new Error('No such account.');
    };
    expectOk(await move(order, 'validate'));
    bank.transfer = refused;
    expectOk(await move(other, 'validate'));
    expect((await transferOf(order))?.acceptedAt).toBeNull();
    expect((await transferOf(other))?.acceptedAt).toEqual(NOW);
  });
});
