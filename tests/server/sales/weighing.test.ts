// Goods sold by weight: the merchant weighs them, and what they weigh less than agreed is given back, to the cent.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products, vatRates } from '#server/db/schema/catalogue.ts';
import { saleDocuments } from '#server/db/schema/documents.ts';
import { refunds } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { checkLedger } from '../../support/ledger.ts';
import { decodeMail } from '../../support/mails.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let dairy: Merchant;
/** 1,2 kg for 21,60 €. */
let tomme: string;
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
  const { storeId } = dairy;
  const byWeight = { netContent: '1,2 kg', weightTolerance: 10 };
  tomme = (
    await makeProduct(market.db, { storeId, name: 'Tomme', price: 2160, vatRateId: await rate(550), ...byWeight })
  ).id;
  box = (await makeProduct(market.db, { storeId, name: 'Boîte', price: 333, vatRateId: await rate(2000) })).id;
});

const firstPart = ({ storeOrders: [part] }: Order): StoreOrder => part ?? expect.fail('no part');
type Lines = Parameters<Shopper['ready']>;
async function paid(lines: Lines, coupon = 0): Promise<StoreOrder> {
  const cart = await shopper.fill(...lines);
  if (coupon > 0) {
    const code = `C-${randomUUID().slice(0, 6)}`;
    await market.db.insert(coupons).values({ storeId: dairy.storeId, code, discountType: 'fix', discount: coupon });
    expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
  }
  const order = expectOk(await shopper.order(cart));
  await shopper.deliver(order, { shippingType: 'store', ...PERSON });
  const { payment_url } = expectOk(await shopper.prepare(order));
  await shopper.answer(payment_url, 'accepted');
  return firstPart(expectOk(await shopper.pay(order)));
}
async function toPayOnDelivery(...lines: Lines): Promise<StoreOrder> {
  const order = await shopper.ready(...lines);
  return firstPart(expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true })));
}
const itemOf = (part: StoreOrder, name = 'Tomme') =>
  part.items.find(({ product }) => product.name === name) ?? expect.fail(`no ${name}`);
const weigh = <T = StoreOrder>(part: StoreOrder, grams: number, body: object = {}, as = dairy) =>
  as.call<T>('POST', `/store_orders/${part.id}/weighings`, {
    lines: [{ item: itemOf(part)['@id'], grams }],
    ...body,
  });
const act = <T = StoreOrder>({ id }: StoreOrder, action: string, body: object = {}) =>
  dairy.call<T>(['refunds', 'weighings'].includes(action) ? 'POST' : 'PUT', `/store_orders/${id}/${action}`, body);
const seen = async (part: StoreOrder) =>
  firstPart(expectOk(await shopper.seeOrder({ id: Number(part.order.split('/')[2]) })));
const rowsOf = ({ id }: StoreOrder) => market.db.select().from(refunds).where(eq(refunds.storeOrderId, id));
const documentsOf = ({ id }: StoreOrder) =>
  market.db.select().from(saleDocuments).where(eq(saleDocuments.storeOrderId, id)).orderBy(saleDocuments.number);
const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const mailOf = (kind: RegExp) =>
  eventually(() => {
    const found = market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`) && kind.test(decodeMail(mail)));
    expect(found).toHaveLength(1);
    return plain(decodeMail(found[0] ?? ''));
  });
async function expectRefused(answer: { status: number; body: ErrorBody }, propertyPath: string, message: string) {
  expect([answer.status, answer.body.violations?.[0]?.propertyPath]).toEqual([422, propertyPath]);
  expect(plain(answer.body.violations?.[0]?.message)).toContain(message);
}

test('an article is weighed once in a call, so that nothing is given back twice', async () => {
  const part = await paid([[tomme]]);
  const item = itemOf(part)['@id'];
  const twice = [1120, 1150].map((grams) => ({ item, grams }));
  await expectRefused(
    await act<ErrorBody>(part, 'weighings', { lines: twice }),
    'lines.1.item',
    'déjà dans cette pesée',
  );
  expect(await rowsOf(part)).toEqual([]);
  expect(itemOf(await seen(part)).byWeight?.weighed).toBeUndefined();
});

test('a weighing without a weight is refused', async () => {
  const part = await paid([[tomme]]);
  await expectRefused(await act<ErrorBody>(part, 'weighings', { lines: [] }), 'lines', 'Indiquez un poids.');
});

describe('weighed for less than announced', () => {
  test('an order paid online costs in proportion: refund, credit note with its reason, VAT, mail and ledger', async () => {
    const part = await paid([[tomme], [box]]);
    expect(itemOf(part).byWeight).toEqual({ grams: 1200, tolerance: 10 });
    const after = expectOk(await weigh(part, 1120));
    expect(itemOf(after).byWeight).toEqual({
      grams: 1200,
      tolerance: 10,
      weighed: { grams: 1120, price: 2016, less: 144 },
    });
    const reason = 'Pesée : Tomme, 1,12 kg au lieu de 1,2 kg';
    expect(after).toMatchObject({ state: 'payed', refunded: { amount: 144 } });
    expect(after.refunds).toMatchObject([
      { amount: 144, means: 'payment', delivery: 0, lines: [{ item: itemOf(part)['@id'], quantity: 0, amount: 144 }] },
    ]);
    expect(plain(after.refunds?.[0]?.reason)).toBe(reason);
    expect(itemOf(await seen(part)).byWeight).toEqual(itemOf(after).byWeight);
    expect((await rowsOf(part))[0]).toMatchObject({ vat: [{ rate: 550, withTax: 144 }], madeBy: dairy.id });
    const [invoice, note] = await documentsOf(part);
    expect([invoice?.content.total, note?.content.total, note?.content.partial]).toEqual([2493, 144, true]);
    expect(plain(note?.content.lines[0]?.label)).toBe(reason);
    const mail = await mailOf(/a pesé les articles/);
    for (const text of ['1,44 €', '1 × Tomme, pesé 1,12 kg', '20,16 €', 'L’avoir est en pièce jointe.'])
      expect(mail).toContain(text);
    await checkLedger(market.db);
  });

  test('an order paid on delivery asks for less, and its invoice has the weight', async () => {
    const part = await toPayOnDelivery([tomme, 2]);
    const after = expectOk(await weigh(part, 2240));
    expect(after.refunds).toMatchObject([{ amount: 288, means: 'due' }]);
    expect(await documentsOf(part)).toEqual([]);
    expectOk(await act(part, 'validate'));
    expectOk(await act(part, 'ship'));
    const [invoice, ...others] = await documentsOf(part);
    expect(others).toEqual([]);
    expect(invoice?.content).toMatchObject({ total: 4032, discount: 0, lines: [{ quantity: 2, total: 4032 }] });
    expect(plain(invoice?.content.lines[0]?.label)).toBe('Tomme, pesé 2,24 kg');
    const mail = await mailOf(/a pesé les articles/);
    for (const text of ['2,88 € de moins', '2 × Tomme, pesé 2,24 kg', '40,32 €']) expect(mail).toContain(text);
    await checkLedger(market.db);
  });

  test('with a coupon the line costs in proportion to what was paid for it', async () => {
    // 21,60 € and 3,33 € less 5,00 €: the cheese costs 21,60 € − 4,33 €.
    const part = await paid([[tomme], [box]], 500);
    const after = expectOk(await weigh(part, 1100));
    expect(itemOf(after).byWeight?.weighed).toEqual({ grams: 1100, price: 1583, less: 144 });
  });

  test('what is refunded later is the rest: of the line, or of the whole order', async () => {
    const part = await paid([[tomme, 2], [box]]);
    expectOk(await weigh(part, 2240));
    const lines = [{ item: itemOf(part)['@id'], quantity: 1 }];
    expect(
      expectOk(await act(part, 'refunds', { lines }))
        .refunds?.map(({ amount }) => amount)
        .sort(),
    ).toEqual([2016, 288]);
    const after = expectOk(await act(part, 'cancel'));
    expect([after.state, after.refunded?.amount]).toEqual(['canceled', part.total.amount]);
    expect(
      (await documentsOf(part)).reduce(
        (sum, { kind, content }) => sum + (kind === 'invoice' ? 1 : -1) * content.total,
        0,
      ),
    ).toBe(0);
    await checkLedger(market.db);
  });

  test('the units that are left are weighed together', async () => {
    const part = await paid([[tomme, 3]]);
    expectOk(await act(part, 'refunds', { lines: [{ item: itemOf(part)['@id'], quantity: 1 }] }));
    await expectRefused(await weigh<ErrorBody>(part, 2159), 'lines.0.grams', 'Au moins 2,16 kg convenus.');
    expect(itemOf(expectOk(await weigh(part, 2160))).byWeight?.weighed).toEqual({
      grams: 2160,
      price: 3888,
      less: 432,
    });
  });
});

test('more than announced costs no more: nothing is given back, and no mail is sent', async () => {
  const part = await paid([[tomme]]);
  const after = expectOk(await weigh(part, 1300));
  expect(itemOf(after).byWeight?.weighed).toEqual({ grams: 1300, price: 2160, less: 0 });
  expect([after.refunds, after.version]).toEqual([[], part.version + 1]);
  expect(await documentsOf(part)).toHaveLength(1);
});

test('less than the tolerance is refused at its field, as is a slipped unit, and nothing changes', async () => {
  const part = await paid([[tomme]]);
  const refused = await weigh<ErrorBody>(part, 1079);
  await expectRefused(refused, 'lines.0.grams', 'Au moins 1,08 kg convenus. Complétez, ou remboursez l’article.');
  await expectRefused(await weigh<ErrorBody>(part, 1_180_000), 'lines.0.grams', 'vérifiez l’unité');
  await expectRefused(
    await weigh<ErrorBody>(await paid([[tomme], [box]]), 1180, {
      lines: [{ item: itemOf(part)['@id'], grams: 1180 }],
    }),
    'lines.0.item',
    'pas dans cette commande',
  );
  const after = await seen(part);
  expect([itemOf(after).byWeight?.weighed, after.version, await rowsOf(part)]).toEqual([undefined, part.version, []]);
});

test('the mails after it say what was given back, and what is left of the total', async () => {
  const part = await paid([[tomme]]);
  expectOk(await weigh(part, 1120));
  expectOk(await act(part, 'validate'));
  expect(await mailOf(/prépare votre commande/)).toMatch(
    /Total\s+—?\s*21,60 €[\s\S]*Remboursé\s+—?\s*−1,44 €[\s\S]*Reste\s+—?\s*20,16 €/,
  );
});

test('an order whose whole price was given back is cancelled without a further amount or document', async () => {
  const part = await paid([[box]]);
  expectOk(await act(part, 'refunds', { amount: 3.33, reason: 'Geste', restock: false, message: '' }));
  const documents = await documentsOf(part);
  expectOk(await act(part, 'cancel', { reason: '' }));
  expect(await documentsOf(part)).toEqual(documents);
  const mail = await mailOf(/ne peut pas honorer/);
  expect(mail).toContain('Tout ce que vous aviez payé pour ces articles vous a déjà été remboursé.');
  expect(mail).not.toContain('Rien n’a été encaissé');
});

describe('before it leaves', () => {
  test('an order waits for its weighing: it is neither ready nor handed over without', async () => {
    const part = await paid([[tomme], [box]]);
    expectOk(await act(part, 'validate'));
    for (const action of ['ready', 'ship']) {
      const { status, body } = await act<ErrorBody>(part, action);
      expect([status, body.code, plain(body['hydra:description'])]).toEqual([
        409,
        'unweighed',
        'À peser d’abord : Tomme.',
      ]);
    }
    expectOk(await weigh(part, 1200));
    expectOk(await act(part, 'ready'));
    expect(expectOk(await act(part, 'ship')).state).toBe('shipped');
    await expectRefused(await weigh<ErrorBody>(part, 1100), 'state', 'ne se pèse plus');
  });

  test('a refunded article needs no weighing', async () => {
    const part = await paid([[tomme], [box]]);
    expectOk(await act(part, 'refunds', { lines: [{ item: itemOf(part)['@id'], quantity: 1 }] }));
    expectOk(await act(part, 'validate'));
    expectOk(await act(part, 'ship'));
    await expectRefused(
      await weigh<ErrorBody>(await paid([[tomme]]), 1200, { lines: [{ item: itemOf(part)['@id'], grams: 1200 }] }),
      'lines.0.item',
      'pas dans cette commande',
    );
  });
});

describe('twice', () => {
  test('the same weight is no error, another one is refused: the first stays', async () => {
    const part = await paid([[tomme]]);
    expectOk(await weigh(part, 1120));
    expect(expectOk(await weigh(part, 1120))).toMatchObject({ notice: 'already', refunded: { amount: 144 } });
    const { status, body } = await weigh<ErrorBody>(part, 1100);
    expect([status, body.code]).toEqual([409, 'weighed']);
    expect(plain(body['hydra:description'])).toContain('déjà pesé, 1,12 kg');
    expect(await rowsOf(part)).toHaveLength(1);
  });

  test('of two tablets at the same time one weighs, the other is told', async () => {
    const part = await paid([[tomme]]);
    const answers = await Promise.all([1100, 1110, 1120].map((grams) => weigh<ErrorBody>(part, grams)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await rowsOf(part)).toHaveLength(1);
  });

  test('a weighing of before another refund is refused, since its price is no longer true', async () => {
    const part = await paid([[tomme, 2]]);
    expectOk(await act(part, 'refunds', { amount: { amount: 100 }, reason: 'Geste' }));
    expect(await weigh<ErrorBody>(part, 2300, { refunded: 0 })).toMatchObject({
      status: 409,
      body: { code: 'refunded' },
    });
    expectOk(await weigh(part, 2300, { refunded: 100 }));
  });
});

test('another merchant cannot weigh', async () => {
  const part = await paid([[tomme]]);
  expect(await weigh<ErrorBody>(part, 1100, {}, await makeMerchant(market))).toMatchObject({ status: 404 });
});

describe('the agreed weight', () => {
  test('stays with the order, whatever becomes of the product', async () => {
    const part = await paid([[tomme]]);
    await market.db.update(products).set({ netContent: '2 kg', weightTolerance: 30 }).where(eq(products.id, tomme));
    expect(itemOf(await seen(part)).byWeight).toEqual({ grams: 1200, tolerance: 10 });
    await expectRefused(await weigh<ErrorBody>(part, 1000), 'lines.0.grams', 'Au moins 1,08 kg');
  });

  test('asks the shopper again before the payment if it has changed', async () => {
    const order = await shopper.ready([tomme]);
    await market.db.update(products).set({ weightTolerance: 20 }).where(eq(products.id, tomme));
    const { status, body } = await shopper.prepare(order);
    expect([status, (body as unknown as ErrorBody).code]).toEqual([409, 'order-changed']);
    expect(plain((body as unknown as ErrorBody)['hydra:description'])).toContain('Tomme est maintenant vendu au poids');
  });
});

describe('a product', () => {
  const change = <T = MerchantProduct>(body: object) => dairy.call<T>('PUT', `/products/${tomme}`, body);

  test('is sold by weight with a tolerance, and needs its weight', async () => {
    expect(expectOk(await change({ weightTolerance: 5 }))).toMatchObject({
      weightTolerance: 5,
      byWeight: { grams: 1200, tolerance: 5 },
    });
    for (const netContent of [null, '75 cl', '0,5 g']) {
      await expectRefused(await change<ErrorBody>({ netContent }), 'netContent', 'indiquez son poids');
    }
    for (const weightTolerance of [0, 31, 2.5]) {
      await expectRefused(
        await change<ErrorBody>({ weightTolerance }),
        'weightTolerance',
        'Nombre entier de 1 à 30 attendu.',
      );
    }
    const plainAgain = expectOk(await change({ weightTolerance: null, netContent: '75 cl' }));
    expect([plainAgain.weightTolerance, plainAgain.byWeight]).toEqual([null, undefined]);
  });
});
