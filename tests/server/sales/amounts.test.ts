// Amounts end before the numbers they are kept in do: at the price, in the cart, at the order.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_ORDER_CENTS } from '#contract/limits.ts';
import type { Cart } from '#contract/orders/carts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { makeCategory, makeDelivery, makeProduct, makeUser } from '../../support/builders.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

type RefusalContent = Omit<ErrorBody, '@type'>;
const DEAREST = 100_000_00;
const TOO_MUCH = 'Un panier ne peut pas dépasser 1\u00a0000\u00a0000\u00a0€\u00a0: diminuez la quantité.';

let market: TestMarket;
let token: string;
let merchant: Awaited<ReturnType<typeof makeMerchant>>;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
  merchant = await makeMerchant(market);
});
afterAll(() => market.close());
let cart: Cart;
let product: { id: string };
beforeEach(async () => {
  token = await market.login((await makeUser(market.db)).email);
  product = await makeProduct(market.db, { storeId: merchant.storeId, price: DEAREST });
  cart = (await market.inject<Cart>('POST', '/api/carts', { token, body: {} })).body;
});

const add = (quantity: number, id = product.id) =>
  market.inject<Cart & RefusalContent>('PUT', `/api/carts/${cart.id}/add`, {
    token,
    body: { id, optionValues: [], quantity },
  });
const set = (line: string, quantity: number) =>
  market.inject<Cart & RefusalContent>('PUT', `/api${line}`, { token, body: { quantity } });
const inCart = async () => (await market.inject<Cart>('GET', `/api/carts/${cart.id}`, { token })).body;
const order = () => market.inject<Order & RefusalContent>('GET', `/api/carts/${cart.id}/order`, { token });

test('999 pieces at 100,000 € are refused with a sentence, and not stored', async () => {
  const { status, body } = await add(999);
  expect(status).toBe(422);
  expect(body.violations).toEqual([{ propertyPath: 'quantity', message: TOO_MUCH }]);
  expect((await inCart()).items).toEqual([]);
});

test('a cart may come to the limit, by one piece more it does not, and less is always possible', async () => {
  const full = await add(10);
  expect([full.status, full.body.total.amount]).toEqual([200, MAX_ORDER_CENTS]);
  const line = full.body.items[0]?.['@id'] ?? '';
  expect((await add(1)).status).toBe(422);
  expect(await set(line, 11)).toMatchObject({ status: 422, body: { code: 'cart-too-much' } });
  const cheap = await makeProduct(market.db, { storeId: merchant.storeId, price: 1 });
  expect((await add(1, cheap.id)).status).toBe(422);
  expect((await inCart()).total.amount).toBe(MAX_ORDER_CENTS);
  await market.db
    .update(products)
    .set({ price: DEAREST * 2 })
    .where(eq(products.id, product.id));
  expect((await set(line, 9)).status).toBe(200);
  expect((await set(line, 10)).status).toBe(422);
});

test('an order at the limit is made, delivery beside it; one that rose above it is refused with a sentence', async () => {
  await add(10);
  const made = await order();
  expect(made.status).toBe(200);
  expect(made.body.total.amount).toBeGreaterThanOrEqual(MAX_ORDER_CENTS);
  await market.db
    .update(products)
    .set({ price: DEAREST + 1 })
    .where(eq(products.id, product.id));
  const refused = await order();
  expect([refused.status, refused.body.code]).toEqual([409, 'order-too-much']);
  expect(refused.body['hydra:description']).toBe(
    'Une commande ne peut pas dépasser 1\u00a0000\u00a0000\u00a0€\u00a0: diminuez les quantités.',
  );
});

test('the largest possible cart, with the dearest delivery of every line, fits the columns', () => {
  const lines = 200;
  expect(MAX_ORDER_CENTS + lines * DEAREST).toBeLessThan(2 ** 31);
});

test.each([
  [100_000, 201],
  ['100000', 201],
  ['100000,00', 201],
  [100_000.01, 422],
  ['100000,01', 422],
  [1e300, 422],
  [-0.01, 422],
])('a price of %j is answered with %i', async (price, status) => {
  const category = await makeCategory(market.db);
  const sent = typeof price === 'string' ? { stringValue: price } : price;
  const answer = await market.inject('POST', '/api/products', {
    token: merchant.token,
    body: { name: 'Tomme', category: `/categories/${category.id}`, price: sent },
  });
  expect(answer.status, answer.text).toBe(status);
});
