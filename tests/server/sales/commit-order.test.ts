// An order committed without a network, as the market decides it: placed as agreed, or not at all.
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgreedTerms, OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { payments } from '#server/db/schema/payments.ts';
import { coupons, orders, storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { checkDuePayments } from '#server/sales/payment-checks.ts';
import { makeDelivery, makeOption, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { decodeMail } from '../../support/mails.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('an order committed without a network', () => {
  let market: TestMarket;
  let shopper: Shopper;
  let shop: typeof stores.$inferSelect;
  let trout: typeof products.$inferSelect;
  let perch: typeof products.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket({ now: NOW });
    await makeDelivery(market.db);
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    market.setClock(NOW);
    shopper = await makeShopper(market);
    const merchant = await makeUser(market.db);
    shop = await makeStore(market.db, {
      ownerId: merchant.id,
      name: 'La Criée',
      paymentOnDelivery: true,
      customShippingPrice: 400,
      freeDeliveryPriceFromAmount: null,
    });
    trout = await makeProduct(market.db, { storeId: shop.id, name: 'Truite fumée', price: 1250, stock: 5 });
    perch = await makeProduct(market.db, { storeId: shop.id, name: 'Perche', price: 800, stock: 5 });
  });

  const at = { firstName: '', lastName: '', phoneNumber: '', email: '', distance: null, pickupId: null };
  const nowhere = { address: { address1: '', address2: '', postalCode: '', city: '' } };
  const collected = () => ({ ...at, ...nowhere, ...PERSON, store: shop.id, shippingType: 'store' as const, fees: 0 });
  const brought = () => ({ ...collected(), ...PLACE, shippingType: 'custom_store' as const, fees: 400 });

  /** What somebody agreed to who saw two trouts and a perch. */
  const agreedTo = (change: Partial<AgreedTerms> = {}): AgreedTerms => ({
    lines: [
      { product: trout.id, optionValues: [], quantity: 2, unitPrice: 1250 },
      { product: perch.id, optionValues: [], quantity: 1, unitPrice: 800 },
    ],
    coupon: null,
    parts: [collected()],
    paymentOnDelivery: true,
    ifChanged: 'ask',
    most: 3300,
    ...change,
  });
  const filled = () => shopper.fill([trout.id, 2], [perch.id, 1]);
  const commit = <T = Order>(cart: { id: string }, agreed: AgreedTerms, key = randomUUID(), by = shopper) =>
    market.inject<T>('POST', `/api/carts/${cart.id}/commit`, {
      token: by.token,
      body: agreed,
      headers: { 'idempotency-key': key },
    });
  const refused = async (cart: { id: string }, agreed: AgreedTerms) => {
    const { status, body } = await commit<ErrorBody>(cart, agreed);
    return { status, code: body.code, detail: body.detail as OrderChanged | undefined, body };
  };
  const stocks = async () => {
    const rows = await market.db.select().from(products).where(eq(products.storeId, shop.id));
    return [trout, perch].map(({ id }) => rows.find((row) => row.id === id)?.stock);
  };
  const ordersOf = async () => market.db.select().from(orders).where(eq(orders.userId, shopper.id));
  const partsOf = async () =>
    market.db
      .select({ state: storeOrders.state })
      .from(storeOrders)
      .innerJoin(orders, eq(orders.id, storeOrders.orderId))
      .where(eq(orders.userId, shopper.id));
  const mailsTo = (email: string) =>
    market
      .mails()
      .map(decodeMail)
      .filter((mail) => mail.includes(`To: ${email}`));
  /** Nothing came of it: no order, no stock taken, the cart as it was. */
  async function expectUntouched(cart: Cart, stock: (number | null)[] = [5, 5]) {
    expect((await partsOf()).map(({ state }) => state)).toEqual([]);
    expect(await stocks()).toEqual(stock);
    const same = (await shopper.call<Cart>('GET', cart['@id'])).body;
    expect(same).toMatchObject({ ordered: false, version: cart.version });
    expect(same.items.map(({ quantity }) => quantity)).toEqual(cart.items.map(({ quantity }) => quantity));
  }

  test('is placed as agreed with payment on delivery: confirmed, mailed, its stock reserved, its cart closed', async () => {
    const cart = await filled();
    const { status, body } = await commit(cart, agreedTo({ parts: [brought()], most: 3700 }));
    expect(status).toBe(201);
    expect(statesOf(body)).toEqual(['payed']);
    expect(body).toMatchObject({ paymentOnDelivery: true, total: { amount: 3700 } });
    expect(body.storeOrders[0]).toMatchObject({ ...PERSON, ...PLACE, shippingType: 'custom_store' });
    expect(await stocks()).toEqual([3, 4]);
    expect((await shopper.call<Cart>('GET', cart['@id'])).body.ordered).toBe(true);
    expect((await shopper.openCart()).items).toEqual([]);
    expect(mailsTo(shopper.email)).toHaveLength(1);
    expect(await market.db.select().from(payments).where(eq(payments.orderId, body.id))).toEqual([]);
  });

  test.each(['ask', 'drop', 'cancel'] as const)(
    'asks for a choice that the merchant has added since, whatever was to be done then: %s',
    async (ifChanged) => {
      const cart = await filled();
      await makeOption(market.db, trout.id, 'Découpe', { entière: 0, filets: 200 });
      const { status, body } = await refused(cart, agreedTo({ ifChanged }));
      expect(status).toBe(409);
      expect(body['hydra:description']).toContain(
        'Truite fumée (Découpe)\u00a0: un choix reste à faire dans votre panier.',
      );
      await expectUntouched(cart);
    },
  );

  test('is placed once, however often and however many at once it is sent', async () => {
    const cart = await filled();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => commit(cart, agreedTo(), key)));
    const again = await commit(cart, agreedTo(), key);
    const placed = [...answers, again].filter(({ status }) => status === 201);
    expect(new Set(placed.map(({ body }) => body.id)).size).toBe(1);
    expect(again.status).toBe(201);
    expect((await refused(cart, agreedTo())).code).toBe('cart-ordered');
    expect(await ordersOf()).toHaveLength(1);
    expect(await stocks()).toEqual([3, 4]);
    expect(mailsTo(shopper.email)).toHaveLength(1);
  });

  test('with online payment reserves its stock, asks for the payment by mail, and charges nothing by itself', async () => {
    const cart = await filled();
    const { status, body } = await commit(cart, agreedTo({ paymentOnDelivery: false }));
    expect([status, statesOf(body)]).toEqual([201, ['payment_pending']]);
    expect(await stocks()).toEqual([3, 4]);
    expect((await shopper.openCart()).items).toEqual([]);
    const [mail, ...others] = mailsTo(shopper.email);
    expect(others).toEqual([]);
    expect(mail).toContain(
      `Votre commande n° ${body.id} nous est parvenue. Vos articles sont réservés pendant 30 minutes`,
    );
    expect(mail).toContain('http://localhost:4173/compte/commande/');
    expect(mail).toContain('33,00\u00a0€');

    // Its page and the list say until when, and nothing of it once it is paid.
    const until = later(30).toISOString();
    expect((await shopper.seeOrder(body)).body.paymentExpiresAt).toBe(until);
    const { body: list } = await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`);
    expect(list['hydra:member'].map(({ paymentExpiresAt }) => paymentExpiresAt)).toEqual([until]);

    const { payment_url } = expectOk(await shopper.prepare(body));
    await shopper.answer(payment_url, 'accepted');
    const paid = (await shopper.seeOrder(body)).body;
    expect([statesOf(paid), paid.paymentExpiresAt]).toEqual([['payed'], undefined]);
    expect(await ordersOf()).toHaveLength(1);
  });

  test('and never paid gives the stock back in time, and the articles to the cart', async () => {
    const cart = await filled();
    const { body } = await commit(cart, agreedTo({ paymentOnDelivery: false }));
    market.setClock(later(31));
    await checkDuePayments(market.app.market, later(31));
    await shopper.login();
    const over = (await shopper.seeOrder(body)).body;
    expect(statesOf(over)).toEqual(['payment_declined']);
    expect([over.paymentExpired, over.paymentExpiresAt]).toEqual([true, undefined]);
    expect(await stocks()).toEqual([5, 5]);
    expect((await shopper.openCart()).items.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(mailsTo(shopper.email).some((mail) => mail.includes('n’a pas été payée à temps'))).toBe(true);
  });

  test('requires a confirmation when an article may now weigh less, not when it may weigh more', async () => {
    const cart = await filled();
    const byWeight = { grams: 500, tolerance: 10 };
    const weighs = (netContent: string, weightTolerance: number | null) =>
      market.db.update(products).set({ netContent, weightTolerance }).where(eq(products.id, trout.id));
    const [first, ...others] = agreedTo().lines;
    const agreed = agreedTo({ lines: [...(first ? [{ ...first, byWeight }] : []), ...others] });
    for (const [netContent, tolerance] of [
      ['450 g', 10],
      ['500 g', 20],
      ['500 g', null],
    ] as const) {
      await weighs(netContent, tolerance);
      const { status, code, detail } = await refused(cart, agreed);
      expect([status, code, detail?.changes.length]).toEqual([409, 'order-changed', 1]);
      expect(detail?.changes[0]).toContain('vendu au poids');
      await expectUntouched(cart);
    }
    // What was agreed as a fixed weight is not sold by weight unasked.
    await weighs('500 g', 10);
    expect((await refused(cart, agreedTo())).code).toBe('order-changed');
    await weighs('550 g', 10);
    const { status, body } = await commit(cart, agreed);
    expect(status).toBe(201);
    expect(body.storeOrders[0]?.items[0]?.byWeight).toEqual({ grams: 550, tolerance: 10 });
  });

  test('requires a confirmation when a price has risen, and is placed at the new one after it', async () => {
    const cart = await filled();
    await market.db.update(products).set({ price: 1300 }).where(eq(products.id, trout.id));
    for (const ifChanged of ['ask', 'drop'] as const) {
      const { status, code, detail } = await refused(cart, agreedTo({ ifChanged }));
      expect([status, code]).toEqual([409, 'order-changed']);
      expect(detail?.changes).toEqual([
        'Truite fumée\u00a0: le prix est maintenant de 13,00\u00a0€ au lieu de 12,50\u00a0€.',
      ]);
      expect(detail?.now).toMatchObject({ most: 3400, lines: [{ unitPrice: 1300 }, { unitPrice: 800 }] });
      await expectUntouched(cart);
    }
    const { detail } = await refused(cart, agreedTo());
    const { body } = await commit(cart, agreedTo({ ...detail?.now }));
    expect(body).toMatchObject({ total: { amount: 3400 }, paymentOnDelivery: true });
  });

  test('is placed at the lower price when one has fallen', async () => {
    const cart = await filled();
    await market.db.update(products).set({ reducedPrice: 1000 }).where(eq(products.id, trout.id));
    expect((await commit(cart, agreedTo())).body.total.amount).toBe(2800);
  });

  test('does not let one price fall for another that rises', async () => {
    const cart = await filled();
    await market.db.update(products).set({ reducedPrice: 900 }).where(eq(products.id, trout.id));
    await market.db.update(products).set({ price: 900 }).where(eq(products.id, perch.id));
    expect((await refused(cart, agreedTo())).code).toBe('order-changed');
  });

  test('follows the agreement when the stock is gone: asks, drops the line, or cancels', async () => {
    const cart = await filled();
    await market.db.update(products).set({ stock: 1 }).where(eq(products.id, trout.id));
    const asked = await refused(cart, agreedTo());
    expect([asked.code, asked.detail?.changes, asked.detail?.now?.most]).toEqual([
      'order-changed',
      ['Truite fumée\u00a0: il n’en reste que 1.'],
      2050,
    ]);
    await expectUntouched(cart, [1, 5]);
    const given = await refused(cart, agreedTo({ ifChanged: 'cancel' }));
    expect([given.status, given.code]).toEqual([409, 'order-given-up']);
    expect(given.body['hydra:description']).toContain('Comme demandé, rien n’a été commandé.');
    await expectUntouched(cart, [1, 5]);
    const { body } = await commit(cart, agreedTo({ ifChanged: 'drop' }));
    expect(body.storeOrders[0]?.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
    expect(body.total.amount).toBe(2050);
    expect(await stocks()).toEqual([0, 4]);
  });

  test('a confirmation of less covers exactly that: a further change needs another', async () => {
    const cart = await filled();
    await market.db.update(products).set({ stock: 1 }).where(eq(products.id, trout.id));
    const { detail } = await refused(cart, agreedTo());
    expect(detail?.now?.lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
    const yes = agreedTo({ ...detail?.now });
    await market.db.update(products).set({ stock: 0 }).where(eq(products.id, perch.id));
    const less = await refused(cart, yes);
    expect([less.code, less.detail?.changes]).toEqual(['order-changed', ['Perche\u00a0: il n’en reste plus.']]);
    await market.db.update(products).set({ stock: 5 }).where(eq(products.storeId, shop.id));
    expect((await refused(cart, yes)).detail?.changes).toEqual([
      'Truite fumée\u00a0: 2 au lieu de 1 dans votre panier.',
    ]);
    await expectUntouched(cart);
    await market.db.update(products).set({ stock: 1 }).where(eq(products.id, trout.id));
    const { body } = await commit(cart, yes);
    expect(body.storeOrders[0]?.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
    expect(await stocks()).toEqual([0, 4]);
  });

  test('without anything left is not placed, whatever was agreed', async () => {
    const cart = await filled();
    await market.db.update(products).set({ stock: 0 }).where(eq(products.storeId, shop.id));
    const { code, detail } = await refused(cart, agreedTo({ ifChanged: 'drop' }));
    expect([code, detail?.now]).toEqual(['order-changed', null]);
    await expectUntouched(cart, [0, 0]);
  });

  test('drops articles no longer sold, and names them', async () => {
    const cart = await filled();
    await market.db.update(products).set({ published: false }).where(eq(products.id, perch.id));
    expect((await refused(cart, agreedTo())).detail?.changes).toEqual(['Perche\u00a0: n’est plus vendu en ligne.']);
    expect((await commit(cart, agreedTo({ ifChanged: 'drop' }))).body.total.amount).toBe(2500);
  });

  test('is asked about when the delivery costs more, and not when it costs less', async () => {
    const cart = await filled();
    const agreed = agreedTo({ parts: [brought()], most: 3700 });
    await market.db.update(stores).set({ customShippingPrice: 500 }).where(eq(stores.id, shop.id));
    const { detail } = await refused(cart, agreed);
    expect(detail?.changes).toEqual([
      'La Criée\u00a0: la livraison est maintenant de 5,00\u00a0€ au lieu de 4,00\u00a0€.',
    ]);
    expect(detail?.now?.parts[0]?.fees).toBe(500);
    await market.db.update(stores).set({ customShippingPrice: 300 }).where(eq(stores.id, shop.id));
    expect((await commit(cart, agreed)).body.total.amount).toBe(3600);
  });

  test('is refused with a delivery that is no longer offered', async () => {
    const cart = await filled();
    await market.db
      .update(stores)
      .set({ deliveryMethods: ['store'] })
      .where(eq(stores.id, shop.id));
    const elsewhere = await refused(cart, agreedTo({ parts: [brought()], most: 3700 }));
    expect([elsewhere.code, elsewhere.detail?.now]).toEqual(['order-changed', null]);
    await market.db.update(stores).set({ paymentOnDelivery: false }).where(eq(stores.id, shop.id));
    const unpaid = await refused(cart, agreedTo());
    expect(unpaid.detail?.changes).toEqual(['Le paiement à la livraison n’est plus proposé pour cette commande.']);
    expect((await refused(cart, agreedTo({ parts: [] }))).detail?.now).toBeNull();
    await expectUntouched(cart);
  });

  test.each([
    ['suspended', { published: false }],
    ['not ready to sell any more', { ready: false }],
    ['a showcase only', { plan: 'Catalogue' }],
  ])('of a store that is %s is not placed, whatever was agreed, and names the articles', async (_, change) => {
    const cart = await filled();
    await market.db.update(stores).set(change).where(eq(stores.id, shop.id));
    for (const ifChanged of ['ask', 'drop'] as const) {
      const { status, code, detail } = await refused(cart, agreedTo({ ifChanged }));
      expect([status, code, detail?.now], ifChanged).toEqual([409, 'order-changed', null]);
      expect(detail?.changes, ifChanged).toEqual([
        'Truite fumée\u00a0: n’est plus vendu en ligne.',
        'Perche\u00a0: n’est plus vendu en ligne.',
      ]);
    }
    expect((await refused(cart, agreedTo({ ifChanged: 'cancel' }))).code).toBe('order-given-up');
    const same = (await shopper.call<Cart>('GET', cart['@id'])).body;
    expect([same.ordered, same.version, same.items.map(({ quantity }) => quantity)]).toEqual([
      false,
      cart.version,
      [2, 1],
    ]);
    expect([await partsOf(), await stocks()]).toEqual([[], [5, 5]]);
    // Back in the market, it is placed as it was agreed.
    const { published, ready, plan } = shop;
    await market.db.update(stores).set({ published, ready, plan }).where(eq(stores.id, shop.id));
    expect((await commit(cart, agreedTo())).status).toBe(201);
  });

  test('below the store’s new minimum is not placed, and reports it', async () => {
    const cart = await filled();
    await market.db.update(stores).set({ minimumDelivery: 5000 }).where(eq(stores.id, shop.id));
    for (const ifChanged of ['ask', 'drop'] as const) {
      const { detail } = await refused(cart, agreedTo({ parts: [brought()], most: 3700, ifChanged }));
      expect(detail?.changes, ifChanged).toEqual([
        expect.stringMatching(/^La Criée.: La livraison pour cette boutique n'est disponible qu'à partir de 50/),
      ]);
      expect(detail?.now, ifChanged).toBeNull();
    }
    await expectUntouched(cart);
    await market.db.update(stores).set({ minimumDelivery: 0 }).where(eq(stores.id, shop.id));
    expect((await commit(cart, agreedTo())).status).toBe(201);
  });

  test('is asked about when its coupon has ended', async () => {
    const code = `TRUITE${randomUUID().slice(0, 4)}`;
    const [coupon] = await market.db
      .insert(coupons)
      .values({ storeId: shop.id, code, discountType: 'relative', discount: 10, active: true })
      .returning();
    const cart = await filled();
    expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
    const agreed = agreedTo({ coupon: code, most: 2970 });
    await market.db
      .update(coupons)
      .set({ active: false })
      .where(eq(coupons.id, coupon?.id ?? ''));
    const { detail } = await refused(cart, agreed);
    expect(detail).toMatchObject({
      changes: [`Le code promo ${code} n’est plus valable.`],
      now: { most: 3300, coupons: [] },
    });
    await market.db.update(coupons).set({ active: true }).where(eq(coupons.storeId, shop.id));
    expect((await commit(cart, agreed)).body.total.amount).toBe(2970);
  });

  test('never includes lines added by another device meanwhile', async () => {
    const cart = await filled();
    await shopper.fill([perch.id, 3]);
    const { code, detail } = await refused(cart, agreedTo({ ifChanged: 'drop', most: 100_000 }));
    expect([code, detail?.changes]).toEqual(['order-changed', ['Perche\u00a0: 4 au lieu de 1 dans votre panier.']]);
    const other = await makeProduct(market.db, { storeId: shop.id, name: 'Brochet', price: 100 });
    await shopper.fill([other.id]);
    expect((await refused(cart, agreedTo({ ifChanged: 'drop', most: 100_000 }))).detail?.changes).toContain(
      'Brochet\u00a0: ajouté à votre panier entre-temps.',
    );
    expect(await partsOf()).toEqual([]);
  });

  test('reports lines removed by another device', async () => {
    const cart = await filled();
    const line = cart.items.find(({ product }) => product.id === perch.id);
    expectOk(await shopper.call('DELETE', line?.['@id'] ?? ''));
    expect((await refused(cart, agreedTo())).detail?.changes).toEqual(['Un article n’est plus dans votre panier.']);
    expect((await commit(cart, agreedTo({ ifChanged: 'drop' }))).body.total.amount).toBe(2500);
  });

  test('is refused once another device has ordered the cart, and orders nothing', async () => {
    const order = await shopper.ready([trout.id, 2], [perch.id, 1]);
    expectOk(await shopper.call('PUT', order['@id'], { paymentOnDelivery: true }));
    expect((await refused({ id: order.cart?.split('/').at(-1) ?? '' }, agreedTo())).code).toBe('cart-ordered');
    expect(await ordersOf()).toHaveLength(1);
    expect(await stocks()).toEqual([3, 4]);
  });

  test('replaces an unanswered payment; the stock is reserved once', async () => {
    const order = await shopper.ready([trout.id, 2], [perch.id, 1]);
    const { payment_url } = expectOk(await shopper.prepare(order));
    const { status, body } = await commit({ id: order.cart?.split('/').at(-1) ?? '' }, agreedTo());
    expect([status, statesOf(body)]).toEqual([201, ['payed']]);
    expect(await stocks()).toEqual([3, 4]);
    await shopper.answer(payment_url, 'accepted');
    expect((await partsOf()).map(({ state }) => state).sort()).toEqual(['payed', 'payment_declined']);
  });

  test('belongs to the cart’s owner: no other account commits it, nor a visitor', async () => {
    const cart = await filled();
    const other = await makeShopper(market);
    expect((await commit(cart, agreedTo(), randomUUID(), other)).status).toBe(404);
    const anonymous = await market.inject('POST', `/api/carts/${cart.id}/commit`, { body: agreedTo() });
    expect(anonymous.status).toBe(401);
    await expectUntouched(cart);
  });

  test('two of them for the last article: one is placed, the other is asked', async () => {
    await market.db.update(products).set({ stock: 2 }).where(eq(products.id, trout.id));
    const rival = await makeShopper(market);
    const [mine, theirs] = [await filled(), await rival.fill([trout.id, 2], [perch.id, 1])];
    const answers = await Promise.all([commit(mine, agreedTo()), commit(theirs, agreedTo(), randomUUID(), rival)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await stocks()).toEqual([0, 4]);
    const isSold = and(eq(storeOrders.storeId, shop.id), eq(storeOrders.state, 'payed'));
    expect(await market.db.select().from(storeOrders).where(isSold)).toHaveLength(1);
  });
});
