// Whatever is refunded of whatever order, in whatever steps: never more than was paid, to the cent of the VAT; and the
// stock is what was sold, less what came back.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { taxIn } from '#domain/orders/sale-vat.ts';
import { products, vatRates } from '#server/db/schema/catalogue.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { refunds } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import type { DatabaseKind } from '../../support/database-of-run.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, PLACE } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const STOCK = 100;
const RATES = [210, 550, 2000, null];

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ now: new Date('2026-10-12T10:00:00Z') });
  await makeDelivery(market.db);
});
afterAll(() => market.close());

const cart = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 51, max: 5000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      rate: fc.constantFrom(...RATES),
      isByWeight: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  percent: fc.constantFrom(0, 7, 33, 90),
  isSent: fc.boolean(),
  isOnDelivery: fc.boolean(),
});
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('articles' as const),
      line: fc.nat({ max: 3 }),
      units: fc.integer({ min: 1, max: 4 }),
      delivery: fc.boolean(),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 3000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('ship' as const, 'delivery' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('weigh' as const),
      line: fc.nat({ max: 3 }),
      grams: fc.integer({ min: 700, max: 5600 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const) }) },
);
type Cart = typeof cart extends fc.Arbitrary<infer T> ? T : never;
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const partOf = ({ storeOrders: [part] }: Order): StoreOrder => part ?? expect.fail('no part');

async function buy(merchant: Merchant, wanted: Cart) {
  const { storeId } = merchant;
  const ids: string[] = [];
  for (const [place, { price, rate, isByWeight }] of wanted.lines.entries()) {
    const [vat] =
      rate === null
        ? []
        : await market.db
            .insert(vatRates)
            .values({ name: `${rate}`, rate })
            .returning();
    const weight = isByWeight ? { netContent: '1,2 kg', weightTolerance: 15 } : {};
    const values = { storeId, price, stock: STOCK, name: `A${place}`, vatRateId: vat?.id ?? null, ...weight };
    ids.push((await makeProduct(market.db, values)).id);
  }
  const shopper = await makeShopper(market);
  const filled = await shopper.fill(...ids.map((id, place) => [id, wanted.lines[place]?.quantity] as [string, number]));
  if (wanted.percent > 0) {
    const code = `C-${randomUUID().slice(0, 6)}`;
    await market.db.insert(coupons).values({ storeId, code, discountType: 'relative', discount: wanted.percent });
    expectOk(await shopper.call('POST', `${filled['@id']}/coupon/apply`, { code }));
  }
  const order = expectOk(await shopper.order(filled));
  const isCarried = wanted.isSent && !wanted.isOnDelivery;
  await shopper.deliver(order, { shippingType: isCarried ? 'home' : 'store', ...PERSON, ...(isCarried && PLACE) });
  if (wanted.isOnDelivery) {
    return { ids, part: partOf(expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true }))) };
  }
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return { ids, part: partOf(expectOk(await shopper.pay(order))) };
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
type Taxed = { rate: number | null; withTax: number; tax: number };
function byRate(amounts: readonly Taxed[], sign = 1, into = new Map<string, [withTax: number, tax: number]>()) {
  for (const { rate, withTax, tax } of amounts) {
    const [before, taxBefore] = into.get(String(rate)) ?? [0, 0];
    into.set(String(rate), [before + sign * withTax, taxBefore + sign * tax]);
  }
  return into;
}

test('never more than was paid, by line and rate, and the documents add up to what is left', {
  timeout: 600_000,
}, async () => {
  const merchant = await makeMerchant(market, { paymentOnDelivery: true });
  await fc.assert(
    fc.asyncProperty(cart, fc.array(act, { minLength: 3, maxLength: 12, size: 'max' }), async (wanted, acts: Act[]) => {
      const { ids, part } = await buy(merchant, wanted);
      const call = (method: string, path: string, body: object) =>
        merchant.call<StoreOrder>(method, `/store_orders/${part.id}${path}`, body);
      const itemOf = (place: number) => part.items.find(({ product }) => product.id === ids[place])?.['@id'];
      let state: StoreOrder['state'] = part.state;
      const back = ids.map(() => 0);
      const gone = ids.map(() => 0);
      const weighed = new Set<number>();
      const paidFor = sharesOf(part);
      const leftOf = async (place: number) => {
        const index = part.items.findIndex(({ product }) => product.id === ids[place]);
        const item = part.items[index];
        const rows = await market.db.select().from(refunds).where(eq(refunds.storeOrderId, part.id));
        const taken = rows.flatMap(({ lines }) => lines).filter((line) => item?.['@id'].endsWith(line.item));
        return (paidFor[index] ?? 0) - sum(taken.map(({ amount }) => amount));
      };
      for (const each of acts) {
        if (each.does === 'ship') {
          if (state === 'canceled') continue;
          await call('PUT', '/validate', {});
          const isToWeigh = wanted.lines.some(
            ({ isByWeight, quantity }, place) => isByWeight && !weighed.has(place) && quantity > (gone[place] ?? 0),
          );
          const { status, body } = await call('PUT', '/ship', {});
          expect([isToWeigh && state !== 'shipped', status]).toEqual(status === 409 ? [true, 409] : [false, 200]);
          if (status === 200) state = body.state;
          continue;
        }
        if (each.does === 'weigh') {
          const place = each.line % ids.length;
          const units = (wanted.lines[place]?.quantity ?? 0) - (gone[place] ?? 0);
          const lines = [{ item: itemOf(place), grams: each.grams }];
          const before = await leftOf(place);
          const { status, body } = await call('POST', '/weighings', { lines });
          const isAccepted =
            ['payed', 'validated'].includes(state) &&
            (wanted.lines[place]?.isByWeight ?? false) &&
            !weighed.has(place) &&
            units > 0 &&
            each.grams >= units * 1020 &&
            each.grams <= units * 2400;
          // The same weight again is no error.
          if (body.notice !== 'already') expect([isAccepted, status === 200]).toEqual([status === 200, isAccepted]);
          if (!isAccepted) continue;
          weighed.add(place);
          const exact = (each.grams * before) / (units * 1200);
          const price = Math.min(before, Math.floor(exact + 0.5));
          expect([place, await leftOf(place)]).toEqual([place, price]);
          continue;
        }
        if (each.does === 'cancel') {
          const { status, body } = await call('PUT', '/cancel', {});
          expect([status, state]).toEqual(state === 'shipped' ? [422, state] : [200, state]);
          if (status !== 200) continue;
          if (body.notice !== 'already') {
            wanted.lines.forEach(({ quantity }, place) => {
              back[place] = (back[place] ?? 0) + quantity - (gone[place] ?? 0);
              gone[place] = quantity;
            });
          }
          state = 'canceled';
          continue;
        }
        const place = each.does === 'articles' ? each.line % ids.length : 0;
        const body = {
          ...(each.does === 'articles' && {
            lines: [{ item: itemOf(place), quantity: each.units }],
            ...{ delivery: each.delivery, restock: each.restock },
          }),
          ...(each.does === 'amount' && { amount: { amount: each.amount }, reason: 'Geste' }),
          ...(each.does === 'delivery' && { delivery: true }),
        };
        const { status, body: after } = await call('POST', '/refunds', body);
        expect([200, 409, 422]).toContain(status);
        if (status !== 200) continue;
        state = after.state;
        if (each.does === 'articles') {
          gone[place] = (gone[place] ?? 0) + each.units;
          if (each.restock) back[place] = (back[place] ?? 0) + each.units;
        }
      }

      const rows = await market.db.select().from(refunds).where(eq(refunds.storeOrderId, part.id));
      const items = part.items.map(({ '@id': iri, product, total }) => {
        const item = iri.split('/').at(-1);
        const taken = rows.flatMap(({ lines }) => lines).filter((line) => line.item === item);
        const place = ids.indexOf(product.id);
        const units = sum(taken.map(({ quantity }) => quantity));
        return { place, units, amount: sum(taken.map(({ amount }) => amount)), total: total.amount };
      });
      const refunded = sum(rows.map(({ amount }) => amount));
      expect(refunded).toBeLessThanOrEqual(part.total.amount);
      for (const { place, units, amount, total } of items) {
        expect([place, units]).toEqual([place, gone[place]]);
        expect(units).toBeLessThanOrEqual(wanted.lines[place]?.quantity ?? 0);
        expect(amount).toBeLessThanOrEqual(total);
      }
      const isAllGone = gone.every((units, place) => units === wanted.lines[place]?.quantity);
      if (state === 'canceled') expect([isAllGone, refunded]).toEqual([true, part.total.amount]);
      for (const row of rows) {
        expect(row.amount).toBe(sum([...row.lines, ...row.delivery].map(({ amount }) => amount)));
        expect(row.amount).toBe(sum(row.vat.map(({ withTax }) => withTax)));
        expect(row.paymentId !== null).toBe(row.means === 'payment');
      }

      // The invoice less the credit notes, by rate, against what is left of each line and of the delivery.
      const documents = await market.db.select().from(saleDocuments).where(eq(saleDocuments.storeOrderId, part.id));
      for (const { content } of documents) {
        expect(content.total).toBe(sum(content.vat.map(({ withTax }) => withTax)));
        expect(content.total).toBe(
          sum(content.lines.map(({ total }) => total)) - content.discount + content.shippingFees,
        );
      }
      if (documents.length > 0) {
        const noted = new Map<string, [number, number]>();
        for (const { kind, content } of documents) byRate(content.vat, kind === 'invoice' ? 1 : -1, noted);
        const left = await leftByRate(part, rows, wanted, ids);
        const known = [...left].filter(([, [withTax]]) => withTax > 0);
        expect(Object.fromEntries([...noted].filter(([, [withTax, tax]]) => withTax !== 0 || tax !== 0))).toEqual(
          Object.fromEntries(known),
        );
        const ofDocuments = sum(documents.map(({ kind, content }) => (kind === 'invoice' ? 1 : -1) * content.total));
        expect(ofDocuments).toBe(part.total.amount - refunded);
      }
      const stocks = await market.db.select({ id: products.id, stock: products.stock }).from(products);
      ids.forEach((id, place) => {
        const sold = (wanted.lines[place]?.quantity ?? 0) - (back[place] ?? 0);
        expect(stocks.find((product) => product.id === id)?.stock).toBe(STOCK - sold);
      });
    }),
    { numRuns: 30 },
  );
});

/** By line: its price less its share of the coupon. */
function sharesOf(part: StoreOrder): number[] {
  const goods = sum(part.items.map(({ total }) => total.amount));
  const discount = part.totalBeforeDiscount.amount - part.total.amount;
  const exact = part.items.map(({ total }) => (discount * total.amount) / goods);
  const shares = exact.map(Math.floor);
  const order = exact
    .map((share, place) => [share - Math.floor(share), place] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, place] of order.slice(0, discount - sum(shares))) shares[place] = (shares[place] ?? 0) + 1;
  return part.items.map(({ total }, place) => total.amount - (shares[place] ?? 0));
}

type Row = typeof refunds.$inferSelect;
/** Counted here a second time: each line's price less its share of the coupon, less what was given back of it. */
async function leftByRate(part: StoreOrder, rows: readonly Row[], wanted: Cart, ids: readonly string[]) {
  const goods = sum(part.items.map(({ total }) => total.amount));
  const paid = sharesOf(part);
  const left: Taxed[] = part.items.map(({ '@id': iri, product }, place) => {
    const taken = rows.flatMap(({ lines }) => lines).filter(({ item }) => iri.endsWith(item));
    const withTax = (paid[place] ?? 0) - sum(taken.map(({ amount }) => amount));
    const rate = wanted.lines[ids.indexOf(product.id)]?.rate ?? null;
    return { rate, withTax, tax: taxIn(withTax, rate) };
  });
  const ofGoods = byRate(
    part.items.map(({ product, total }) => ({
      rate: wanted.lines[ids.indexOf(product.id)]?.rate ?? null,
      ...{ withTax: total.amount, tax: 0 },
    })),
  );
  const fees = part.shippingFees.amount;
  const rates = [...ofGoods].map(([name, [amount]]) => ({ rate: name === 'null' ? null : Number(name), amount }));
  rates.sort((a, b) => (a.rate ?? -1) - (b.rate ?? -1));
  const feesExact = rates.map(({ amount }) => (fees * amount) / goods);
  const feeShares = feesExact.map(Math.floor);
  const feeOrder = feesExact
    .map((share, place) => [share - Math.floor(share), place] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, place] of feeOrder.slice(0, fees - sum(feeShares))) feeShares[place] = (feeShares[place] ?? 0) + 1;
  rates.forEach(({ rate }, place) => {
    const taken = rows.flatMap(({ delivery }) => delivery).filter((share) => share.rate === rate);
    const withTax = (feeShares[place] ?? 0) - sum(taken.map(({ amount }) => amount));
    left.push({ rate, withTax, tax: taxIn(withTax, rate) });
  });
  return byRate(left);
}

describe.each<DatabaseKind>(['pglite', 'postgres'])('at the same time, on %s', (database) => {
  let raced: TestMarket;
  beforeAll(async () => {
    raced = await startTestMarket({ database });
    await makeDelivery(raced.db);
  });
  afterAll(() => raced.close());

  test('of several refunds of the same line, as many succeed as it has units, and no sum is exceeded', async () => {
    const merchant = await makeMerchant(raced, { paymentOnDelivery: true });
    const shopper = await makeShopper(raced);
    const product = await makeProduct(raced.db, { storeId: merchant.storeId, price: 1001, stock: 5 });
    const order = await shopper.ready([product.id, 3]);
    const { payment_url } = expectOk(await shopper.prepare(order));
    await shopper.answer(payment_url, 'accepted');
    const part = partOf(expectOk(await shopper.pay(order)));
    const lines = [{ item: part.items[0]?.['@id'], quantity: 1 }];
    const bodies = [
      ...Array.from({ length: 5 }, () => ({ lines, restock: true })),
      ...Array.from({ length: 2 }, () => ({ amount: { amount: 2000 }, reason: 'Geste' })),
    ];
    const answers = await Promise.all(
      bodies.map((body) => merchant.call<StoreOrder>('POST', `/store_orders/${part.id}/refunds`, body)),
    );
    const rows = await raced.db.select().from(refunds).where(eq(refunds.storeOrderId, part.id));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(rows.length);
    const units = sum(rows.flatMap(({ lines: taken }) => taken).map(({ quantity }) => quantity));
    expect(units).toBe(3);
    expect(sum(rows.map(({ amount }) => amount))).toBeLessThanOrEqual(part.total.amount);
    const [{ stock } = { stock: null }] = await raced.db
      .select({ stock: products.stock })
      .from(products)
      .where(eq(products.id, product.id));
    expect(stock).toBe(5);
    const numbers = (
      await raced.db.select().from(saleDocuments).where(eq(saleDocuments.storeId, merchant.storeId))
    ).map(({ number }) => number);
    expect(numbers.sort()).toEqual(Array.from({ length: rows.length + 1 }, (_, index) => index + 1));
  });
});
