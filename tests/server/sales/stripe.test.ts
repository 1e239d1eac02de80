// Stripe takes the money: opened when somebody goes to pay, believed only when asked, given back once. Against a stand-in that
// speaks as Stripe's API does.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { requestDueRefunds } from '#server/sales/refunds.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { connectStore } from '../../support/stripe-connect.ts';
import {
  eventOf,
  openStripeStandIn,
  SECRET_KEY,
  type Session,
  type StripeStandIn,
  signed,
  WEBHOOK_SECRET,
} from '../../support/stripe-stand-in.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

let stripe: StripeStandIn;
let market: TestMarket;
let shopper: Shopper;
let merchant: string;
let item: string;
beforeAll(async () => {
  stripe = await openStripeStandIn();
  const settings = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, api: stripe.address, timeout: 400 };
  market = await startTestMarket({ now: NOW, env: { payment: 'stripe', stripe: settings } });
  await makeDelivery(market.db);
});
afterAll(async () => {
  await market.close();
  await stripe.close();
});
beforeEach(async () => {
  market.setClock(NOW);
  const owner = await makeUser(market.db);
  const shop = await makeStore(market.db, { ownerId: owner.id, paymentOnDelivery: true });
  await connectStore(market.db, stripe.connect, shop.id);
  merchant = await market.login(owner.email);
  item = (await makeProduct(market.db, { storeId: shop.id, price: 1250, stock: 5 })).id;
  shopper = await makeShopper(market);
  // What an earlier test left is not this one's.
  await market.db.update(payments).set({ dueAt: null });
  stripe.calls.length = 0;
});

const stock = async () => (await market.db.select().from(products).where(eq(products.id, item)))[0]?.stock;
const paymentOf = async (id: string) =>
  (await market.db.select().from(payments).where(eq(payments.id, id)))[0] ?? expect.fail('no payment');
const begin = async (order: Order): Promise<string> =>
  expectOk(await shopper.prepare(order))
    .payment_url.split('/')
    .at(-1) ?? '';
const goToPay = (payment: string) => market.inject('GET', `/paiement/${payment}`, { headers: { accept: 'text/html' } });
const states = async (order: Order) => statesOf(expectOk(await shopper.seeOrder(order)));
const cancel = (order: Order) =>
  market.inject('PUT', `/api/store_orders/${order.storeOrders[0]?.id}/cancel`, {
    token: merchant,
    body: { reason: '' },
  });
const refundsOf = (session: Session) =>
  stripe.refunds.filter((refund) => refund.payment_intent === session.payment_intent);
const callsTo = (call: string) => stripe.calls.filter((made) => made.call.startsWith(call));

/** On Stripe's page. */
async function opened(order: Order): Promise<{ payment: string; session: Session }> {
  const payment = await begin(order);
  expect((await goToPay(payment)).status).toBe(303);
  return { payment, session: stripe.sessionOf(payment) };
}

interface Call {
  type?: string;
  change?: Record<string, unknown>;
  signature?: string;
  at?: Date;
}
const sendEvent = (
  session: Session,
  { type = 'checkout.session.completed', change = {}, signature, at = NOW }: Call = {},
) => {
  const body = eventOf(type, { ...session, ...change });
  return market.inject('POST', '/paiement/stripe', {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? signed(body, seconds(at)) },
  });
};

describe('to pay', () => {
  test('one goes to an address of the market, which leads to Stripe: our amount, in euros, in French', async () => {
    const order = await shopper.ready([item, 2]);
    const payment = await begin(order);
    expect(stripe.calls).toEqual([]);
    const { status, headers } = await goToPay(payment);
    const session = stripe.sessionOf(payment);
    expect([status, headers.location]).toEqual([303, session.url]);
    expect(headers['cache-control']).toBe('no-store, private');
    const { key, fields } = callsTo('POST /v1/checkout/sessions')[0] ?? expect.fail('not opened');
    expect(key).toBe(payment);
    expect(fields).toMatchObject({
      ...{ mode: 'payment', locale: 'fr', client_reference_id: payment, 'metadata[payment]': payment },
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '2500',
      success_url: `http://localhost:4173/commande/confirmer?Id=${order.id}&Result=accepted`,
      cancel_url: 'http://localhost:4173/commande/livraison',
    });
    // Stripe takes no less than half an hour.
    expect(Number(fields.expires_at) - seconds(later(30))).toBeGreaterThan(30 * 60);
    expect(await paymentOf(payment)).toMatchObject({ reference: session.id, address: session.url });
  });

  test('one may come and go, also twice at once: it is one session', async () => {
    const order = await shopper.ready([item]);
    const payment = await begin(order);
    const places = await Promise.all([goToPay(payment), goToPay(payment)]);
    places.push(await goToPay(payment));
    expect(await begin(order)).toBe(payment);
    expect(new Set(places.map(({ headers }) => headers.location)).size).toBe(1);
    expect([...stripe.sessions.values()].filter((one) => one.client_reference_id === payment)).toHaveLength(1);
  });

  test('back on the market the order is payed, once, and its payment address leads to the result', async () => {
    const order = await shopper.ready([item]);
    const { payment, session } = await opened(order);
    expect(statesOf(expectOk(await shopper.pay(order, '?Result=accepted')))).toEqual(['payment_pending']);
    stripe.pay(session);
    expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
    expect(statesOf(expectOk(await shopper.pay(order)))).toEqual(['payed']);
    expect((await goToPay(payment)).headers.location).toBe(`/commande/confirmer?Id=${order.id}&Result=accepted`);
  });

  test('an unknown payment is not found, and Stripe payments cannot be answered in the sandbox', async () => {
    expect((await goToPay('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await goToPay('nothing')).status).toBe(404);
    const payment = await begin(await shopper.ready([item]));
    const answered = await market.inject('POST', `/paiement/${payment}`, { form: { result: 'accepted' } });
    expect(answered.status).toBe(404);
  });

  test.each(['breakdown', 'silence'] as const)(
    'Stripe unreachable (%s): a message in French, a retry, and otherwise the stock is released',
    async (fault) => {
      const order = await shopper.ready([item]);
      const payment = await begin(order);
      stripe.fail('POST /v1/checkout/sessions', ...Array.from({ length: 4 }, () => fault));
      const page = await goToPay(payment);
      expect(page.status).toBe(503);
      expect(page.text).toContain('Rien n’a été débité');
      expect(page.text).toContain(`href="/paiement/${payment}"`);
      expect((await goToPay(payment)).status).toBe(fault === 'silence' ? 503 : 303);
      expect((await goToPay(payment)).status).toBe(303);
      await checkDuePayments(market.app.market, later(30));
      expect(await states(order)).toEqual(['payment_declined']);
      expect(await stock()).toBe(5);
      expect(stripe.sessionOf(payment).status).toBe('expired');
    },
  );

  test('never opened at all: its order ends without asking anybody', async () => {
    const order = await shopper.ready([item]);
    await begin(order);
    await checkDuePayments(market.app.market, later(30));
    expect(await states(order)).toEqual(['payment_declined']);
    expect(stripe.calls).toEqual([]);
    expect(expectOk(await shopper.order(await shopper.openCart())).id).not.toBe(order.id);
  });
});

describe('a call of Stripe', () => {
  test('triggers a check: paid is payed, also when sent twice and in parallel, with one mail', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    const before = market.mails().length;
    const calls = await Promise.all([sendEvent(session), sendEvent(session), sendEvent(session)]);
    calls.push(await sendEvent(session));
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await states(order)).toEqual(['payed']);
    expect(await stock()).toBe(4);
    const mails = (await market.sentMails()).slice(before);
    expect(mails.filter((mail) => mail.includes(`To: ${shopper.email}`))).toHaveLength(1);
  });

  test('claiming an unpaid session is paid changes nothing', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    expect((await sendEvent(session, { change: { status: 'complete', payment_status: 'paid' } })).status).toBe(200);
    expect(await states(order)).toEqual(['payment_pending']);
  });

  test('forged, altered, signed with another secret, or too old: refused without a check', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    stripe.calls.length = 0;
    const body = eventOf('checkout.session.completed', session);
    const answers = [
      await sendEvent(session, { signature: 't=1,v1=0' }),
      await sendEvent(session, { signature: '' }),
      await sendEvent(session, { signature: signed(body, seconds(NOW), 'whsec_other') }),
      await sendEvent(session, { signature: signed(`${body} `, seconds(NOW)) }),
      await sendEvent(session, { at: later(-6) }),
      await market.inject('POST', '/paiement/stripe', { body, headers: { 'content-type': 'application/json' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    const asForm = await market.inject('POST', '/paiement/stripe', { form: { payment: session.id } });
    expect(asForm.status).toBe(415);
    expect(stripe.calls).toEqual([]);
    expect(await states(order)).toEqual(['payment_pending']);
  });

  test.each([
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'usd' }],
    ['another session', { id: 'cs_test_other' }],
    ['no payment of ours', { client_reference_id: '00000000-0000-4000-8000-000000000000' }],
    ['no payment at all', { client_reference_id: null }],
    ['a payment that is no name', { client_reference_id: "' or 1=1" }],
  ])('about %s changes nothing', async (_, change) => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    expect((await sendEvent(session, { change })).status).toBe(200);
    expect((await paymentOf(String(session.client_reference_id))).state).toBe('open');
  });

  test('about another payment, with a session of one’s own, pays neither', async () => {
    const own = await shopper.ready([item]);
    const { session } = await opened(own);
    const other = await makeShopper(market);
    const theirs = await other.ready([item, 2]);
    const payment =
      expectOk(await other.prepare(theirs))
        .payment_url.split('/')
        .at(-1) ?? '';
    await goToPay(payment);
    stripe.pay(session);
    expect((await sendEvent(session, { change: { client_reference_id: payment } })).status).toBe(200);
    expect(statesOf(expectOk(await other.seeOrder(theirs)))).toEqual(['payment_pending']);
  });

  test('of another kind is accepted and ignored', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    expect((await sendEvent(session, { type: 'payment_intent.created' })).status).toBe(200);
    expect(await states(order)).toEqual(['payment_pending']);
  });

  test('that arrives before the session is recorded is to be repeated', async () => {
    const order = await shopper.ready([item]);
    const { payment, session } = await opened(order);
    stripe.pay(session);
    const { reference, address } = await paymentOf(payment);
    await market.db.update(payments).set({ reference: null, address: null }).where(eq(payments.id, payment));
    expect((await sendEvent(session)).status).toBe(409);
    await market.db.update(payments).set({ reference, address }).where(eq(payments.id, payment));
    expect((await sendEvent(session)).status).toBe(200);
    expect(await states(order)).toEqual(['payed']);
  });

  test('while Stripe does not answer is to be repeated', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    stripe.fail('GET /v1/checkout/sessions', 'breakdown', 'breakdown');
    expect((await sendEvent(session)).status).toBe(500);
    expect((await sendEvent(session)).status).toBe(200);
    expect(await states(order)).toEqual(['payed']);
  });

  test('is not needed: the periodic check finds the payment', async () => {
    const order = await shopper.ready([item]);
    stripe.pay((await opened(order)).session);
    await checkDuePayments(market.app.market, later(30));
    expect(await states(order)).toEqual(['payed']);
  });
});

describe('a slow bank', () => {
  test.each(['paid', 'refused'] as const)('is waited for, and in the end the order is %s', async (how) => {
    const order = await shopper.ready([item]);
    const { payment, session } = await opened(order);
    stripe.pay(session, 'unpaid');
    await sendEvent(session);
    expect((await paymentOf(payment)).state).toBe('pending');
    expect(await states(order)).toEqual(['payment_pending']);
    stripe.end(session, how);
    await checkDuePayments(market.app.market, later(5));
    expect(await states(order)).toEqual([how === 'paid' ? 'payed' : 'payment_declined']);
    expect(await stock()).toBe(how === 'paid' ? 4 : 5);
  });
});

describe('an ended payment', () => {
  test('can’t be paid with Stripe any more: its session is closed before the order ends', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    await checkDuePayments(market.app.market, later(30));
    expect(session).toMatchObject({ status: 'expired', url: null });
    expect(await states(order)).toEqual(['payment_declined']);
    expect(refundsOf(session)).toEqual([]);
  });

  test('is closed at once when the amount has changed, and a new session has the new amount', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    await shopper.deliver(order, { shippingType: 'home', ...PERSON, ...PLACE });
    const { session: next } = await opened(order);
    expect(session.status).toBe('expired');
    expect(next.amount_total).toBeGreaterThan(session.amount_total);
  });

  test('and was paid all the same goes back, once, by the name of the refund', async () => {
    const order = await shopper.ready([item]);
    const { payment, session } = await opened(order);
    await checkDuePayments(market.app.market, later(30));
    stripe.pay(session);
    await Promise.all([sendEvent(session), sendEvent(session)]);
    await sendEvent(session);
    expect((await paymentOf(payment)).state).toBe('returned');
    await requestDueRefunds(market.app.market, later(60));
    expect(refundsOf(session)).toMatchObject([{ amount: 1250 }]);
    expect(await states(order)).toEqual(['payment_declined']);
  });

  test('a session that does not match its payment is not trusted', async () => {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    session.amount_total = 1;
    expect((await shopper.pay(order)).status).toBe(503);
    expect(await states(order)).toEqual(['payment_pending']);
  });
});

describe('a cancelled order', () => {
  async function paid(): Promise<{ order: Order; session: Session }> {
    const order = await shopper.ready([item]);
    const { session } = await opened(order);
    stripe.pay(session);
    expectOk(await shopper.pay(order));
    return { order, session };
  }

  test('is given back through Stripe', async () => {
    const { order, session } = await paid();
    expectOk(await cancel(order));
    expect(refundsOf(session)).toMatchObject([{ amount: 1250, status: 'succeeded' }]);
  });

  test.each([false, true])(
    'whose refund got no answer is retried: one refund (key forgotten: %s)',
    async (forgotten) => {
      const { order, session } = await paid();
      stripe.fail('POST /v1/refunds', 'lost', 'lost');
      expectOk(await cancel(order));
      if (forgotten) stripe.forgetKeys();
      for (let minute = 1; minute < 9; minute += 1) await requestDueRefunds(market.app.market, later(minute));
      expect(refundsOf(session)).toHaveLength(1);
      const keys = callsTo('POST /v1/refunds').map(({ key }) => key);
      expect(new Set(keys).size).toBe(1);
    },
  );

  test('whose refund fails at Stripe stays due, and is accepted in the end', async () => {
    const { order, session } = await paid();
    stripe.fail('GET /v1/refunds', 'breakdown', 'breakdown');
    expectOk(await cancel(order));
    expect(refundsOf(session)).toEqual([]);
    await requestDueRefunds(market.app.market, later(1));
    expect(refundsOf(session)).toHaveLength(1);
  });
});
