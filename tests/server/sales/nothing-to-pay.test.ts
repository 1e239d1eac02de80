// Orders that a coupon makes free, and those that are less than anybody takes online: the ones are confirmed without a payment, the
// others say so before anything is taken.
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { coupons } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { connectStore } from '../../support/stripe-connect.ts';
import { openStripeStandIn, SECRET_KEY, type StripeStandIn, WEBHOOK_SECRET } from '../../support/stripe-stand-in.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const kinds = ['sandbox', 'stripe', 'none'] as const;

describe.each(kinds)('with payments by %s', (payment) => {
  let stripe: StripeStandIn;
  let market: TestMarket;
  let shopper: Shopper;
  let storeId: string;
  let code: string;
  beforeAll(async () => {
    stripe = await openStripeStandIn();
    const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, api: stripe.address, timeout: 400 };
    market = await startTestMarket({ now: NOW, env: { payment, stripe: payment === 'stripe' ? settings : null } });
    await makeDelivery(market.db);
  });
  afterAll(async () => {
    await market.close();
    await stripe.close();
  });
  beforeEach(async () => {
    const shop = await makeStore(market.db, { name: 'La Criée', customShippingPrice: 300, paymentOnDelivery: false });
    if (payment === 'stripe') await connectStore(market.db, stripe.connect, shop.id);
    storeId = shop.id;
    code = `MOINS5${randomUUID().slice(0, 4)}`;
    await market.db.insert(coupons).values({ storeId, code, discountType: 'fix', discount: 500 });
    shopper = await makeShopper(market);
    stripe.calls.length = 0;
  });

  /** One article, with the coupon of 5,00 €. */
  async function reduced(price: number): Promise<{ order: Order; item: string }> {
    const { id } = await makeProduct(market.db, { storeId, name: 'Truite', price, stock: 5 });
    const cart = await shopper.fill([id]);
    expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
    const order = expectOk(await shopper.order(cart));
    await shopper.deliver(order);
    return { order: expectOk(await shopper.seeOrder(order)), item: id };
  }
  const stockOf = async (id: string) =>
    (await market.db.select().from(products).where(eq(products.id, id))).map(({ stock }) => stock)[0];
  const paymentsOf = async ({ id }: Order) =>
    (await market.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(desc(payments.amount))).map(
      ({ amount, state }) => [amount, state],
    );
  const mailed = () =>
    market
      .mails()
      .map(decodeMail)
      .filter((mail) => mail.includes(`To: ${shopper.email}`));
  const resultOf = ({ id }: Order) => `http://localhost:4173/commande/confirmer?Id=${id}&Result=accepted`;
  /** As the page agrees to it. */
  const agreed = ({ storeOrders: [part], total }: Order): AgreedTerms => ({
    lines: (part?.items ?? []).map(({ product, quantity, unitPrice }) => ({
      ...{ product: product.id, optionValues: [], quantity, unitPrice: unitPrice.amount },
    })),
    ...{ coupon: code, paymentOnDelivery: false, ifChanged: 'ask', most: total.amount },
    parts: [
      {
        ...{ store: storeId, shippingType: 'store', fees: 0, distance: null, pickupId: null, email: '' },
        ...{ ...PERSON, address: { address1: '', address2: '', postalCode: '', city: '' } },
      },
    ],
  });

  test('a free order is confirmed by the payment step, once, without a payment page', async () => {
    const { order, item } = await reduced(450);
    expect(order.total.amount).toBe(0);
    for (const { status, body } of [await shopper.prepare(order), await shopper.prepare(order)]) {
      expect([status, body.payment_url]).toEqual([201, resultOf(order)]);
    }
    expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
    expect([await stockOf(item), await paymentsOf(order)]).toEqual([4, [[0, 'accepted']]]);
    expect(mailed()).toEqual([expect.stringContaining('Total de la commande\u00a0: 0,00\u00a0€')]);
    expect(stripe.calls).toEqual([]);
    expect((await shopper.openCart()).items).toEqual([]);
  });

  if (payment === 'none') return;

  test('an order that becomes free by a change of delivery is confirmed, too', async () => {
    const { order } = await reduced(450);
    expectOk(
      await shopper.call('PUT', order.storeOrders[0]?.['@id'] ?? '', {
        ...{ shippingType: 'custom_store', ...PERSON, ...PLACE },
      }),
    );
    expect(expectOk(await shopper.prepare(order)).payment_url).not.toBe(resultOf(order));
    await shopper.deliver(order);
    expect(expectOk(await shopper.prepare(order)).payment_url).toBe(resultOf(order));
    expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
    expect(await paymentsOf(order)).toEqual([
      [300, 'expired'],
      [0, 'accepted'],
    ]);
  });

  test('committed offline it is placed and confirmed: no mail asks for a payment', async () => {
    const { order } = await reduced(450);
    const answer = await shopper.call<Order>('POST', `${order.cart}/commit`, agreed(order));
    expect([answer.status, statesOf(answer.body)]).toEqual([201, ['payed']]);
    expect(mailed()).toEqual([expect.stringMatching(/Merci pour votre commande n° \d+\. Il n’y a rien à payer\./)]);
  });

  const few = payment === 'stripe' ? 'is refused with a sentence before anything is taken' : 'is paid like any other';
  test(`one of less than half a euro ${few}`, async () => {
    const { order, item } = await reduced(520);
    const prepared = await shopper.prepare<ErrorBody & { payment_url: string }>(order);
    const committed = await shopper.call<ErrorBody>('POST', `${order.cart}/commit`, agreed(order));
    if (payment === 'sandbox') {
      expect([prepared.status, committed.status, await stockOf(item)]).toEqual([201, 201, 4]);
      return;
    }
    const sentence = 'Le paiement en ligne n’est possible qu’à partir de 0,50\u00a0€';
    expect([prepared.status, prepared.body.code]).toEqual([409, 'too-little']);
    expect(prepared.body['hydra:description']).toContain(sentence);
    expect([committed.status, committed.body.code]).toEqual([409, 'order-changed']);
    expect(committed.body['hydra:description']).toContain(sentence);
    expect([await stockOf(item), await paymentsOf(order), mailed(), stripe.calls]).toEqual([5, [], [], []]);
  });
});
