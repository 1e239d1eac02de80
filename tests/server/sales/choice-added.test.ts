// A merchant changes the options of a product that is in a cart: no order passes without the choices that it asks for now.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { productOptions, productOptionValues, type products } from '#server/db/schema/catalogue.ts';
import { orders } from '#server/db/schema/sales.ts';
import type { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeOption, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let shop: typeof stores.$inferSelect;
let trout: typeof products.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
  shop = await makeStore(market.db, { paymentOnDelivery: true });
  trout = await makeProduct(market.db, { storeId: shop.id, name: 'Truite fumée', price: 1250, stock: 5 });
});

const addOption = () => makeOption(market.db, trout.id, 'Découpe', { entière: 0, filets: 200 });
const seen = async (cart: Cart) => expectOk(await shopper.call<Cart>('GET', cart['@id'])).items[0];
const isAsked = async (cart: Cart) => {
  const refusal = await market.inject<ErrorBody>('GET', `/api/carts/${cart.id}/order`, { token: shopper.token });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'choice-missing']);
  expect(refusal.body['hydra:description']).toBe(
    'Un choix reste à faire dans votre panier\u00a0: Truite fumée (Découpe).',
  );
};

test('the cart reports the missing choice, cannot be ordered, and can be after a new choice', async () => {
  const cart = await shopper.fill([trout.id, 2]);
  expect((await seen(cart))?.product.options).toEqual([]);
  const { id, values } = await addOption();
  const [whole, fillets] = values.map((value) => value.id);
  expect((await seen(cart))?.product).toMatchObject({
    orderable: true,
    options: [{ id, name: 'Découpe', values: [{ id: whole }, { id: fillets, price: { amount: 200 } }] }],
  });
  await isAsked(cart);
  expectOk(await shopper.call<Cart>('DELETE', (await seen(cart))?.['@id'] ?? ''));
  await shopper.fill([trout.id, 2, [fillets ?? '']]);
  const order = expectOk(await shopper.order(cart));
  expect(order.storeOrders[0]?.items).toMatchObject([{ quantity: 2, unitPrice: { amount: 1450 } }]);
});

test('a deleted value must be chosen again while others exist; without any the article is withdrawn', async () => {
  const { id, values } = await addOption();
  const [whole, fillets] = values.map((value) => value.id);
  const cart = await shopper.fill([trout.id, 1, [whole ?? '']]);
  await market.db.delete(productOptionValues).where(eq(productOptionValues.id, whole ?? ''));
  expect((await seen(cart))?.product).toMatchObject({ orderable: true, options: [{ values: [{ id: fillets }] }] });
  await isAsked(cart);
  await market.db.delete(productOptionValues).where(eq(productOptionValues.optionId, id));
  await market.db.delete(productOptions).where(eq(productOptions.id, id));
  expect((await seen(cart))?.product).toMatchObject({ orderable: false, options: [] });
  expect((await shopper.order(cart)).status).toBe(409);
});

test.each([
  ['online', (id: number) => shopper.prepare<ErrorBody>({ id })],
  ['on delivery', (id: number) => shopper.call<ErrorBody>('PUT', `/orders/${id}`, { paymentOnDelivery: true })],
] as const)('an order that was made before is not paid without the choice: %s', async (_way, pay) => {
  const order = await shopper.ready([trout.id]);
  await addOption();
  const { status, body } = await pay(order.id);
  expect([status, body.code]).toEqual([409, 'order-changed']);
  expect(body['hydra:description']).toContain(
    'Truite fumée (Découpe)\u00a0: un choix reste à faire dans votre panier.',
  );
  const [row] = await market.db.select().from(orders).where(eq(orders.id, order.id));
  await isAsked({ '@id': `/carts/${row?.cartId}`, id: row?.cartId } as Cart);
});
