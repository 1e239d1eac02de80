// Double entry: each payment, sale and refund is in the ledger once, and what is owed to a store follows from it.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { vatRates } from '#server/db/schema/catalogue.ts';
import { ledgerEntries, ledgerMovements } from '#server/db/schema/ledger.ts';
import { payments, refunds } from '#server/db/schema/payments.ts';
import { addMovements, readOwed } from '#server/money/ledger.ts';
import { settlePayment } from '#server/sales/payment-checks.ts';
import { runPayment } from '#server/sales/payment-context.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { checkLedger, readLedger } from '../../support/ledger.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
let market: TestMarket;
let shopper: Shopper;
let dairy: Merchant;
let brewery: Merchant;
let cheese: string;
let beer: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  dairy = await makeMerchant(market, { paymentOnDelivery: true });
  brewery = await makeMerchant(market, { paymentOnDelivery: true });
  const [reduced] = await market.db.insert(vatRates).values({ name: 'TVA 5,5 %', rate: 550 }).returning();
  const vatRateId = reduced?.id;
  cheese = (await makeProduct(market.db, { storeId: dairy.storeId, price: 1200, vatRateId })).id;
  beer = (await makeProduct(market.db, { storeId: brewery.storeId, price: 300 })).id;
  shopper = await makeShopper(market);
});

async function paid(...lines: [string, number][]): Promise<Order> {
  const order = await shopper.ready(...lines);
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return expectOk(await shopper.pay(order));
}
const partOf = (order: Order, { storeId }: Merchant) =>
  order.storeOrders.find(({ store }) => store.id === storeId) ?? expect.fail('no part');
/** Of this order, without the references. */
async function ledgerOf({ id }: Order): Promise<string[]> {
  const own = await market.db.select().from(ledgerMovements).where(eq(ledgerMovements.orderId, id));
  const names = new Set(own.map(({ cause, reference }) => `${cause} ${reference}`));
  return (await readLedger(market.db))
    .filter((line) => names.has(line.split(':')[0] ?? ''))
    .map((line) => line.replace(/ \S+:/, ':'))
    .toSorted();
}

test('an order paid online: the money at the provider, and what is owed to each store, its VAT apart', async () => {
  const order = await paid([cheese, 2], [beer, 1]);
  // 24,00 € contain 1,25 € at 5,5 %.
  expect(await ledgerOf(order)).toEqual([
    'payment: provider +2700, shopper -2700',
    'sale: shop -2275, shopper +2400, tax -125',
    'sale: shop -300, shopper +300',
  ]);
  expect(await readOwed(market.db, partOf(order, dairy).id)).toEqual({ amount: 2400, tax: 125 });
  await checkLedger(market.db);
});

test('a cancelled part: its sale is taken back at once, and the money leaves the provider when it accepts', async () => {
  const order = await paid([cheese, 2], [beer, 1]);
  const { id } = partOf(order, dairy);
  expectOk(await dairy.call('PUT', `/store_orders/${id}/cancel`, { reason: '' }));
  expect((await ledgerOf(order)).filter((line) => line.startsWith('refund'))).toEqual([
    'refund-paid: provider -2400, shopper +2400',
    'refund: shop +2275, shopper -2400, tax +125',
  ]);
  expect(await readOwed(market.db, id)).toEqual({ amount: 0, tax: 0 });
  await checkLedger(market.db);
});

test('a refund that is accepted twice, by two processes, is in the ledger once', async () => {
  const order = await paid([cheese, 1]);
  expectOk(await dairy.call('PUT', `/store_orders/${partOf(order, dairy).id}/cancel`, { reason: '' }));
  const before = await readLedger(market.db);
  await market.db.update(refunds).set({ dueAt: NOW });
  await requestDueRefunds(market.app.market, NOW);
  expect(await market.db.select().from(refunds).where(eq(refunds.dueAt, NOW))).toEqual([]);
  expect(await readLedger(market.db)).toEqual(before);
});

test('an order paid on delivery is sold with the hand-over, and its money never passes the market', async () => {
  const order = await shopper.ready([cheese, 1]);
  expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  const { id } = partOf(order, dairy);
  expectOk(await dairy.call('PUT', `/store_orders/${id}/validate`, {}));
  expect(await ledgerOf(order)).toEqual([]);
  expectOk(await dairy.call('PUT', `/store_orders/${id}/ship`, {}));
  expect(await ledgerOf(order)).toEqual([
    'paid-to-store: shop +1137, shopper -1200, tax +63',
    'sale: shop -1137, shopper +1200, tax -63',
  ]);
  expect(await readOwed(market.db, id)).toEqual({ amount: 0, tax: 0 });
  await checkLedger(market.db);
});

test('money that comes too late is owed to the shopper and given back, without a sale', async () => {
  const order = await shopper.ready([beer, 1]);
  expectOk(await shopper.prepare(order));
  const [payment] = await market.db.select().from(payments).where(eq(payments.orderId, order.id));
  if (!payment) expect.fail('no payment');
  for (const outcome of ['expired', 'accepted', 'accepted'] as const) {
    await runPayment(market.app.market, NOW, (tx, context) => settlePayment(tx, payment, outcome, context));
  }
  expect(await ledgerOf(order)).toEqual([
    'payment: provider +300, shopper -300',
    'refund-paid: provider -300, shopper +300',
  ]);
  await checkLedger(market.db);
});

test('a movement that does not sum to zero is refused, by the database as well', async () => {
  const order = await paid([cheese, 1]);
  const movement = { cause: 'sale', reference: 'other', orderId: order.id, storeOrderId: null, at: NOW } as const;
  const entries = [{ account: 'provider', storeId: null, amount: 1 } as const];
  await expect(addMovements(market.db, [{ ...movement, entries }])).rejects.toThrow('does not sum to zero, but to 1');
  const before = await readLedger(market.db);
  const changes = [
    sql`update ${ledgerEntries} set amount = amount + 1 where account = 'provider'`,
    sql`delete from ${ledgerEntries} where account = 'provider'`,
    sql`insert into ${ledgerEntries} (movement_id, account, amount) select min(id), 'provider', 5 from ${ledgerMovements}`,
  ];
  for (const change of changes) {
    const { cause } = await market.db.execute(change).then(
      () => expect.fail('not refused'),
      (refusal: Error) => refusal,
    );
    expect(String(cause)).toContain('does not sum to zero');
  }
  expect(await readLedger(market.db)).toEqual(before);
});
