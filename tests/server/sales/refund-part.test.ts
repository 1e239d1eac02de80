// A shop gives back a part of what was paid: articles by unit, the delivery, or an amount, before or after the shipment.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products, vatRates } from '#server/db/schema/catalogue.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { refunds } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { renderDocument } from '#server/documents/pdf.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { decodeMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let dairy: Merchant;
let cheese: string;
let box: string;
beforeAll(async () => {
  market = await startTestMarket({ now: new Date('2026-10-12T10:00:00Z') });
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  dairy = await makeMerchant(market, { paymentOnDelivery: true });
  shopper = await makeShopper(market);
  const rate = async (points: number) =>
    (
      await market.db
        .insert(vatRates)
        .values({ name: `${points}`, rate: points })
        .returning()
    )[0]?.id ?? null;
  const storeId = dairy.storeId;
  cheese = (
    await makeProduct(market.db, { storeId, name: 'Tomme', stock: 10, price: 1000, vatRateId: await rate(550) })
  ).id;
  box = (await makeProduct(market.db, { storeId, name: 'Boîte', stock: 10, price: 333, vatRateId: await rate(2000) }))
    .id;
});

const firstPart = ({ storeOrders: [part] }: Order): StoreOrder => part ?? expect.fail('no part');
const itemOf = (part: StoreOrder, name: string) =>
  part.items.find(({ product }) => product.name === name)?.['@id'] ?? expect.fail(`no ${name}`);
const stockOf = async (id: string) =>
  (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;

type Lines = Parameters<Shopper['ready']>;
async function paid(lines: Lines, { coupon = 0, form }: { coupon?: number; form?: object } = {}): Promise<StoreOrder> {
  const cart = await shopper.fill(...lines);
  if (coupon > 0) {
    const code = `C-${randomUUID().slice(0, 6)}`;
    await market.db.insert(coupons).values({ storeId: dairy.storeId, code, discountType: 'fix', discount: coupon });
    expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
  }
  const order = expectOk(await shopper.order(cart));
  await shopper.deliver(order, { shippingType: 'store', ...PERSON, ...form });
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return firstPart(expectOk(await shopper.pay(order)));
}
async function toPayOnDelivery(...lines: Lines): Promise<StoreOrder> {
  const order = await shopper.ready(...lines);
  return firstPart(expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true })));
}
const ship = async ({ id }: StoreOrder) => {
  expectOk(await dairy.call<StoreOrder>('PUT', `/store_orders/${id}/validate`, {}));
  return expectOk(await dairy.call<StoreOrder>('PUT', `/store_orders/${id}/ship`, {}));
};
const refund = <T = StoreOrder>({ id }: StoreOrder, body: object, as = dairy) =>
  as.call<T>('POST', `/store_orders/${id}/refunds`, body);
const units = (part: StoreOrder, name: string, quantity: number) => ({ item: itemOf(part, name), quantity });
const seen = async (part: StoreOrder) =>
  firstPart(expectOk(await shopper.seeOrder({ id: Number(part.order.split('/')[2]) })));
const rowsOf = ({ id }: StoreOrder) =>
  market.db.select().from(refunds).where(eq(refunds.storeOrderId, id)).orderBy(refunds.createdAt);
const documentsOf = ({ id }: StoreOrder) =>
  market.db.select().from(saleDocuments).where(eq(saleDocuments.storeOrderId, id)).orderBy(saleDocuments.number);
const mailOf = (kind: RegExp) =>
  eventually(() => {
    const found = market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`) && kind.test(decodeMail(mail)));
    expect(found).toHaveLength(1);
    return decodeMail(found[0] ?? '').replaceAll('\u00a0', ' ');
  });
async function expectRefused(part: StoreOrder, body: object, propertyPath: string, message: RegExp): Promise<void> {
  const { status, body: answer } = await refund<ErrorBody>(part, body);
  expect([status, answer.violations?.[0]]).toMatchObject([422, { propertyPath }]);
  expect(answer.violations?.[0]?.message.replaceAll(/[\u00a0\u202f]/g, ' ')).toMatch(message);
}

describe('articles', () => {
  test('of a shipped order: their price less their share of the coupon goes back, with a credit note and the news', async () => {
    const part = await ship(await paid([[cheese, 3], [box]], { coupon: 100 }));
    // 33,33 € of goods less 1,00 €: the coupon's cents are 90 for the cheese and 10 for the box.
    const after = expectOk(
      await refund(part, { lines: [units(part, 'Tomme', 1)], message: 'Désolée, elle était fendue.' }),
    );
    expect(after).toMatchObject({ state: 'shipped', refunded: { amount: 970 }, version: part.version + 1 });
    expect(after.refunds).toMatchObject([
      {
        amount: 970,
        means: 'payment',
        delivery: 0,
        lines: [{ item: itemOf(part, 'Tomme'), quantity: 1, amount: 970 }],
      },
    ]);
    expect((await seen(part)).refunds).toEqual(after.refunds);
    const [row] = await rowsOf(part);
    expect(row).toMatchObject({ madeBy: dairy.id, restocked: false, vat: [{ rate: 550, withTax: 970, tax: 51 }] });
    expect(row?.paymentId).not.toBeNull();
    expect(await stockOf(cheese)).toBe(7);
    const [, note] = await documentsOf(part);
    expect(note).toMatchObject({
      kind: 'credit-note',
      number: 2,
      content: {
        lines: [{ label: 'Tomme', quantity: 1, unitPrice: 1000, total: 1000, vatRate: 550 }],
        ...{ discount: 30, shippingFees: 0, total: 970, vat: row?.vat, partial: true },
        invoice: { number: '2026-00001' },
      },
    });
    const pdf = note && (await renderDocument({ ...note, kind: 'credit-note' }));
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    const mail = await mailOf(/vous rembourse une partie/);
    for (const text of ['9,70 €', 'Désolée, elle était fendue.', '1 × Tomme', 'L’avoir est en pièce jointe.']) {
      expect(mail).toContain(text);
    }
  });

  test('go back into the stock if asked', async () => {
    const part = await paid([[cheese, 2], [box]]);
    expectOk(await refund(part, { lines: [units(part, 'Tomme', 1), units(part, 'Boîte', 1)], restock: true }));
    expect([await stockOf(cheese), await stockOf(box)]).toEqual([9, 10]);
  });

  test('unit by unit they come to the cents of the line, and the last before the shipment cancels the order with its delivery', async () => {
    const part = await paid([[box, 3]], { coupon: 100, form: { shippingType: 'home', ...PLACE } });
    const sums: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      const after = expectOk(await refund(part, { lines: [units(part, 'Boîte', 1)] }));
      sums.push(after.refunded?.amount ?? 0);
      expect(after.state).toBe(step === 2 ? 'canceled' : 'payed');
    }
    const fees = part.shippingFees.amount;
    expect(fees).toBeGreaterThan(0);
    expect(sums).toEqual([300, 600, 899 + fees]);
    expect((await seen(part)).refunded).toEqual(part.total);
    await mailOf(/ne peut pas honorer/);
    expect(await refund<ErrorBody>(part, { lines: [units(part, 'Boîte', 1)] })).toMatchObject({
      status: 409,
      body: { code: 'canceled' },
    });
  });

  test('with the delivery, which stays if it is not asked for after the shipment', async () => {
    const part = await ship(await paid([[cheese, 1]], { form: { shippingType: 'home', ...PLACE } }));
    const first = expectOk(await refund(part, { lines: [units(part, 'Tomme', 1)] }));
    expect(first).toMatchObject({ state: 'shipped', refunded: { amount: 1000 } });
    const second = expectOk(await refund(part, { delivery: true }));
    expect(second.refunded).toEqual(part.total);
    await expectRefused(part, { delivery: true }, 'delivery', /Il ne reste pas/);
    await expectRefused(part, { lines: [units(part, 'Tomme', 1)] }, 'lines.0.quantity', /déjà remboursé/);
  });

  test('are never more than those that are left, and only of this order', async () => {
    const part = await paid([[cheese, 2]]);
    const other = await paid([[box]]);
    await expectRefused(part, { lines: [units(part, 'Tomme', 3)] }, 'lines.0.quantity', /Il n’en reste que 2/);
    const twice = { lines: [units(part, 'Tomme', 1), units(part, 'Tomme', 2)] };
    await expectRefused(part, twice, 'lines.1.quantity', /Il n’en reste que 1/);
    await expectRefused(part, { lines: [units(other, 'Boîte', 1)] }, 'lines.0.item', /pas dans cette commande/);
    await expectRefused(part, {}, 'lines', /Choisissez/);
    expect(await rowsOf(part)).toEqual([]);
  });
});

describe('a free amount', () => {
  test('is spread over the rates of VAT, its reason is on the credit note, and the articles give back the rest', async () => {
    const part = await ship(
      await paid([
        [cheese, 2],
        [box, 3],
      ]),
    );
    const body = { amount: { stringValue: '10,00' }, reason: 'Geste commercial' };
    const after = expectOk(await refund(part, body));
    expect(after.refunds).toMatchObject([{ amount: 1000, reason: 'Geste commercial' }]);
    const [row] = await rowsOf(part);
    // Of 20,00 € and 9,99 €.
    expect(row?.vat.map(({ rate, withTax }) => [rate, withTax])).toEqual([
      [550, 667],
      [2000, 333],
    ]);
    expect((await documentsOf(part))[1]?.content).toMatchObject({
      lines: [{ label: 'Geste commercial', quantity: 1, total: 1000 }],
      total: 1000,
      partial: true,
    });
    const rest = { lines: [units(part, 'Tomme', 2), units(part, 'Boîte', 3)] };
    expect(expectOk(await refund(part, rest)).refunded).toEqual(part.total);
  });

  test('needs a reason, a correct amount, and is never more than what is left', async () => {
    const part = await paid([[cheese, 1]]);
    await expectRefused(part, { amount: { amount: 100 } }, 'reason', /Dites pourquoi/);
    // Nothing of it could be read on the credit note.
    await expectRefused(part, { amount: { amount: 100 }, reason: '\u200b \u2060' }, 'reason', /Dites pourquoi/);
    for (const amount of [{ stringValue: '1,234' }, { amount: 0 }, { amount: -1 }]) {
      await expectRefused(part, { amount, reason: 'x' }, 'amount', /Montant incorrect/);
    }
    await expectRefused(part, { amount: { amount: 1001 }, reason: 'x' }, 'amount', /Il reste 10,00 € à rembourser/);
  });
});

describe('paid on delivery', () => {
  test('before the hand-over there is less to collect, no money moves, and the invoice is of what is left', async () => {
    const part = await toPayOnDelivery([cheese, 2], [box]);
    const after = expectOk(await refund(part, { lines: [units(part, 'Tomme', 1)], restock: true }));
    expect(after).toMatchObject({ refunded: { amount: 1000 }, refunds: [{ means: 'due' }], documents: [] });
    expect(await rowsOf(part)).toMatchObject([{ paymentId: null, dueAt: null, amount: 1000 }]);
    expect(await mailOf(/Il restera à payer/)).toContain('Il restera à payer : 13,33 €');
    const shipped = await ship(part);
    const [invoice] = await documentsOf(shipped);
    expect(invoice?.content).toMatchObject({
      lines: [
        { label: 'Tomme', quantity: 1, total: 1000 },
        { label: 'Boîte', quantity: 1, total: 333 },
      ],
      ...{ discount: 0, total: 1333 },
    });
  });

  test('after it the store gives the money back itself, with a credit note', async () => {
    const part = await ship(await toPayOnDelivery([cheese, 2]));
    const after = expectOk(await refund(part, { lines: [units(part, 'Tomme', 1)] }));
    expect(after.refunds).toMatchObject([{ means: 'store', amount: 1000 }]);
    expect(await rowsOf(part)).toMatchObject([{ paymentId: null, dueAt: null }]);
    expect((await documentsOf(part))[1]).toMatchObject({
      kind: 'credit-note',
      content: { byStore: true, total: 1000 },
    });
    expect(await mailOf(/vous rembourse une partie/)).toContain('La boutique vous rend elle-même 10,00 €.');
  });
});

describe('what was seen', () => {
  test('a refund on another device in between refuses one that was prepared before', async () => {
    const part = await paid([[cheese, 3]]);
    const one = { lines: [units(part, 'Tomme', 1)], refunded: 0, amount: { amount: 1000 } };
    expectOk(await refund(part, one));
    const { status, body } = await refund<ErrorBody>(part, one);
    expect([status, body]).toMatchObject([409, { code: 'refunded', detail: { refunded: 1000 } }]);
    expect(await rowsOf(part)).toHaveLength(1);
  });

  test('another sum than the agreed one is refused, and nothing is given back', async () => {
    const part = await paid([[cheese, 3]]);
    const { status, body } = await refund<ErrorBody>(part, {
      lines: [units(part, 'Tomme', 1)],
      amount: { amount: 999 },
    });
    expect([status, body]).toMatchObject([409, { code: 'refunded' }]);
    expect(await rowsOf(part)).toEqual([]);
    expect(await documentsOf(part)).toHaveLength(1);
  });

  test('the same key refunds once', async () => {
    const part = await paid([[cheese, 3]]);
    const body = { lines: [units(part, 'Tomme', 1)] };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      market.inject<StoreOrder>('POST', `/api/store_orders/${part.id}/refunds`, { token: dairy.token, body, headers });
    expect([expectOk(await send()), expectOk(await send())].map(({ refunded }) => refunded?.amount)).toEqual([
      1000, 1000,
    ]);
    expect(await rowsOf(part)).toHaveLength(1);
  });
});

test('an order that is not confirmed, or another merchant’s, is not refunded', async () => {
  const part = firstPart(await shopper.ready([cheese, 1]));
  await expectRefused(part, { lines: [units(part, 'Tomme', 1)] }, 'state', /pas encore confirmée/);
  const other = await makeMerchant(market);
  expect((await refund(part, { delivery: true }, other)).status).toBe(404);
  expect(await rowsOf(part)).toEqual([]);
});

test('a cancellation after a refund gives back the rest, and its units', async () => {
  const part = await paid([[cheese, 3]]);
  expectOk(await refund(part, { lines: [units(part, 'Tomme', 1)] }));
  const canceled = expectOk(
    await dairy.call<StoreOrder>('PUT', `/store_orders/${part.id}/cancel`, { reason: 'Fini.' }),
  );
  expect(canceled.refunds?.map(({ amount }) => amount).sort()).toEqual([1000, 2000]);
  expect(canceled.refunded).toEqual(part.total);
  expect(await stockOf(cheese)).toBe(9);
  expect((await documentsOf(part)).map(({ content }) => content.total)).toEqual([3000, 1000, 2000]);
});

test('figures and the exported table count what is left', async () => {
  const part = await ship(await paid([[cheese, 3]], { form: { shippingType: 'home', ...PLACE } }));
  expectOk(await refund(part, { lines: [units(part, 'Tomme', 1)], delivery: true }));
  const metrics = expectOk(
    await dairy.call<{ sales: { annual: unknown[] }; totalShippingPrice: number }>(
      'GET',
      `/metrics/by_store/${dairy.storeId}?year=2026`,
    ),
  );
  expect(metrics).toMatchObject({ sales: { annual: [{ amount: 2000, orders: 1 }] }, totalShippingPrice: 0 });
  const { content } = expectOk(await dairy.call<{ content: string }>('GET', '/store_orders/export'));
  const [head = '', line = ''] = content.split('\r\n');
  const column = head.split(';').indexOf('Remboursé');
  const fees = part.shippingFees.amount;
  expect(line.split(';')[column]).toBe(`${((1000 + fees) / 100).toFixed(2).replace('.', ',')}`);
});
