// Limits of a coupon: from an amount, a number of times, once per person, for some products.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coupon } from '#contract/merchant/coupons.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { makeDelivery, makeProduct, unique } from '../../support/builders.ts';
import type { DatabaseKind } from '../../support/database-of-run.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let product: { id: string };

async function openMarket(database?: DatabaseKind): Promise<void> {
  market = await startTestMarket(database && { database });
  await makeDelivery(market.db);
  merchant = await makeMerchant(market, { paymentOnDelivery: true });
  product = await makeProduct(market.db, { storeId: merchant.storeId, price: 1000 });
}

async function giveOut(limits: object): Promise<Coupon> {
  const body = { code: unique('CODE').toUpperCase(), discount: 10, discountType: 'relative', ...limits };
  return expectOk(await merchant.call<Coupon>('POST', '/coupons', body));
}

const apply = <T = Cart>(shopper: Shopper, cart: { id: string }, { code }: Coupon) =>
  shopper.call<T>('POST', `/carts/${cart.id}/coupon/apply`, { code });
const usesOf = async (coupon: Coupon) => (await merchant.call<Coupon>('GET', coupon['@id'])).body.uses;

/** An order with the coupon, ready to be confirmed. */
async function readyWith(shopper: Shopper, coupon: Coupon) {
  const cart = await shopper.fill([product.id]);
  expectOk(await apply(shopper, cart, coupon));
  const order = expectOk(await shopper.order(cart));
  await shopper.deliver(order);
  return order;
}
const confirm = (shopper: Shopper, { id }: { id: number }) =>
  shopper.call<ErrorBody>('PUT', `/orders/${id}`, { paymentOnDelivery: true });

describe('a coupon', () => {
  beforeAll(() => openMarket());
  afterAll(() => market.close());

  test('from an amount counts once the articles of its store reach it, and no longer below it', async () => {
    const coupon = await giveOut({ minimumAmount: 30 });
    const shopper = await makeShopper(market);
    const elsewhere = await makeProduct(market.db, { price: 9000 });
    const cart = await shopper.fill([product.id, 2], [elsewhere.id]);
    const early = await apply<ErrorBody>(shopper, cart, coupon);
    expect(early.status).toBe(422);
    expect(early.body.violations).toEqual([
      {
        propertyPath: 'code',
        message: 'Coupon invalide\u00a0: il vaut à partir de 30,00\u00a0€ d’articles de la boutique.',
      },
    ]);

    await shopper.fill([product.id]);
    const applied = expectOk(await apply(shopper, cart, coupon));
    expect(applied).toMatchObject({ coupon: { applies: true }, totalAfterDiscount: { amount: 9000 + 2700 } });
    const line = applied.items.find((item) => item.product.id === product.id);
    const fewer = expectOk(await shopper.call<Cart>('PUT', line?.['@id'] ?? '', { quantity: 2 }));
    expect(fewer).toMatchObject({ coupon: { applies: false }, totalAfterDiscount: { amount: 9000 + 2000 } });
  });

  test('for a number of uses counts orders placed, and one that is cancelled no longer', async () => {
    const coupon = await giveOut({ maxUses: 1 });
    expect(await usesOf(coupon)).toBe(0);
    const [first, second] = [await makeShopper(market), await makeShopper(market)];
    const order = await readyWith(first, coupon);
    // A cart that is not ordered yet uses nothing.
    expect(await usesOf(coupon)).toBe(0);
    expectOk(await confirm(first, order));
    expect(await usesOf(coupon)).toBe(1);

    const cart = await second.fill([product.id]);
    const late = await apply<ErrorBody>(second, cart, coupon);
    expect(late.body.violations?.[0]?.message).toBe(
      'Coupon invalide\u00a0: il a été utilisé autant de fois que prévu.',
    );
    const [part] = await market.db.select().from(storeOrders).where(eq(storeOrders.orderId, order.id));
    expectOk(await merchant.call('PUT', `/store_orders/${part?.id}/cancel`, { reason: '' }));
    expect(await usesOf(coupon)).toBe(0);
    expect((await apply(second, cart, coupon)).status).toBe(200);
  });

  test('stays in an order while this order is being paid', async () => {
    const coupon = await giveOut({ maxUses: 1, oncePerPerson: true });
    const shopper = await makeShopper(market);
    const order = await readyWith(shopper, coupon);
    expectOk(await shopper.prepare(order));
    expect(await usesOf(coupon)).toBe(1);
    expect((await shopper.seeOrder(order)).body.storeOrders[0]?.total.amount).toBe(900);
    expect((await shopper.openCart()).coupon).toMatchObject({ applies: true });
    expect((await shopper.prepare(order)).status).toBe(201);
  });

  test('once per person is refused to the same person, and taken from another', async () => {
    const coupon = await giveOut({ oncePerPerson: true });
    const [first, second] = [await makeShopper(market), await makeShopper(market)];
    expectOk(await confirm(first, await readyWith(first, coupon)));
    const again = await apply<ErrorBody>(first, await first.fill([product.id]), coupon);
    expect(again.body.violations?.[0]?.message).toBe('Coupon invalide\u00a0: vous l’avez déjà utilisé.');
    expectOk(await confirm(second, await readyWith(second, coupon)));
  });

  test('for some products lowers only their price, and is refused in a cart without them', async () => {
    const other = await makeProduct(market.db, { storeId: merchant.storeId, price: 3000 });
    const coupon = await giveOut({ discount: 50, products: [`/products/${product.id}`] });
    expect(coupon.products).toEqual([`/products/${product.id}`]);
    const shopper = await makeShopper(market);
    const cart = await shopper.fill([other.id]);
    const refused = await apply<ErrorBody>(shopper, cart, coupon);
    expect([refused.status, refused.body.violations?.[0]?.message]).toEqual([
      422,
      'Coupon invalide\u00a0: il ne vaut pas pour les produits de votre panier.',
    ]);

    await shopper.fill([product.id]);
    expect(expectOk(await apply(shopper, cart, coupon)).totalAfterDiscount.amount).toBe(3000 + 500);
    const order = expectOk(await shopper.order(cart));
    await shopper.deliver(order);
    const confirmed = expectOk(await shopper.call<Order>('PUT', order['@id'], { paymentOnDelivery: true }));
    const [part] = confirmed.storeOrders;
    expect(part?.total.amount).toBe(3500);

    // Giving one of them back costs what was paid for it.
    const idOf = (id: string) => part?.items.find((item) => item.product.id === id)?.['@id'];
    const giveBack = async (id: string) =>
      expectOk(
        await merchant.call<StoreOrder>('POST', `/store_orders/${part?.id}/refunds`, {
          lines: [{ item: idOf(id), quantity: 1 }],
          delivery: false,
          restock: false,
          message: '',
        }),
      ).refunds?.at(-1)?.amount;
    expect([await giveBack(other.id), await giveBack(product.id)]).toEqual([3000, 500]);
  });

  test('for some products counts its minimum on them alone', async () => {
    const other = await makeProduct(market.db, { storeId: merchant.storeId, price: 9000 });
    const coupon = await giveOut({ minimumAmount: 20, products: [`/products/${product.id}`] });
    const shopper = await makeShopper(market);
    const cart = await shopper.fill([product.id], [other.id]);
    const early = await apply<ErrorBody>(shopper, cart, coupon);
    expect(early.body.violations?.[0]?.message).toBe(
      'Coupon invalide\u00a0: il vaut à partir de 20,00\u00a0€ des produits concernés.',
    );
    await shopper.fill([product.id]);
    expect(expectOk(await apply(shopper, cart, coupon)).totalAfterDiscount.amount).toBe(9000 + 1800);
  });

  test('is for products of its own store only', async () => {
    const foreign = await makeProduct(market.db, {});
    for (const [products, message] of [
      [[`/products/${foreign.id}`], 'Ce produit n’existe plus.'],
      [[], 'Choisissez au moins un produit.'],
    ] as const) {
      const body = { code: unique('CODE'), discount: 10, discountType: 'relative', products };
      const refused = await merchant.call<ErrorBody>('POST', '/coupons', body);
      expect([refused.status, refused.body.violations?.at(0)]).toEqual([422, { propertyPath: 'products', message }]);
    }
  });

  test.each([
    ['minimumAmount', -1, 'Montant incorrect.'],
    ['maxUses', 0, 'Nombre entier attendu, à partir de 1.'],
    ['maxUses', 1.5, 'Nombre entier attendu, à partir de 1.'],
  ])('with %s %d is refused beside the field', async (propertyPath, value, message) => {
    const body = { code: unique('CODE'), discount: 10, discountType: 'relative', [propertyPath]: value };
    const refused = await merchant.call<ErrorBody>('POST', '/coupons', body);
    expect(refused.status).toBe(422);
    expect(refused.body.violations).toEqual([{ propertyPath, message }]);
  });
});

// PGlite lets one transaction run at a time: only PostgreSQL truly races.
describe.each<DatabaseKind>(['pglite', 'postgres'])('the last use of a coupon on %s', (database) => {
  beforeAll(() => openMarket(database));
  afterAll(() => market.close());

  test('goes to one of six orders at once; the others are told what changed', async () => {
    const coupon = await giveOut({ maxUses: 1 });
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => makeShopper(market)));
    const orders = await Promise.all(shoppers.map((shopper) => readyWith(shopper, coupon)));
    const answers = await Promise.all(shoppers.map((shopper, at) => confirm(shopper, { id: orders[at]?.id ?? 0 })));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    for (const { body } of refused) {
      expect(body).toMatchObject({
        code: 'order-changed',
        detail: { changes: [{ propertyPath: `coupons.${coupon.id}` }] },
      });
    }
    expect(await usesOf(coupon)).toBe(1);
  });

  test('goes to one of six orders that were committed without a network; the others read what changed', async () => {
    const coupon = await giveOut({ maxUses: 1 });
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => makeShopper(market)));
    // Each of another product: nothing but the coupon is shared.
    const products = await Promise.all(
      shoppers.map(() => makeProduct(market.db, { storeId: merchant.storeId, price: 1000 })),
    );
    const carts = await Promise.all(shoppers.map((shopper, at) => shopper.fill([products[at]?.id ?? ''])));
    await Promise.all(
      shoppers.map(async (shopper, at) => expectOk(await apply(shopper, carts[at] ?? { id: '' }, coupon))),
    );
    const nowhere = { address1: '', address2: '', postalCode: '', city: '' };
    const part = { ...PERSON, email: '', address: nowhere, distance: null, pickupId: null, fees: 0 };
    const agreed = (at: number) => ({
      lines: [{ product: products[at]?.id, optionValues: [], quantity: 1, unitPrice: 1000 }],
      coupons: [coupon.code],
      parts: [{ ...part, store: merchant.storeId, shippingType: 'store' }],
      paymentOnDelivery: true,
      ifChanged: 'ask',
      most: 900,
    });
    const answers = await Promise.all(
      shoppers.map((shopper, at) => shopper.call<ErrorBody>('POST', `/carts/${carts[at]?.id}/commit`, agreed(at))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    for (const { body } of refused) {
      expect(body).toMatchObject({
        code: 'order-changed',
        detail: { changes: [`Le code promo ${coupon.code} n’est plus valable.`], now: { coupons: [], most: 1000 } },
      });
    }
    expect(await usesOf(coupon)).toBe(1);
  });
});
