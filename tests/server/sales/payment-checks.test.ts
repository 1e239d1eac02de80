// What the market makes of the answers of a provider that keeps its own books: in time, late, twice, or not at all.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments, refunds } from '#server/db/schema/payments.ts';
import { checkDuePayments, checkPayment } from '#server/sales/payment-checks.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { type Bank, openBank } from '../../support/bank.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let market: TestMarket;
let bank: Bank;
let shopper: Shopper;
let merchant: string;
let item: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  market.setClock(NOW);
  bank = openBank();
  market.app.market.payment = bank;
  const owner = await makeUser(market.db);
  const shop = await makeStore(market.db, { ownerId: owner.id, paymentOnDelivery: true });
  merchant = await market.login(owner.email);
  item = (await makeProduct(market.db, { storeId: shop.id, price: 1250, stock: 5 })).id;
  shopper = await makeShopper(market);
  // What an earlier test left is not this one's.
  await market.db.update(payments).set({ dueAt: null });
});

const stock = async () => (await market.db.select().from(products).where(eq(products.id, item)))[0]?.stock;
const paymentsOf = (order: Order) =>
  market.db.select().from(payments).where(eq(payments.orderId, order.id)).orderBy(payments.createdAt, payments.amount);
const begin = async (order: Order): Promise<string> =>
  expectOk(await shopper.prepare(order))
    .payment_url.split('/')
    .at(-1) ?? '';
const states = async (order: Order) => statesOf(expectOk(await shopper.seeOrder(order)));
const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll(/=C2=A0|\u00a0/g, ' ');
const mailsOf = (kind: RegExp) =>
  market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`) && kind.test(plain(mail)));
const returned = () => mailsOf(/paiement de 12,50 .*plus attendu/s);
const cancel = (order: Order) =>
  market.inject('PUT', `/api/store_orders/${order.storeOrders[0]?.id}/cancel`, {
    token: merchant,
    body: { reason: '' },
  });

test('accepted is written down, so that a cancelled order is given back', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  bank.setOutcome(payment, 'accepted');
  expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
  expect(await paymentsOf(order)).toMatchObject([{ state: 'accepted', dueAt: null }]);
  expectOk(await cancel(order));
  expect([...bank.refunded.values()]).toEqual([{ paymentId: payment, amount: 1250 }]);
});

test('refused and put off are written down, too', async () => {
  const order = await shopper.ready([item]);
  bank.setOutcome(await begin(order), 'declined');
  expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payment_declined']);
  expect(await paymentsOf(order)).toMatchObject([{ state: 'declined', dueAt: null }]);
  const other = expectOk(await shopper.order(await shopper.openCart()));
  bank.setOutcome(await begin(other), 'pending');
  expect(statesOf(expectOk(await shopper.pay(other)))).toEqual(['payment_pending']);
  expect(await paymentsOf(other)).toMatchObject([{ state: 'pending', dueAt: later(1) }]);
});

test('a pending payment is checked periodically, less and less often, until its outcome', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  bank.setOutcome(payment, 'pending');
  expectOk(await shopper.pay(order));
  const before = bank.requestCount;
  for (let minute = 1; minute <= 180; minute += 1) await checkDuePayments(market.app.market, later(minute));
  expect(bank.requestCount - before).toBeGreaterThanOrEqual(5);
  expect(bank.requestCount - before).toBeLessThanOrEqual(10);
  bank.setOutcome(payment, 'accepted');
  for (let minute = 181; minute <= 241; minute += 1) await checkDuePayments(market.app.market, later(minute));
  expect(await states(order)).toEqual(['payed']);
  expect(await stock()).toBe(4);
});

test('paid without a webhook: found by the periodic check at its deadline', async () => {
  const order = await shopper.ready([item]);
  bank.setOutcome(await begin(order), 'accepted');
  await checkDuePayments(market.app.market, later(30));
  expect(await states(order)).toEqual(['payed']);
  expect(bank.refunded.size).toBe(0);
});

test('an expired payment is closed at the provider before its order ends', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  await checkDuePayments(market.app.market, later(30));
  expect(bank.closed).toEqual([payment]);
  expect(await states(order)).toEqual(['payment_declined']);
  expect(await stock()).toBe(5);
});

test('paid on delivery after all: money that comes for it goes back, once, and the shopper reads it', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  const { close } = bank;
  // Paid in the moment in which it was closed, and the answer is lost.
  bank.close = async (_tx, id) => {
    bank.setOutcome(id, 'accepted');
    throw new Error('No answer.');
  };
  expectOk(await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true }));
  bank.close = close;
  expect(await states(order)).toEqual(['payed']);
  for (let minute = 1; minute < 4; minute += 1) {
    await Promise.all([1, 2].map(() => checkDuePayments(market.app.market, later(minute))));
  }
  expect(await paymentsOf(order)).toMatchObject([{ state: 'returned', dueAt: null }]);
  expect([...bank.refunded.values()]).toEqual([{ paymentId: payment, amount: 1250 }]);
  expect(returned()).toHaveLength(1);
  expect(await states(order)).toEqual(['payed']);
  // It was not paid with it: nothing more goes back.
  expectOk(await cancel(order));
  expect(bank.refunded.size).toBe(1);
});

test('accepted after its order was declined: refunded once, however often it is reported', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  const asked = (await paymentsOf(order))[0] ?? expect.fail('no payment');
  await checkDuePayments(market.app.market, later(30));
  expect(await states(order)).toEqual(['payment_declined']);
  bank.setOutcome(payment, 'accepted');
  const expired = (await paymentsOf(order))[0] ?? expect.fail('no payment');
  const checks = [asked, expired, expired].map((one) => checkPayment(market.app.market, one, later(31)));
  await Promise.all(checks);
  expect([...bank.refunded.values()]).toEqual([{ paymentId: payment, amount: 1250 }]);
  expect(returned()).toHaveLength(1);
  expect(await states(order)).toEqual(['payment_declined']);
  expect(await stock()).toBe(5);
});

test('paid at the old amount after the delivery was changed: it goes back, the new payment counts', async () => {
  const order = await shopper.ready([item]);
  const old = await begin(order);
  await shopper.deliver(order, { shippingType: 'home', ...PERSON, ...PLACE });
  bank.setOutcome(old, 'accepted');
  const current = await begin(order);
  expect(current).not.toBe(old);
  expect([...bank.refunded.values()]).toEqual([{ paymentId: old, amount: 1250 }]);
  expect(returned()).toHaveLength(1);
  expect(await states(order)).toEqual(['payment_pending']);
  bank.setOutcome(current, 'accepted');
  expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
  expectOk(await cancel(order));
  const [, again] = [...bank.refunded.values()];
  expect(again?.paymentId).toBe(current);
  expect(bank.refunded.size).toBe(2);
});

test('replaced by another order of the same cart it is closed at once, and refunded if paid meanwhile', async () => {
  const order = await shopper.ready([item, 2]);
  const old = await begin(order);
  const newer = await shopper.ready([item]);
  await begin(newer);
  expect(bank.closed).toEqual([old]);
  expect(await paymentsOf(order)).toMatchObject([{ state: 'expired', dueAt: null }]);
});

test('an unreachable provider: nothing is decided, reading continues, and the outcome is found later', async () => {
  const order = await shopper.ready([item]);
  const payment = await begin(order);
  bank.isUnreachable = true;
  const refused = await shopper.call<ErrorBody>('GET', `/orders/${order.id}/pay`);
  expect(refused).toMatchObject({ status: 503, body: { code: 'payment-away' } });
  expect(refused.body['hydra:description']).toMatch(/^Le service de paiement ne répond pas/);
  market.setClock(later(31));
  await shopper.login();
  expect(await states(order)).toEqual(['payment_pending']);
  await checkDuePayments(market.app.market, later(40));
  expect(await stock()).toBe(4);
  bank.isUnreachable = false;
  bank.setOutcome(payment, 'accepted');
  await checkDuePayments(market.app.market, later(60));
  expect(await states(order)).toEqual(['payed']);
});

test('a refund not requested before a crash is requested by the next process', async () => {
  const order = await shopper.ready([item]);
  bank.setOutcome(await begin(order), 'accepted');
  expectOk(await shopper.pay(order));
  bank.isUnreachable = true;
  expectOk(await cancel(order));
  expect(bank.refunded.size).toBe(0);
  bank.isUnreachable = false;
  const other = await market.another();
  other.market.payment = bank;
  await requestDueRefunds(other.market, later(1));
  expect(bank.refunded.size).toBe(1);
  expect(await market.db.select().from(refunds).where(eq(refunds.amount, 1250))).toContainEqual(
    expect.objectContaining({ id: [...bank.refunded.keys()][0], dueAt: null }),
  );
});
