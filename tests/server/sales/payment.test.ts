import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { carts, storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('paying', () => {
  let market: TestMarket;
  let shopper: Shopper;
  let shop: typeof stores.$inferSelect;
  let item: typeof products.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket({ now: NOW });
    await makeDelivery(market.db);
    const merchant = await makeUser(market.db, { email: 'crieur@etal.test' });
    shop = await makeStore(market.db, { ownerId: merchant.id, name: 'La Criée', paymentOnDelivery: true });
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    market.setClock(NOW);
    shopper = await makeShopper(market);
    item = await makeProduct(market.db, { storeId: shop.id, name: 'Truite fumée', price: 1250, stock: 5 });
  });

  const stockOf = async (id = item.id) =>
    (await market.db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;
  const paymentsOf = (order: Order) => market.db.select().from(payments).where(eq(payments.orderId, order.id));
  const begun = async (order: Order) => expectOk(await shopper.prepare(order)).payment_url;

  test('starts at an address of the market, reserves the stock, and awaits the answer', async () => {
    const order = await shopper.ready([item.id, 2]);
    expect(await stockOf()).toBe(5);
    const { status, body } = await shopper.prepare(order);
    expect(status).toBe(201);
    expect(body.payment_url).toMatch(/^http:\/\/localhost:4173\/paiement\/[0-9a-f-]{36}$/);
    expect(await stockOf()).toBe(3);
    expect(statesOf((await shopper.seeOrder(order)).body)).toEqual(['payment_pending']);
    expect(await paymentsOf(order)).toMatchObject([{ amount: 2500, state: 'open', expiresAt: later(30) }]);
  });

  test('started twice, also in parallel, is one payment and reserves the stock once', async () => {
    const order = await shopper.ready([item.id]);
    const answers = await Promise.all([shopper.prepare(order), shopper.prepare(order), shopper.prepare(order)]);
    expect(new Set(answers.map(({ body }) => body.payment_url)).size).toBe(1);
    expect(await stockOf()).toBe(4);
    expect(await paymentsOf(order)).toHaveLength(1);
  });

  test('accepted makes the order payed, closes the cart and sends the news, once', async () => {
    const order = await shopper.ready([item.id]);
    const mailsBefore = market.mails().length;
    const { status, headers } = await shopper.answer(await begun(order), 'accepted');
    expect(status).toBe(303);
    expect(headers.location).toBe(`/commande/confirmer?Id=${order.id}&Result=accepted`);
    for (let time = 0; time < 3; time += 1) {
      expect(statesOf((await shopper.pay(order, `?Id=${order.id}&Result=accepted`)).body)).toEqual(['payed']);
    }
    expect(await stockOf()).toBe(4);
    const closed = await shopper.call<Cart>('GET', order.cart ?? '');
    expect(closed.body).toMatchObject({ ordered: true });
    expect(closed.body.version).toBeGreaterThan(2);
    expect((await shopper.openCart()).items).toEqual([]);
    const mails = (await market.sentMails()).slice(mailsBefore);
    expect(mails).toHaveLength(2);
    expect(mails.some((mail) => mail.includes(`To: ${shopper.email}`))).toBe(true);
    expect(mails.some((mail) => mail.includes('To: crieur@etal.test'))).toBe(true);
    expect((await shopper.prepare<ErrorBody>(order)).body.code).toBe('order-payed');
    expect((await shopper.order({ id: closed.body.id })).status).toBe(409);
  });

  test('declined releases the stock and keeps the cart; a retry is a new order', async () => {
    const order = await shopper.ready([item.id, 2]);
    await shopper.answer(await begun(order), 'declined');
    for (const query of ['', '?Result=expired']) {
      const { body } = await shopper.pay(order, query);
      expect([statesOf(body), body.paymentExpired]).toEqual([['payment_declined'], undefined]);
    }
    expect(await stockOf()).toBe(5);
    const cart = await shopper.openCart();
    expect(cart).toMatchObject({ '@id': order.cart, ordered: false, items: [{ quantity: 2 }] });
    expect((await shopper.prepare<ErrorBody>(order)).body.code).toBe('order-closed');

    const again = expectOk(await shopper.order(cart));
    expect(again.id).not.toBe(order.id);
    expect(again.storeOrders[0]).toMatchObject({ state: 'new', ...PERSON });
    await shopper.answer(await begun(again), 'accepted');
    expect(statesOf((await shopper.pay(again)).body)).toEqual(['payed']);
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payment_declined']);
    expect(await stockOf()).toBe(3);
  });

  test('pending keeps the order pending and closes the cart, until it is accepted', async () => {
    const order = await shopper.ready([item.id]);
    const url = await begun(order);
    await shopper.answer(url, 'pending');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payment_pending']);
    expect((await shopper.openCart()).id).not.toBe(order.cart?.split('/').at(-1));
    expect((await shopper.prepare<ErrorBody>(order)).body.code).toBe('payment-pending');
    market.setClock(later(600));
    await shopper.login();
    await checkDuePayments(market.app.market, later(600));
    expect(await stockOf()).toBe(4);
    await shopper.answer(url, 'accepted');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payed']);
  });

  test('pending and then declined releases the stock and reopens the cart', async () => {
    const order = await shopper.ready([item.id, 2]);
    const url = await begun(order);
    await shopper.answer(url, 'pending');
    const open = await shopper.fill([item.id, 1]);
    await shopper.answer(url, 'declined');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payment_declined']);
    expect(await stockOf()).toBe(5);
    expect(await shopper.openCart()).toMatchObject({ id: open.id, items: [{ quantity: 3 }] });
  });

  test('the result in the address is never trusted', async () => {
    const order = await shopper.ready([item.id]);
    await begun(order);
    for (const query of ['?Result=accepted', `?Id=${order.id}&Result=payed`, '?Result=declined']) {
      expect(statesOf((await shopper.pay(order, query)).body)).toEqual(['payment_pending']);
    }
    expect(await stockOf()).toBe(4);
    const fresh = await shopper.ready([item.id]);
    expect(statesOf((await shopper.pay(fresh, '?Result=accepted')).body)).toEqual(['new']);
  });

  test('a final answer cannot be changed', async () => {
    const order = await shopper.ready([item.id]);
    const url = await begun(order);
    await shopper.answer(url, 'accepted');
    const { headers } = await shopper.answer(url, 'declined');
    expect(headers.location).toContain('Result=accepted');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payed']);
    expect(await stockOf()).toBe(4);
  });

  test('not answered within 30 minutes gives the stock back by the clock', async () => {
    const order = await shopper.ready([item.id, 2]);
    const url = await begun(order);
    await checkDuePayments(market.app.market, later(29));
    expect(await stockOf()).toBe(3);
    market.setClock(later(30));
    await shopper.login();
    await checkDuePayments(market.app.market, later(30));
    await checkDuePayments(market.app.market, later(31));
    expect(await stockOf()).toBe(5);
    expect(await paymentsOf(order)).toMatchObject([{ state: 'expired' }]);
    const { headers } = await shopper.answer(url, 'accepted');
    expect(headers.location).toContain('Result=expired');
    const { body } = await shopper.pay(order);
    expect([statesOf(body), body.paymentExpired]).toEqual([['payment_declined'], true]);
    expect(await stockOf()).toBe(5);
  });

  test.each([
    ['seen', (order: Order) => shopper.seeOrder(order)],
    ['asked for', (order: Order) => shopper.pay(order)],
    ['prepared again', (order: Order) => shopper.prepare(order)],
    ['ordered again', (order: Order) => shopper.order({ id: order.cart?.split('/').at(-1) ?? '' })],
  ])('and when the order is merely %s after that time', async (_, look) => {
    const order = await shopper.ready([item.id, 2]);
    await begun(order);
    market.setClock(later(31));
    await shopper.login();
    await look(order);
    expect(await stockOf()).toBe(5);
    expect(statesOf((await shopper.seeOrder(order)).body)).toEqual(['payment_declined']);
    const again = expectOk(await shopper.order(await shopper.openCart()));
    expect(statesOf(again)).toEqual(['new']);
  });

  test('nothing starts before every delivery is complete', async () => {
    const order = expectOk(await shopper.order(await shopper.fill([item.id])));
    const { status, body } = await shopper.prepare<ErrorBody>(order);
    expect(status).toBe(422);
    expect(body.violations?.map(({ propertyPath }) => propertyPath)).toEqual(
      ['lastName', 'firstName', 'phoneNumber'].map((field) => `storeOrders[${order.storeOrders[0]?.id}].${field}`),
    );
    expect(await stockOf()).toBe(5);
  });

  test('back from the payment page, the shopper may save again and pay at the same address', async () => {
    const order = await shopper.ready([item.id]);
    const url = await begun(order);
    await shopper.deliver(order);
    expect(await begun(order)).toBe(url);
    expect(await stockOf()).toBe(4);
  });

  test('or choose another delivery: a payment of the old amount can no longer be paid', async () => {
    const order = await shopper.ready([item.id]);
    const url = await begun(order);
    await shopper.deliver(order, { shippingType: 'home', ...PERSON, ...PLACE });
    const newUrl = await begun(order);
    expect(newUrl).not.toBe(url);
    const states = (await paymentsOf(order)).map(({ amount, state }) => [amount, state]);
    expect(states.sort(([one], [other]) => Number(one) - Number(other))).toEqual([
      [1250, 'expired'],
      [expect.any(Number), 'open'],
    ]);
    expect(await stockOf()).toBe(4);
    expect((await shopper.answer(url, 'accepted')).headers.location).toContain('Result=expired');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payment_pending']);
    await shopper.answer(newUrl, 'accepted');
    const paid = (await shopper.pay(order)).body;
    expect(statesOf(paid)).toEqual(['payed']);
    const accepted = (await paymentsOf(order)).filter((payment) => payment.state === 'accepted');
    expect(accepted.map((payment) => payment.amount)).toEqual([paid.total.amount]);
  });

  test('once the bank has the payment, or the order is payed, its delivery stays as it was agreed', async () => {
    const order = await shopper.ready([item.id]);
    const url = await begun(order);
    const change = () =>
      shopper.call<ErrorBody>('PUT', `${order.storeOrders[0]?.['@id']}/set_shipping_type`, { shippingType: 'home' });
    await shopper.answer(url, 'pending');
    expect(await change()).toMatchObject({ status: 409, body: { code: 'payment-pending' } });
    await shopper.answer(url, 'accepted');
    expect(await change()).toMatchObject({ status: 409, body: { code: 'order-closed' } });
  });

  test('above the stock reserves nothing at all, and names the missing articles', async () => {
    const plenty = await makeProduct(market.db, { storeId: shop.id, stock: 9 });
    const order = await shopper.ready([plenty.id, 2], [item.id, 5]);
    await market.db.update(products).set({ stock: 4 }).where(eq(products.id, item.id));
    const { status, body } = await shopper.prepare<ErrorBody>(order);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'stock',
      'hydra:description': 'Plus de produit en stock !',
      violations: [{ message: 'Truite fumée\u00a0: Plus de produit en stock !' }],
      detail: { products: [{ id: item.id, available: 4 }] },
    });
    expect([await stockOf(), await stockOf(plenty.id)]).toEqual([4, 9]);
    expect(statesOf((await shopper.seeOrder(order)).body)).toEqual(['new']);
  });

  test('unlimited stock stays unlimited', async () => {
    const endless = await makeProduct(market.db, { storeId: shop.id, stock: null });
    const order = await shopper.ready([endless.id, 50]);
    await shopper.answer(await begun(order), 'declined');
    expect(await stockOf(endless.id)).toBeNull();
  });

  test('lines added after the order move to a new cart', async () => {
    const other = await makeProduct(market.db, { storeId: shop.id });
    const order = await shopper.ready([item.id, 2]);
    const url = await begun(order);
    await shopper.fill([item.id, 1], [other.id, 4]);
    await shopper.answer(url, 'accepted');
    const open = await shopper.openCart();
    expect(open.items.map((line) => [line.product.id, line.quantity])).toEqual([
      [item.id, 1],
      [other.id, 4],
    ]);
    const closed = (await shopper.call<Cart>('GET', order.cart ?? '')).body;
    expect(closed.items.map((line) => [line.product.id, line.quantity])).toEqual([[item.id, 2]]);
  });

  test('started for a newer order of the same cart expires the older payment', async () => {
    const order = await shopper.ready([item.id, 2]);
    const url = await begun(order);
    const newer = await shopper.ready([item.id, 1]);
    expect(newer.id).not.toBe(order.id);
    expect(await stockOf()).toBe(3);
    await begun(newer);
    expect(await stockOf()).toBe(2);
    expect((await shopper.answer(url, 'accepted')).headers.location).toContain('Result=expired');
    expect(statesOf((await shopper.pay(order)).body)).toEqual(['payment_declined']);
  });

  describe('on delivery', () => {
    const onDelivery = <T = Order>(order: Order, paymentOnDelivery = true) =>
      shopper.call<T>('PUT', `/orders/${order.id}`, { paymentOnDelivery });

    test('is offered when every store accepts it and hands over itself', async () => {
      const refusing = await makeStore(market.db, { name: 'Sans monnaie', paymentOnDelivery: false });
      const other = await makeProduct(market.db, { storeId: refusing.id });
      const both = await shopper.ready([item.id], [other.id]);
      expect(both).toMatchObject({
        isPaymentOnDelivery: false,
        paymentOnDeliveryMessage: { storeDecline: ['Sans monnaie'], storeAccept: ['La Criée'] },
      });
      const refused = await onDelivery<ErrorBody>(both);
      expect(refused.status).toBe(422);
      expect(refused.body.violations?.[0]?.propertyPath).toBe('paymentOnDelivery');
      expect(await stockOf()).toBe(5);

      shopper = await makeShopper(market);
      const alone = await shopper.ready([item.id]);
      expect(alone.isPaymentOnDelivery).toBe(true);
      await shopper.deliver(alone, { shippingType: 'home', ...PERSON, ...PLACE });
      expect((await shopper.seeOrder(alone)).body.isPaymentOnDelivery).toBe(false);
      expect((await onDelivery(alone)).status).toBe(422);
    });

    test('reserves the stock, makes the order payed, closes the cart and mails the store, once', async () => {
      const order = await shopper.ready([item.id, 2]);
      const mailsBefore = market.mails().length;
      const answers = [await onDelivery(order), await onDelivery(order)];
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(statesOf(body)).toEqual(['payed']);
        expect(body).toMatchObject({ paymentOnDelivery: true, storeOrders: [{ orderPaymentOnDelivery: true }] });
      }
      expect(await stockOf()).toBe(3);
      expect(await market.sentMails()).toHaveLength(mailsBefore + 2);
      const [cart] = await market.db
        .select()
        .from(carts)
        .where(eq(carts.id, order.cart?.split('/').at(-1) ?? ''));
      expect(cart?.orderedAt).toEqual(NOW);
      expect((await shopper.prepare<ErrorBody>(order)).body.code).toBe('order-payed');
    });

    test('declined by the shopper is only noted', async () => {
      const order = await shopper.ready([item.id]);
      const { body } = await onDelivery(order, false);
      expect(body).toMatchObject({ paymentOnDelivery: false, storeOrders: [{ state: 'new' }] });
      expect(await stockOf()).toBe(5);
    });

    test('chosen after an abandoned online payment uses its reserved stock', async () => {
      const order = await shopper.ready([item.id, 2]);
      const url = await begun(order);
      expect(statesOf((await onDelivery(order)).body)).toEqual(['payed']);
      expect(await stockOf()).toBe(3);
      expect((await shopper.answer(url, 'declined')).headers.location).toContain('Result=expired');
      expect(statesOf((await shopper.pay(order)).body)).toEqual(['payed']);
    });
  });

  test("a shopper's orders are the confirmed ones, newest first", async () => {
    const first = await shopper.ready([item.id]);
    await shopper.answer(await begun(first), 'accepted');
    market.setClock(later(5));
    const second = await shopper.ready([item.id]);
    await shopper.call('PUT', `/orders/${second.id}`, { paymentOnDelivery: true });
    await shopper.ready([item.id]);
    const { body } = await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`);
    expect(body['hydra:member'].map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(body['hydra:totalItems']).toBe(2);
  });

  test('digital goods go out by mail as soon as they are paid', async () => {
    await market.app.market.storage.files.put('carte.pdf', Buffer.from('%PDF-1.4 carte'));
    const card = await makeProduct(market.db, {
      storeId: shop.id,
      name: 'Carte cadeau',
      dematerialized: true,
      dematerializedFile: 'carte.pdf',
    });
    const order = expectOk(await shopper.order(await shopper.fill([card.id])));
    await shopper.deliver(order, { email: 'cadeau@etal.test' });
    const mailsBefore = market.mails().length;
    await shopper.answer(await begun(order), 'accepted');
    const sent = (await market.sentMails()).slice(mailsBefore).find((mail) => mail.includes('To: cadeau@etal.test'));
    expect(sent).toContain('Carte cadeau.pdf');
    expect(sent).toContain(Buffer.from('%PDF-1.4 carte').toString('base64'));
  });

  describe('on its page', () => {
    test('the page shows the amount and three answers, without any script', async () => {
      const order = await shopper.ready([item.id, 2]);
      const page = await market.inject('GET', new URL(await begun(order)).pathname, {
        headers: { accept: 'text/html' },
      });
      expect(page.status).toBe(200);
      expect(page.text).toContain('25,00\u00a0€');
      expect(page.text).toContain('La Criée');
      for (const choice of ['accepted', 'pending', 'declined']) expect(page.text).toContain(`value="${choice}"`);
      expect(page.text).not.toContain('<script');
      expect(page.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+'/);
      expect(page.headers['cache-control']).toBe('no-store, private');
      expect(page.headers['referrer-policy']).toBe('no-referrer');
    });

    test('a store’s name is escaped', async () => {
      const named = await makeStore(market.db, { name: '<img src=x onerror=alert(1)>' });
      const order = await shopper.ready([(await makeProduct(market.db, { storeId: named.id })).id]);
      const page = await market.inject('GET', new URL(await begun(order)).pathname);
      expect(page.text).not.toContain('<img');
      expect(page.text).toContain('&lt;img src=x');
    });

    test('an unknown payment is not found, an unknown answer changes nothing', async () => {
      for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
        expect((await market.inject('GET', `/paiement/${id}`)).status).toBe(404);
        expect((await market.inject('POST', `/paiement/${id}`, { form: { result: 'accepted' } })).status).toBe(404);
      }
      const order = await shopper.ready([item.id]);
      await shopper.answer(await begun(order), 'payed');
      const rows = await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, order.id));
      expect(rows).toMatchObject([{ state: 'payment_pending' }]);
    });
  });
});
