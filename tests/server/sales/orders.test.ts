import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order, Pickup } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { relayPoints } from '#server/db/schema/content.ts';
import { carts, coupons, orders, storeOrders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeOption, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, PLACE, type Shopper, statesOf } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

describe('an order', () => {
  let market: TestMarket;
  let shopper: Shopper;
  let shop: typeof stores.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket();
    await makeDelivery(market.db);
    await market.db.insert(relayPoints).values(
      [
        ['verdun-gare', 'Tabac de la Gare', 49.16, 5.38, '55100', 'Verdun'],
        ['stenay', 'Maison de la presse', 49.49, 5.19, '55700', 'Stenay'],
        ['bar', 'Épicerie du Pont', 48.77, 5.16, '55000', 'Bar-le-Duc'],
      ].map(([id, name, latitude, longitude, postalCode, city]) => ({
        id: String(id),
        name: String(name),
        latitude: Number(latitude),
        longitude: Number(longitude),
        address1: '1 rue Haute',
        postalCode: String(postalCode),
        city: String(city),
        hours: [{ day: 1, openHour: '0900', closeHour: '1200' }],
      })),
    );
    shop = await makeStore(market.db, {
      paymentOnDelivery: true,
      freeDeliveryPriceFromAmount: 8000,
      customShippingPrice: 600,
      customShippingMaxDistance: 20,
      distancePriceLevels: [
        { distance: 20, price: 900, minimumOrderValue: 3000 },
        { distance: 5, price: 300, minimumOrderValue: 0 },
        { distance: 40, price: 1500, minimumOrderValue: 0 },
      ],
      relayPoint: 'Salle des fêtes',
      relayPointPrice: 150,
    });
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    shopper = await makeShopper(market);
  });

  const product = (values: Partial<typeof products.$inferInsert> = {}) =>
    makeProduct(market.db, { storeId: shop.id, ...values });
  const placed = async (...lines: Parameters<Shopper['fill']>) =>
    expectOk(await shopper.order(await shopper.fill(...lines)));
  const only = (order: Order): StoreOrder => {
    const [part] = order.storeOrders;
    if (!part || order.storeOrders.length !== 1) throw new Error('One store order was meant.');
    return part;
  };
  const put = <T = StoreOrder>(part: StoreOrder, body: unknown, action = '') =>
    shopper.call<T>('PUT', `${part['@id']}${action}`, body);
  const setType = (part: StoreOrder, shippingType: string) => put(part, { shippingType }, '/set_shipping_type');

  describe('is made from a cart', () => {
    test('with one part per store, in state new, collected at the store by default', async () => {
      const cheese = await product({ price: 1250 });
      const { values } = await makeOption(market.db, cheese.id, 'Affinage', { vieux: 200 });
      const beer = await makeProduct(market.db, { price: 300 });
      const order = await placed([cheese.id, 2, [values[0]?.id ?? '']], [beer.id, 3]);
      expect(order.storeOrders).toHaveLength(2);
      expect(statesOf(order)).toEqual(['new', 'new']);
      const [first, second] = order.storeOrders;
      expect(first).toMatchObject({
        shippingType: 'store',
        store: { id: shop.id, relayPoint: 'Salle des fêtes' },
        total: { amount: 2900 },
        shippingFees: { amount: 0 },
        items: [{ quantity: 2, unitPrice: { amount: 1450 }, optionValues: [{ name: 'vieux', option: 'Affinage' }] }],
      });
      expect(second?.total.amount).toBe(900);
      expect(order.total.amount).toBe(3800);
      expect(first?.availableShippingTypes).toEqual({
        store: 'Retrait en boutique',
        home: 'Livraison à domicile',
        relay: 'Livraison en point relais',
        custom_store: 'Livraison par la boutique',
        custom_relay: 'Point relais de la boutique',
      });
    });

    test('once for each version of the cart, however often and at once it is asked for', async () => {
      const cart = await shopper.fill([(await product()).id]);
      const answers = await Promise.all([shopper.order(cart), shopper.order(cart), shopper.order(cart)]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(await market.db.select().from(orders).where(eq(orders.cartId, cart.id))).toHaveLength(1);
    });

    test('over several stores, too: an unchanged cart gives the same order', async () => {
      const other = await makeStore(market.db, { name: 'Boulangerie Aux Épis', slug: `epis-${randomUUID()}` });
      const cart = await shopper.fill(
        [(await product({ price: 1000 })).id],
        [(await makeProduct(market.db, { storeId: other.id, price: 300 })).id, 2],
      );
      const first = expectOk(await shopper.order(cart));
      expect(first.storeOrders).toHaveLength(2);
      const again = expectOk(await shopper.order(cart));
      expect(again.id).toBe(first.id);
      expect(statesOf(again)).toEqual(['new', 'new']);
    });

    test('again after a change of the cart: the unpaid one is cancelled and its delivery form reused', async () => {
      const item = await product();
      const first = await placed([item.id]);
      await shopper.deliver(first, { shippingType: 'home', ...PERSON, ...PLACE });
      const second = await placed([item.id]);
      expect(second.id).not.toBe(first.id);
      expect(only(second)).toMatchObject({ ...PERSON, ...PLACE, shippingType: 'home', items: [{ quantity: 2 }] });
      expect(statesOf((await shopper.seeOrder(first)).body)).toEqual(['canceled']);
    });

    test('again after a price change under the same cart', async () => {
      const item = await product({ price: 1000 });
      const cart = await shopper.fill([item.id]);
      const before = expectOk(await shopper.order(cart));
      await market.db.update(products).set({ price: 1100 }).where(eq(products.id, item.id));
      const after = expectOk(await shopper.order(cart));
      expect(after.total.amount).toBe(1100);
      expect(statesOf((await shopper.seeOrder(before)).body)).toEqual(['canceled']);
    });

    test('less the coupon, on the part of its store only', async () => {
      const code = `REMISE-${randomUUID().slice(0, 6)}`;
      await market.db.insert(coupons).values({ storeId: shop.id, code, discountType: 'relative', discount: 10 });
      const [own, theirs] = [await product({ price: 2000 }), await makeProduct(market.db, { price: 2000 })];
      const cart = await shopper.fill([own.id], [theirs.id]);
      expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code }));
      const order = expectOk(await shopper.order(cart));
      expect(order.storeOrders.map((part) => [part.totalBeforeDiscount.amount, part.total.amount])).toEqual([
        [2000, 1800],
        [2000, 2000],
      ]);
    });

    test('never from an empty cart, nor with a product that is no longer sold', async () => {
      const empty = await shopper.openCart();
      expect(await shopper.call<ErrorBody>('GET', `${empty['@id']}/order`)).toMatchObject({
        status: 409,
        body: { code: 'cart-empty' },
      });
      const item = await product({ name: 'Sabot' });
      const cart = await shopper.fill([item.id]);
      await market.db.update(products).set({ published: false }).where(eq(products.id, item.id));
      const { status, body } = await shopper.call<ErrorBody>('GET', `${cart['@id']}/order`);
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'not-orderable', detail: { products: [{ name: 'Sabot' }] } });
    });

    test('only by a logged-in user, and never by a link on another site', async () => {
      const cart = await shopper.fill([(await product()).id]);
      expect((await market.inject('GET', `/api/carts/${cart.id}/order`)).status).toBe(401);
      const { status } = await market.inject('GET', `/api/carts/${cart.id}/order`, {
        token: shopper.token,
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(status).toBe(403);
      expect(await market.db.select().from(orders).where(eq(orders.cartId, cart.id))).toHaveLength(0);
    });
  });

  describe('offers of its delivery', () => {
    test("the store's shipping types, digital goods by mail only", async () => {
      const few = await makeStore(market.db, { deliveryMethods: ['home', 'demat'] });
      const solid = await makeProduct(market.db, { storeId: few.id, weight: 500 });
      const digital = await makeProduct(market.db, { storeId: few.id, dematerialized: true });
      const both = only(await placed([solid.id], [digital.id]));
      expect(both).toMatchObject({ shippingType: 'home', shippingFees: { amount: 690 } });
      expect(Object.keys(both.availableShippingTypes)).toEqual(['home']);
      const other = await makeShopper(market);
      const mailed = only(expectOk(await other.order(await other.fill([digital.id]))));
      expect(mailed).toMatchObject({ shippingType: 'demat', shippingFees: { amount: 0 } });
      expect(mailed.availableShippingTypes).toEqual({ demat: 'Envoi par e-mail' });
    });

    test('a digital good weighs nothing in the parcel, down to the gram', async () => {
      const few = await makeStore(market.db, { deliveryMethods: ['home', 'demat'] });
      const of = (values: Partial<typeof products.$inferInsert>) =>
        makeProduct(market.db, { storeId: few.id, price: 2000, ...values });
      const solid = await of({ weight: 1000 });
      const digital = await of({ weight: 700, dematerialized: true });
      const both = only(await placed([solid.id], [digital.id, 3]));
      expect(both).toMatchObject({ shippingType: 'home', shippingFees: { amount: 690 } });
      expect(expectOk(await setType(both, 'home')).shippingFees.amount).toBe(690);
      const heavier = only(await placed([(await of({ weight: 1 })).id]));
      expect(heavier).toMatchObject({ shippingType: 'home', shippingFees: { amount: 1490 } });
    });

    test('each type at its price', async () => {
      const light = await product({ price: 2000, weight: 400 });
      let part = only(await placed([light.id, 2]));
      const feesOf = async (type: string) => {
        part = expectOk(await setType(part, type));
        expect(part.total.amount).toBe(4000 + part.shippingFees.amount);
        return part.shippingFees.amount;
      };
      expect(await feesOf('store')).toBe(0);
      expect(await feesOf('home')).toBe(690);
      expect(await feesOf('relay')).toBe(450);
      expect(await feesOf('custom_store')).toBe(600);
      expect(await feesOf('custom_relay')).toBe(150);
      expect((await setType(part, 'demat')).status).toBe(422);
      const heavy = only(await placed([light.id, 1]));
      expect(expectOk(await setType(heavy, 'home')).shippingFees.amount).toBe(1490);
    });

    test('each at its price before one is chosen: the price that is then charged', async () => {
      const part = only(await placed([(await product({ price: 3100, weight: 400 })).id]));
      const prices = part.shippingPrices ?? {};
      expect(Object.keys(prices).sort()).toEqual(Object.keys(part.availableShippingTypes).sort());
      expect(prices.custom_store).toEqual({ amount: 300, from: true });
      for (const [type, { amount, from }] of Object.entries(prices)) {
        const chosen = expectOk(await setType(part, type));
        const charged = from ? expectOk(await put(part, { distance: 5 }, '/set_distance')) : chosen;
        expect(charged.shippingFees.amount, type).toBe(amount);
        expect(charged.shippingPrices).toEqual(prices);
      }
    });

    test('at the price of a distance that is served for so much: a cheaper one that is not promises nothing', async () => {
      const levels = [
        { distance: 5, price: 100, minimumOrderValue: 9000 },
        { distance: 20, price: 950, minimumOrderValue: 1000 },
        { distance: 10, price: 400, minimumOrderValue: 9500 },
      ];
      const far = await makeStore(market.db, { deliveryMethods: ['custom_store'], distancePriceLevels: levels });
      const jam = await makeProduct(market.db, { storeId: far.id, price: 500 });
      const pricesOf = async (quantity: number) => {
        const other = await makeShopper(market);
        const order = expectOk(await other.order(await other.fill([jam.id, quantity])));
        return only(order).shippingPrices?.custom_store;
      };
      expect(await pricesOf(3)).toEqual({ amount: 950, from: false });
      expect(await pricesOf(19)).toEqual({ amount: 100, from: true });
      // Nothing is served for so little: what it would cost, beyond.
      expect(await pricesOf(2)).toEqual({ amount: 100, from: true });
    });

    test('at no price where it is free, at any distance', async () => {
      const part = only(await placed([(await product({ price: 4000 })).id, 2]));
      expect(part.shippingPrices?.custom_store).toEqual({ amount: 0, from: false });
    });

    test('with the contact data of the shopper’s last order, and of nobody else', async () => {
      const first = only(await placed([(await product()).id]));
      expectOk(await put(first, { shippingType: 'home', ...PERSON, ...PLACE }));
      await market.db.update(carts).set({ orderedAt: new Date() }).where(eq(carts.userId, shopper.id));
      const again = only(await placed([(await product()).id]));
      expect(again).toMatchObject({ ...PERSON, ...PLACE, pickupId: null, distance: null });
      const other = await makeShopper(market);
      const theirs = only(expectOk(await other.order(await other.fill([(await product()).id]))));
      expect(theirs).toMatchObject({ firstName: '', lastName: '', address: { city: '' } });
    });

    test('delivery by the store free from its amount, not a cent below', async () => {
      const at = only(await placed([(await product({ price: 4000 })).id, 2]));
      expect(expectOk(await setType(at, 'custom_store')).shippingFees.amount).toBe(0);
      const other = await makeShopper(market);
      const below = only(expectOk(await other.order(await other.fill([(await product({ price: 7999 })).id]))));
      const chosen = await other.call<StoreOrder>('PUT', `${below['@id']}/set_shipping_type`, {
        shippingType: 'custom_store',
      });
      expect(expectOk(chosen).shippingFees.amount).toBe(600);
    });

    test('and after the coupon: its discount does not count towards that amount', async () => {
      const cart = await shopper.fill([(await product({ price: 8500 })).id]);
      await market.db
        .insert(coupons)
        .values({ storeId: shop.id, code: 'GROSMOINS', discountType: 'fix', discount: 500 })
        .onConflictDoNothing();
      expectOk(await shopper.call('POST', `${cart['@id']}/coupon/apply`, { code: 'GROSMOINS' }));
      const part = only(expectOk(await shopper.order(cart)));
      const free = { shippingFees: { amount: 0 }, total: { amount: 8000 } };
      expect(expectOk(await setType(part, 'custom_store'))).toMatchObject(free);
      await market.db.update(coupons).set({ discount: 501 }).where(eq(coupons.code, 'GROSMOINS'));
      // Made anew, with what was chosen before.
      const anew = only(expectOk(await shopper.order(cart)));
      const charged = { shippingType: 'custom_store', shippingFees: { amount: 600 }, total: { amount: 7999 + 600 } };
      expect(anew).toMatchObject(charged);
      expect(expectOk(await setType(anew, 'custom_store'))).toMatchObject(charged);
    });

    test('a distance among the tiers within reach, dearer further away', async () => {
      const item = await product({ price: 3100 });
      const part = only(await placed([item.id]));
      await setType(part, 'custom_store');
      const near = expectOk(await put(part, { distance: 5 }, '/set_distance'));
      expect(near).toMatchObject({ distance: 5, shippingFees: { amount: 300 } });
      const far = expectOk(await put(part, { distance: 20 }, '/set_distance'));
      expect(far).toMatchObject({ distance: 20, shippingFees: { amount: 900 }, total: { amount: 4000 } });
      // Choosing another way forgets the distance.
      expect(expectOk(await setType(part, 'store'))).toMatchObject({ distance: null, shippingFees: { amount: 0 } });
    });

    test.each([
      [null, 'Le champ distance est obligatoire'],
      [7, 'Le champ distance est obligatoire'],
      [40, 'Le champ distance est obligatoire'],
      [20, 'Le montant de votre commande est trop faible pour cette distance, le minimum est de 30€'],
    ])('a distance of %s is refused with its reason', async (distance, message) => {
      const part = only(await placed([(await product({ price: 3000 })).id]));
      await setType(part, 'custom_store');
      const { status, body } = await put<ErrorBody>(part, { distance }, '/set_distance');
      expect(status).toBe(422);
      expect(body.violations).toEqual([{ propertyPath: 'distance', message }]);
      expect(only((await shopper.seeOrder(await orderOf(part))).body).distance).toBeNull();
    });

    test.each([
      ['store', ['lastName', 'firstName', 'phoneNumber']],
      ['custom_relay', ['lastName', 'firstName', 'phoneNumber']],
      ['home', ['lastName', 'firstName', 'phoneNumber', 'address.address1', 'address.postalCode', 'address.city']],
      ['relay', ['lastName', 'firstName', 'phoneNumber', 'address.address1', 'address.postalCode', 'address.city']],
    ])('for %s it asks for what that takes', async (shippingType, paths) => {
      const part = only(await placed([(await product()).id]));
      const { status, body } = await put<ErrorBody>(part, { shippingType });
      expect(status).toBe(422);
      expect(body.violations).toEqual(paths.map((propertyPath) => ({ propertyPath, message: 'Champ obligatoire' })));
      const saved = expectOk(await put(part, { shippingType, ...PERSON, ...PLACE }));
      expect(saved).toMatchObject({ shippingType, ...PERSON, ...PLACE });
    });

    test('for custom_store a distance too, and for demat an e-mail address', async () => {
      const part = only(await placed([(await product()).id]));
      const { body } = await put<ErrorBody>(part, { shippingType: 'custom_store', ...PERSON, ...PLACE });
      expect(body.violations).toEqual([{ propertyPath: 'distance', message: 'Le champ distance est obligatoire' }]);
      const other = await makeShopper(market);
      const digital = await product({ dematerialized: true });
      const mailed = only(expectOk(await other.order(await other.fill([digital.id]))));
      for (const [email, message] of [
        ['', 'Champ obligatoire'],
        ['pas une adresse', 'Cette adresse e-mail n’est pas valide.'],
      ]) {
        const refused = await other.call<ErrorBody>('PUT', mailed['@id'], { email });
        expect(refused.body.violations).toEqual([{ propertyPath: 'email', message }]);
      }
      expectOk(await other.call('PUT', mailed['@id'], { email: 'jeanne@etal.test' }));
    });

    test('nothing below the minimum of the store, except digital goods', async () => {
      const strict = await makeStore(market.db, { minimumDelivery: 1500 });
      const item = await makeProduct(market.db, { storeId: strict.id, price: 1500 });
      const digital = await makeProduct(market.db, { storeId: strict.id, price: 100, dematerialized: true });
      const part = only(await placed([item.id]));
      const { status, body } = await put<ErrorBody>(part, { shippingType: 'store', ...PERSON });
      expect(status).toBe(422);
      expect(body.violations).toEqual([
        {
          propertyPath: 'shippingType',
          message: "La livraison pour cette boutique n'est disponible qu'à partir de 15 €",
        },
      ]);
      const other = await makeShopper(market);
      const mailed = only(expectOk(await other.order(await other.fill([digital.id]))));
      expectOk(await other.call('PUT', mailed['@id'], { email: 'jeanne@etal.test' }));
    });

    test('relay points, the nearest to the saved address first', async () => {
      const order = await placed([(await product()).id]);
      const part = only(order);
      const near = async () =>
        expectOk(await shopper.call<Collection<Pickup>>('GET', `/orders/pickups/${part.id}`))['hydra:member'];
      // Nothing saved yet: from the shop, in Bar-le-Duc.
      expect((await near())[0]?.id).toBe('bar');
      expectOk(await put(part, { shippingType: 'relay', ...PERSON, ...PLACE, pickupId: null }));
      const found = await near();
      expect(found.map(({ id }) => id)).toEqual(['verdun-gare', 'stenay', 'bar']);
      expect(found[0]?.distance).toBeLessThan(1000);
      expect(found[1]?.distance).toBeGreaterThan(30_000);

      const missing = await shopper.prepare<ErrorBody>(order);
      expect(missing.body.violations).toEqual([
        { propertyPath: `storeOrders[${part.id}].pickupId`, message: 'Vous devez sélectionner un point relais' },
      ]);
      expect((await put<ErrorBody>(part, { pickupId: 'nulle-part' })).status).toBe(422);
      expect(expectOk(await put(part, { pickupId: 'stenay' })).pickupId).toBe('stenay');
      // Switched to another way and back, an old choice never comes along.
      await setType(part, 'home');
      expect(expectOk(await setType(part, 'relay')).pickupId).toBeNull();
      expect((await shopper.prepare(order)).status).toBe(422);
    });
  });

  describe('belongs to its shopper', () => {
    test('for its shopper only: others get a 404, and change nothing', async () => {
      const order = await shopper.ready([(await product()).id]);
      const part = only(order);
      const before = await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, order.id));
      const stranger = await makeShopper(market);
      const calls: [string, string, unknown?][] = [
        ['GET', `/orders/${order.id}`],
        ['GET', `/orders/${order.id}/pay`],
        ['GET', `/orders/pickups/${part.id}`],
        ['GET', `/users/${shopper.id}/orders`],
        ['PUT', `/orders/${order.id}`, { paymentOnDelivery: true }],
        ['POST', `/orders/${order.id}/prepare_payment`, {}],
        ['PUT', `/store_orders/${part.id}`, { shippingType: 'home', ...PERSON, ...PLACE }],
        ['PUT', `/store_orders/${part.id}/set_shipping_type`, { shippingType: 'home' }],
        ['PUT', `/store_orders/${part.id}/set_distance`, { distance: 5 }],
      ];
      for (const [method, path, body] of calls) {
        expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404]);
        expect((await market.inject(method, `/api${path}`, body === undefined ? {} : { body })).status).toBe(401);
      }
      expect(await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, order.id))).toEqual(before);
    });

    test('whose totals and state are read-only', async () => {
      const order = await shopper.ready([(await product({ price: 5000 })).id]);
      const part = only(order);
      await put(part, { ...PERSON, total: 1, state: 'payed', shippingFees: 0, trackingCode: 'X1' });
      const [row] = await market.db.select().from(storeOrders).where(eq(storeOrders.id, part.id));
      expect(row).toMatchObject({ state: 'new', total: 5000, trackingCode: null });
    });
  });

  const orderOf = async (part: StoreOrder) => ({ id: Number(part.order.split('/').at(-1)) });
});
