// Whatever is bought, weighed, delivered, cancelled and refunded, at whatever commission and over whatever days, and whether or not
// the provider answers: ledger, documents, transfers and statements agree to the cent, and nobody is paid twice.
import { eq, inArray, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StorePayouts } from '#contract/merchant/payouts.ts';
import type { Order } from '#contract/orders/orders.ts';
import { vatRates } from '#server/db/schema/catalogue.ts';
import { ledgerEntries } from '#server/db/schema/ledger.ts';
import { payments, refunds } from '#server/db/schema/payments.ts';
import { transferReversals, transfers } from '#server/db/schema/payouts.ts';
import { coupons, storeOrderItems } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { readStatementLines } from '#server/money/statements.ts';
import { requestDueTransfers } from '#server/money/transfers.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { type Bank, openBank } from '../../support/bank.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { checkLedger } from '../../support/ledger.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const START = new Date('2026-10-12T10:00:00Z');
const DAY_MS = 24 * 3_600_000;
const RATES = [550, 2000, 210];
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const part = fc.nat({ max: 5 });
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('buy' as const),
      lines: fc.array(fc.record({ product: fc.nat({ max: 5 }), quantity: fc.integer({ min: 1, max: 3 }) }), {
        ...{ minLength: 1, maxLength: 3 },
      }),
      coupon: fc.boolean(),
      home: fc.boolean(),
      onDelivery: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 9, arbitrary: fc.record({ does: fc.constant('validate' as const), part }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('ship' as const), part }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), part }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('amount' as const), part, cents: fc.integer({ min: 1, max: 4000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('weigh' as const),
      part,
      /** Of the announced weight; less than the tolerance is refused. */
      percent: fc.integer({ min: 75, max: 120 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('line' as const), part, delivery: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('provider' as const), away: fc.constantFrom(false, false, true) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('commission' as const), rate: fc.integer({ min: 0, max: 10_000 }) }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** Before whatever is drawn, so that each run has a transfer, a reversal and a refund of articles. */
const beginning: Act[] = [
  { does: 'buy', lines: [{ product: 0, quantity: 2 }], coupon: false, home: false, onDelivery: false },
  { does: 'weigh', part: 0, percent: 93 },
  { does: 'validate', part: 0 },
  { does: 'amount', part: 0, cents: 100 },
  { does: 'line', part: 0, delivery: false },
];

let market: TestMarket;
let bank: Bank;
beforeAll(async () => {
  market = await startTestMarket({ now: START });
  await makeDelivery(market.db);
});
afterAll(() => market.close());

interface Shop {
  id: string;
  email: string;
  token: string;
  code: string;
  products: string[];
}

interface Ground {
  now: Date;
  shopper: Shopper;
  shops: Shop[];
  parts: { id: number; shop: Shop; order: Order }[];
  wasAway: boolean;
}

async function makeShop(commission: number | null): Promise<Shop> {
  const { db } = market;
  const owner = await makeUser(db);
  const { id } = await makeStore(db, { ownerId: owner.id, paymentOnDelivery: true, commission });
  const products: string[] = [];
  for (const [index, rate] of RATES.entries()) {
    const [vat] = await db
      .insert(vatRates)
      .values({ name: `TVA ${rate}`, rate })
      .returning();
    // The first is sold by weight.
    const byWeight = index === 0 ? { netContent: '1,27 kg', weightTolerance: 20 } : {};
    const values = { storeId: id, price: 777 + 333 * index, vatRateId: vat?.id, ...byWeight };
    products.push((await makeProduct(db, values)).id);
  }
  const code = `R${id.slice(0, 8)}`;
  await db.insert(coupons).values({ storeId: id, code, discountType: 'relative', discount: 13 });
  return { id, email: owner.email, token: await market.login(owner.email), code, products };
}

async function buy(ground: Ground, given: Extract<Act, { does: 'buy' }>): Promise<void> {
  const { shopper, shops } = ground;
  const all = shops.flatMap(({ products }) => products);
  const lines = given.lines.map(({ product, quantity }): [string, number] => [all[product] ?? '', quantity]);
  const cart = await shopper.fill(...lines);
  if (given.coupon) await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code: shops[0]?.code });
  const { body: order } = await shopper.order(cart);
  const home = given.home && !given.onDelivery;
  await shopper.deliver(
    order,
    home ? { shippingType: 'home', ...PERSON, ...PLACE } : { shippingType: 'store', ...PERSON },
  );
  if (given.onDelivery) await shopper.call('PUT', `/orders/${order.id}`, { paymentOnDelivery: true });
  else {
    const { body } = await shopper.prepare(order);
    bank.setOutcome(body.payment_url?.split('/').at(-1) ?? '', 'accepted');
    expectOk(await shopper.pay(order));
  }
  for (const { id, store } of order.storeOrders) {
    const shop = shops.find((each) => each.id === store.id);
    if (shop) ground.parts.push({ id, shop, order });
  }
}

async function perform(act: Act, ground: Ground): Promise<void> {
  if (act.does === 'buy') {
    // Once the provider was away, an unanswered payment may hinder the next order.
    return buy(ground, act).catch((failure: unknown) => {
      if (!ground.wasAway) throw failure;
    });
  }
  if (act.does === 'provider') {
    bank.isUnreachable = act.away;
    ground.wasAway ||= act.away;
    return;
  }
  if (act.does === 'commission') {
    await market.db
      .update(stores)
      .set({ commission: act.rate })
      .where(eq(stores.id, ground.shops[1]?.id ?? ''));
    return;
  }
  if (act.does === 'wait') return wait(ground, act.days);
  const chosen = ground.parts[ground.parts.length === 0 ? 0 : act.part % ground.parts.length];
  if (!chosen) return;
  const { id, shop, order } = chosen;
  const send = (method: string, path: string, body: object) =>
    market.inject(method, `/api/store_orders/${id}/${path}`, { token: shop.token, body });
  if (act.does === 'validate') await send('PUT', 'validate', {});
  else if (act.does === 'ship') await send('PUT', 'ship', {});
  else if (act.does === 'weigh') {
    const weighed = order.storeOrders.find((each) => each.id === id)?.items.find(({ byWeight }) => byWeight);
    if (!weighed?.byWeight) return;
    const grams = Math.round((weighed.byWeight.grams * weighed.quantity * act.percent) / 100);
    await send('POST', 'weighings', { lines: [{ item: weighed['@id'], grams }] });
  } else if (act.does === 'cancel') await send('PUT', 'cancel', { reason: '' });
  else if (act.does === 'amount') {
    await send('POST', 'refunds', { amount: { amount: act.cents, currency: 'EUR' }, reason: 'Abîmé' });
  } else {
    const item = order.storeOrders.find((each) => each.id === id)?.items[0]?.['@id'] ?? '';
    await send('POST', 'refunds', { lines: [{ item, quantity: 1 }], delivery: act.delivery });
  }
}

async function wait(ground: Ground, days: number): Promise<void> {
  ground.now = new Date(ground.now.getTime() + days * DAY_MS);
  market.setClock(ground.now);
  await ground.shopper.login();
  for (const shop of ground.shops) shop.token = await market.login(shop.email);
  await requestDueRefunds(market.app.market, ground.now);
  await requestDueTransfers(market.app.market, ground.now);
}

/** The statements of a store agree with each other, with its transfers, and with what the provider has paid. */
async function checkStatements({ id, token }: Shop): Promise<void> {
  const { db } = market;
  const { body } = await market.inject<StorePayouts>('GET', `/api/stores/${id}/payouts`, { token });
  const [owed] = await db
    .select({ amount: sql<number>`coalesce(-sum(amount), 0)::int` })
    .from(ledgerEntries)
    .where(sql`store_id = ${id} and account in ('shop', 'tax')`);
  expect(body.owed).toBe(owed?.amount);
  let balance = 0;
  for (const month of body.months.toReversed()) {
    const { online, refunds: back, commission, transfers: paidOut } = month;
    const lines = await readStatementLines(db, id, month.month);
    balance += online - back - commission - paidOut;
    expect([month.month, month.balance]).toEqual([month.month, balance]);
    expect(sum(lines.map((line) => line.commission))).toBe(commission);
    expect(sum(lines.map((line) => line.amount))).toBe(online - back - commission - paidOut);
  }
  const own = await db.select().from(transfers).where(eq(transfers.storeId, id));
  const ids = own.map((transfer) => transfer.id);
  const reversed = await db
    .select()
    .from(transferReversals)
    .where(inArray(transferReversals.transferId, [...ids, '00000000-0000-4000-8000-000000000000']));
  const atBank = (made: Bank['transferred'], names: readonly string[]) =>
    sum([...made].flatMap(([name, { amount }]) => (names.includes(name) ? [amount] : [])));
  const net =
    atBank(bank.transferred, ids) -
    atBank(
      bank.reversed,
      reversed.map((reversal) => reversal.id),
    );
  expect(net).toBe(sum(body.months.map((month) => month.transfers)));
  for (const { id: transferId, base, commission, amount } of own) {
    const back = reversed.filter((reversal) => reversal.transferId === transferId);
    expect(sum(back.map((each) => each.base))).toBeLessThanOrEqual(base);
    expect(sum(back.map((each) => each.amount))).toBeLessThanOrEqual(amount);
    if (sum(back.map((each) => each.base)) === base) expect(sum(back.map((each) => each.commission))).toBe(commission);
  }
}

/** What was weighed costs its weight and never more than agreed, and no line gives back more than it cost. */
async function checkWeighed(): Promise<void> {
  const rows = await market.db.select().from(refunds);
  for (const { id, total, byWeight } of await market.db.select().from(storeOrderItems)) {
    const given = sum(rows.flatMap(({ lines }) => lines).flatMap(({ item, amount }) => (item === id ? [amount] : [])));
    expect([id, given <= total]).toEqual([id, true]);
    const weighed = byWeight?.weighed;
    if (!weighed) continue;
    const agreed = weighed.price + weighed.less;
    expect([id, weighed.less >= 0, agreed <= total, given >= weighed.less]).toEqual([id, true, true, true]);
  }
}

/** Of each payment no more is given back and paid out than it has brought in. */
async function checkProvider(): Promise<void> {
  for (const { id, amount, state } of await market.db.select().from(payments)) {
    if (state !== 'accepted') continue;
    const out = (made: ReadonlyMap<string, { paymentId: string; amount: number }>) =>
      sum([...made.values()].flatMap((each) => (each.paymentId === id ? [each.amount] : [])));
    const refunded = out(bank.refunded);
    expect(refunded).toBeLessThanOrEqual(amount);
    expect(out(bank.transferred) - out(bank.reversed)).toBeGreaterThanOrEqual(0);
    expect(out(bank.transferred)).toBeLessThanOrEqual(amount);
  }
}

test('ledger, documents, transfers and statements agree, whatever is done', { timeout: 600_000 }, async () => {
  let [runs, transferred, reversed] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 10, maxLength: 26, size: 'max' }),
      fc.integer({ min: 0, max: 3000 }),
      async (acts, rate) => {
        bank = openBank();
        market.app.market.payment = bank;
        market.setClock(START);
        const shops = [await makeShop(null), await makeShop(rate)];
        const ground: Ground = { now: START, shopper: await makeShopper(market), shops, parts: [], wasAway: false };
        for (const each of [...beginning, ...acts]) await perform(each, ground);
        await checkLedger(market.db);
        // In the end the provider answers, and nothing is left to be done.
        bank.isUnreachable = false;
        await wait(ground, 2);
        await wait(ground, 2);
        await checkLedger(market.db);
        await checkProvider();
        await checkWeighed();
        for (const shop of shops) await checkStatements(shop);
        const open = await market.db.execute(sql`select 1 from transfers where due_at is not null
          union all select 1 from transfer_reversals where due_at is not null
          union all select 1 from refunds where due_at is not null`);
        expect(open.rows).toEqual([]);
        runs += 1;
        transferred += bank.transferred.size;
        reversed += bank.reversed.size;
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
  const byArticle = (await market.db.select().from(refunds)).filter(({ lines }) => lines.length > 0);
  const byWeight = byArticle.filter(({ reason }) => reason.startsWith('Pesée'));
  // Otherwise nothing was tried.
  for (const made of [transferred, reversed, byArticle.length, byWeight.length])
    expect(made).toBeGreaterThanOrEqual(runs);
});
