import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { cartItems, carts, coupons } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeCart, makeOption, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');

describe('a cart', () => {
  let market: TestMarket;
  let store: typeof stores.$inferSelect;
  beforeAll(async () => {
    market = await startTestMarket({ now: NOW });
    store = await makeStore(market.db);
  });
  afterAll(() => market.close());

  const create = async (token?: string) =>
    (await market.inject<Cart>('POST', '/api/carts', { body: {}, ...(token && { token }) })).body;
  const get = (id: string, token?: string) =>
    market.inject<Cart>('GET', `/api/carts/${id}`, token === undefined ? {} : { token });
  const add = <T = Cart>(
    cartId: string,
    productId: string,
    quantity = 1,
    optionValues: string[] = [],
    token?: string,
  ) =>
    market.inject<T>('PUT', `/api/carts/${cartId}/add`, {
      body: { id: productId, optionValues, quantity },
      ...(token && { token }),
    });
  const setQuantity = <T = Cart>(line: string | undefined, quantity: unknown, token?: string) =>
    market.inject<T>('PUT', `/api${line}`, { body: { quantity }, ...(token && { token }) });
  const applyCoupon = <T = Cart>(cartId: string, code: string) =>
    market.inject<T>('POST', `/api/carts/${cartId}/coupon/apply`, { body: { code } });
  const linesOf = (cartId: string) => market.db.select().from(cartItems).where(eq(cartItems.cartId, cartId));

  test('is made empty for a visitor, each time another one', async () => {
    const [one, other] = [await create(), await create()];
    expect(one).toMatchObject({ '@type': 'Cart', version: 1, items: [], ordered: false, coupon: null });
    expect(one.total.amount).toBe(0);
    expect(other.id).not.toBe(one.id);
  });

  test('is the same open one for each request of a user', async () => {
    const user = await makeUser(market.db);
    const token = await market.login(user.email);
    const [one, other] = await Promise.all([create(token), create(token)]);
    expect(other.id).toBe(one.id);
    expect(await market.db.select().from(carts).where(eq(carts.userId, user.id))).toHaveLength(1);
  });

  describe('adding', () => {
    let cart: Cart;
    beforeEach(async () => {
      cart = await create();
    });

    test('answers the complete cart with a new version', async () => {
      const product = await makeProduct(market.db, { storeId: store.id, price: 990, reducedPrice: 790, stock: 3 });
      const { status, body } = await add(cart.id, product.id, 2);
      expect(status).toBe(200);
      expect(body.version).toBe(2);
      expect(body.items).toHaveLength(1);
      expect(body.items[0]).toMatchObject({ quantity: 2, optionValues: [] });
      expect(body.items[0]?.unitPrice.amount).toBe(790);
      expect(body.items[0]?.product).toMatchObject({ orderable: true, stock: 3, store: { slug: store.slug } });
      expect(body.total).toEqual({ amount: 1580, convertedAmount: 15.8, stringValue: '15,80' });
      expect((await get(cart.id)).body).toEqual(body);
    });

    test('the same product and choice increases the line; another choice is another line', async () => {
      const product = await makeProduct(market.db, { storeId: store.id });
      const option = await makeOption(market.db, product.id, 'Affinage', { jeune: 0, vieux: 200 });
      const [young, old] = option.values.map((value) => value.id);
      await add(cart.id, product.id, 1, [young ?? '']);
      await add(cart.id, product.id, 2, [young ?? '']);
      const { body } = await add(cart.id, product.id, 1, [old ?? '']);
      expect(body.items.map((item) => [item.quantity, item.unitPrice.amount])).toEqual([
        [3, 1000],
        [1, 1200],
      ]);
      expect(body.items[1]?.optionValues).toMatchObject([{ id: old, name: 'vieux', option: 'Affinage' }]);
      expect(body.total.amount).toBe(4200);
    });

    test('two parallel additions both count', async () => {
      const [one, other] = [
        await makeProduct(market.db, { storeId: store.id }),
        await makeProduct(market.db, { storeId: store.id }),
      ];
      const answers = await Promise.all([
        add(cart.id, one.id),
        add(cart.id, other.id),
        add(cart.id, one.id),
        add(cart.id, other.id, 2),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5]);
      const { body } = await get(cart.id);
      expect(Object.fromEntries(body.items.map((item) => [item.product.id, item.quantity]))).toEqual({
        [one.id]: 2,
        [other.id]: 3,
      });
    });

    test.each([
      ['zero', 0],
      ['negative', -1],
      ['a fraction', 1.5],
      ['enormous', 1_000_000_000],
      ['words', '2'],
      ['nothing', null],
    ])('a quantity that is %s is refused and nothing is added', async (_, quantity) => {
      const product = await makeProduct(market.db, { storeId: store.id });
      const { status, body } = await market.inject<ErrorBody>('PUT', `/api/carts/${cart.id}/add`, {
        body: { id: product.id, optionValues: [], quantity },
      });
      expect(status).toBe(422);
      expect(body.violations?.[0]?.propertyPath).toBe('quantity');
      expect(await linesOf(cart.id)).toHaveLength(0);
      expect((await get(cart.id)).body.version).toBe(1);
    });

    test('a price sent along changes nothing', async () => {
      const product = await makeProduct(market.db, { storeId: store.id, price: 1000 });
      const { body } = await market.inject<Cart>('PUT', `/api/carts/${cart.id}/add`, {
        body: { id: product.id, optionValues: [], quantity: 1, price: 1, unitPrice: { amount: 1 } },
      });
      expect(body.total.amount).toBe(1000);
    });

    test('out of stock is reported', async () => {
      const product = await makeProduct(market.db, { storeId: store.id, stock: 0 });
      const { status, body } = await add<ErrorBody>(cart.id, product.id);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'stock',
        'hydra:description': 'Produit en rupture de stock',
        detail: { available: 0 },
      });
      expect(await linesOf(cart.id)).toHaveLength(0);
    });

    test('above the stock the answer has the quantity left, over all lines of the product', async () => {
      const product = await makeProduct(market.db, { storeId: store.id, stock: 3 });
      const { values } = await makeOption(market.db, product.id, 'Taille', { petit: 0, grand: 0 });
      const [small = '', large = ''] = values.map((value) => value.id);
      await add(cart.id, product.id, 2, [small]);
      const { status, body } = await add<ErrorBody>(cart.id, product.id, 2, [large]);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'stock',
        'hydra:description': 'Plus de produit en stock !',
        detail: { available: 1 },
      });
      expect((await add(cart.id, product.id, 1, [large])).status).toBe(200);
    });

    test.each([
      ['an indicative price', { indicativePrice: true }, {}],
      ['no price', { price: null }, {}],
      ['its price switched off', { priceDisabled: true }, {}],
      ['a shop of plan Catalogue', {}, { plan: 'Catalogue' }],
      ['a shop that is not ready', {}, { ready: false }],
    ])('a product with %s is not sold online', async (_, ofProduct, ofStore) => {
      const shop = await makeStore(market.db, ofStore);
      const product = await makeProduct(market.db, { storeId: shop.id, ...ofProduct });
      const { status, body } = await add<ErrorBody>(cart.id, product.id);
      expect(status).toBe(409);
      expect(body.code).toBe('not-orderable');
      expect(await linesOf(cart.id)).toHaveLength(0);
    });

    test.each([
      ['unpublished', { published: false }, {}],
      ['deleted', { deletedAt: NOW }, {}],
      ['of a closed shop', {}, { published: false }],
    ])('a product that is %s is gone', async (_, ofProduct, ofStore) => {
      const shop = await makeStore(market.db, ofStore);
      const product = await makeProduct(market.db, { storeId: shop.id, ...ofProduct });
      const { status, body } = await add<ErrorBody>(cart.id, product.id);
      expect(status).toBe(404);
      expect(body.code).toBe('product-gone');
    });

    test('a product that never was is gone too', async () => {
      expect((await add<ErrorBody>(cart.id, randomUUID())).body.code).toBe('product-gone');
    });

    test('a choice of another product, two of one option, or none at all are refused', async () => {
      const product = await makeProduct(market.db, { storeId: store.id });
      const stranger = await makeProduct(market.db, { storeId: store.id });
      const { values } = await makeOption(market.db, product.id, 'Taille', { petit: 0, grand: 0 });
      const otherOption = await makeOption(market.db, stranger.id, 'Couleur', { rouge: -900 });
      const [small = '', large = ''] = values.map((value) => value.id);
      for (const choice of [
        [otherOption.values[0]?.id ?? ''],
        [small, otherOption.values[0]?.id ?? ''],
        [small, large],
        [],
      ]) {
        const { status, body } = await add<ErrorBody>(cart.id, product.id, 1, choice);
        expect(status).toBe(422);
        expect(body.violations?.[0]?.propertyPath).toBe('optionValues');
      }
      expect(await linesOf(cart.id)).toHaveLength(0);
      expect((await add(cart.id, product.id, 1, [small, small])).status).toBe(200);
    });
  });

  describe('changing a line', () => {
    let cart: Cart;
    let product: typeof products.$inferSelect;
    let line: string | undefined;
    beforeEach(async () => {
      product = await makeProduct(market.db, { storeId: store.id, stock: 5 });
      cart = await create();
      line = (await add(cart.id, product.id, 2)).body.items[0]?.['@id'];
    });

    test('sets the quantity and the total', async () => {
      const { body } = await setQuantity(line, 4);
      expect(body.items[0]).toMatchObject({ quantity: 4 });
      expect(body.total.amount).toBe(4000);
      expect(body.version).toBe(3);
    });

    test('stops at the stock, and reports it', async () => {
      const { status, body } = await setQuantity<ErrorBody>(line, 6);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'stock',
        'hydra:description': 'Plus de produit en stock !',
        detail: { available: 5 },
      });
      expect((await get(cart.id)).body.items[0]?.quantity).toBe(2);
    });

    test('may always go down, even when sold out', async () => {
      await market.db.update(products).set({ stock: 0 }).where(eq(products.id, product.id));
      expect((await setQuantity(line, 1)).body.items[0]?.quantity).toBe(1);
      expect((await setQuantity(line, 2)).status).toBe(409);
    });

    test('a forged quantity is refused', async () => {
      for (const quantity of [0, -3, 1000, 1.2, '3', null]) {
        expect((await setQuantity(line, quantity)).status).toBe(422);
      }
      expect((await get(cart.id)).body.items[0]?.quantity).toBe(2);
    });

    test('removing it empties the cart; removing it twice reports it gone', async () => {
      const { status, body } = await market.inject<Cart>('DELETE', `/api${line}`);
      expect(status).toBe(200);
      expect(body.items).toEqual([]);
      const again = await market.inject<ErrorBody>('DELETE', `/api${line}`);
      expect(again.status).toBe(404);
      expect(again.body.code).toBe('line-gone');
      expect((await setQuantity<ErrorBody>(line, 1)).body.code).toBe('line-gone');
    });

    test('an ordered cart accepts no writes', async () => {
      await market.db.update(carts).set({ orderedAt: NOW }).where(eq(carts.id, cart.id));
      const refusals = [
        await add<ErrorBody>(cart.id, product.id),
        await setQuantity<ErrorBody>(line, 3),
        await market.inject<ErrorBody>('DELETE', `/api${line}`),
        await applyCoupon<ErrorBody>(cart.id, 'X'),
      ];
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([409, 'cart-ordered']));
      expect((await get(cart.id)).body).toMatchObject({ ordered: true, items: [{ quantity: 2 }] });
    });

    test('a product withdrawn since stays in sight but is no longer orderable', async () => {
      await market.db.update(products).set({ published: false }).where(eq(products.id, product.id));
      expect((await get(cart.id)).body.items[0]?.product.orderable).toBe(false);
      expect((await setQuantity<ErrorBody>(line, 3)).body.code).toBe('not-orderable');
    });
  });

  describe('belongs', () => {
    test('to any caller with its id, until a user writes to it', async () => {
      const user = await makeUser(market.db);
      const other = await makeUser(market.db);
      const [token, otherToken] = [await market.login(user.email), await market.login(other.email)];
      const product = await makeProduct(market.db, { storeId: store.id });
      const cart = await create();
      expect((await get(cart.id, otherToken)).status).toBe(200);
      const { body } = await add(cart.id, product.id, 1, [], token);
      const line = body.items[0]?.['@id'];
      expect((await get(cart.id, token)).status).toBe(200);
      for (const stranger of [undefined, otherToken]) {
        expect((await get(cart.id, stranger)).status).toBe(404);
        expect((await add(cart.id, product.id, 1, [], stranger)).status).toBe(404);
        expect((await setQuantity<ErrorBody>(line, 5, stranger)).body.code).toBe('line-gone');
        expect((await market.inject('DELETE', `/api${line}`, stranger ? { token: stranger } : {})).status).toBe(404);
      }
      expect(await linesOf(cart.id)).toMatchObject([{ quantity: 1 }]);
      expect((await create(token)).id).toBe(cart.id);
    });

    test('to no user if the user already has an open one, though the write succeeds', async () => {
      const user = await makeUser(market.db);
      const token = await market.login(user.email);
      const own = await makeCart(market.db, { userId: user.id });
      const product = await makeProduct(market.db, { storeId: store.id });
      const visitors = await create();
      expect((await add(visitors.id, product.id, 1, [], token)).status).toBe(200);
      const rows = await market.db.select().from(carts).where(eq(carts.id, visitors.id));
      expect(rows).toMatchObject([{ userId: null }]);
      expect((await create(token)).id).toBe(own.id);
    });
  });

  describe('a coupon', () => {
    const giveOut = async (values: Partial<typeof coupons.$inferInsert> = {}) => {
      const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
      await market.db
        .insert(coupons)
        .values({ storeId: store.id, discountType: 'relative', discount: 10, code, ...values });
      return values.code ?? code;
    };
    let cart: Cart;
    beforeEach(async () => {
      cart = await create();
      const ownProduct = await makeProduct(market.db, { storeId: store.id, price: 1999 });
      const theirs = await makeProduct(market.db, { price: 500 });
      await add(cart.id, ownProduct.id);
      await add(cart.id, theirs.id);
    });

    test('in percent reduces the lines of its store only', async () => {
      const { status, body } = await applyCoupon(cart.id, await giveOut());
      expect(status).toBe(200);
      expect(body.total.amount).toBe(2499);
      expect(body.totalAfterDiscount.amount).toBe(2299);
      expect(body.version).toBe(4);
    });

    test('of a fixed amount never exceeds the total of those lines', async () => {
      const five = await giveOut({ discountType: 'fix', discount: 500 });
      expect((await applyCoupon(cart.id, five.toLowerCase())).body.totalAfterDiscount.amount).toBe(1999);
      const all = await giveOut({ discountType: 'fix', discount: 9900 });
      expect((await applyCoupon(cart.id, all)).body.totalAfterDiscount.amount).toBe(500);
    });

    test('unknown, expired, inactive, deleted or of a store without a line is refused', async () => {
      const elsewhere = await makeStore(market.db);
      const codes = [
        'NEVER-GIVEN',
        await giveOut({ expirationDate: new Date('2026-10-12T09:59:59Z') }),
        await giveOut({ active: false }),
        await giveOut({ deletedAt: NOW }),
        await giveOut({ storeId: elsewhere.id }),
      ];
      for (const code of codes) {
        const { status, body } = await applyCoupon<ErrorBody>(cart.id, code);
        expect(status).toBe(422);
        expect(body.violations).toEqual([{ propertyPath: 'code', message: 'Coupon invalide' }]);
      }
      expect((await get(cart.id)).body).toMatchObject({ coupon: null, version: 3 });
    });

    test('that expires later gives no discount', async () => {
      const code = await giveOut({ expirationDate: new Date('2026-10-12T11:00:00Z') });
      expect((await applyCoupon(cart.id, code)).body.totalAfterDiscount.amount).toBe(2299);
      market.setClock(new Date('2026-10-12T12:00:00Z'));
      const { body } = await get(cart.id);
      market.setClock(NOW);
      expect(body).toMatchObject({ coupon: { code, applies: false }, totalAfterDiscount: { amount: 2499 } });
    });

    test('without its lines applies to nothing, is reported so, and can be removed', async () => {
      const code = await giveOut();
      await applyCoupon(cart.id, code);
      expect((await get(cart.id)).body.coupon).toMatchObject({ code, applies: true });
      for (const { '@id': line } of (await get(cart.id)).body.items) await market.inject('DELETE', `/api${line}`);
      expect((await get(cart.id)).body).toMatchObject({ items: [], coupon: { code, applies: false } });
      const { body } = await market.inject<Cart>('DELETE', `/api/carts/${cart.id}/coupon`);
      expect(body.coupon).toBeNull();
    });

    test('with a code of two stores applies at each, for its own lines', async () => {
      const other = await makeStore(market.db);
      const theirs = await makeProduct(market.db, { storeId: other.id, price: 4000 });
      const code = await giveOut({ discountType: 'fix', discount: 300 });
      await giveOut({ storeId: other.id, code: code.toLowerCase(), discountType: 'relative', discount: 10 });
      await market.inject('PUT', `/api/carts/${cart.id}/add`, {
        body: { id: theirs.id, quantity: 1, optionValues: [] },
      });
      const { body } = await applyCoupon(cart.id, code);
      const before = body.total.amount;
      expect(body).toMatchObject({
        coupon: { code, applies: true },
        totalAfterDiscount: { amount: before - 300 - 400 },
      });
    });
  });
});
