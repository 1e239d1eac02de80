// How many orders to be paid on delivery an account may have open: more of them would empty the shelves of a shop for nothing.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AgreedTerms } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { users } from '#server/db/schema/accounts.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { MAX_OPEN_ORDERS } from '#server/sales/open-orders.ts';
import { makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const { confirmed, unconfirmed } = MAX_OPEN_ORDERS;
let market: TestMarket;
let shopper: Shopper;
let store: Awaited<ReturnType<typeof makeStore>>;
let product: Awaited<ReturnType<typeof makeProduct>>;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
  store = await makeStore(market.db, { paymentOnDelivery: true });
  product = await makeProduct(market.db, { storeId: store.id, price: 500, stock: 100 });
});

const confirm = <T = Order>({ id }: { id: number }) =>
  shopper.call<T>('PUT', `/orders/${id}`, { paymentOnDelivery: true });
const placed = async () => expectOk(await confirm(await shopper.ready([product.id])));
const stock = async () => (await market.db.select().from(products).where(eq(products.id, product.id)))[0]?.stock;
const unconfirm = () => market.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, shopper.id));

test('ten are accepted, the eleventh is refused with advice and reserves no stock; one handed over makes room', async () => {
  for (let n = 0; n < confirmed; n += 1) await placed();
  expect(await stock()).toBe(100 - confirmed);
  const one = await shopper.ready([product.id]);
  const { status, body } = await confirm<ErrorBody>(one);
  expect([status, body.code]).toEqual([409, 'open-orders']);
  expect(body['hydra:description']).toBe(
    'Vous avez déjà 10 commandes à payer à la livraison\u00a0: payez celle-ci en ligne, ou attendez que l’une d’elles vous soit remise.',
  );
  expect(await stock()).toBe(100 - confirmed);
  await market.db.update(storeOrders).set({ state: 'shipped' }).where(eq(storeOrders.state, 'payed'));
  expectOk(await confirm(one));
});

test('three are accepted of an account with an unconfirmed address, and the refusal gives advice', async () => {
  await unconfirm();
  for (let n = 0; n < unconfirmed; n += 1) await placed();
  const one = await shopper.ready([product.id]);
  const { status, body } = await confirm<ErrorBody>(one);
  expect(status).toBe(409);
  expect(body['hydra:description']).toContain('confirmez votre adresse e-mail');
  await market.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, shopper.id));
  expectOk(await confirm(one));
});

test('an order that was committed without a network comes back to be looked at, with the same words', async () => {
  await unconfirm();
  for (let n = 0; n < unconfirmed; n += 1) await placed();
  const cart = await shopper.fill([product.id]);
  const at = { firstName: '', lastName: '', phoneNumber: '', email: '', distance: null, pickupId: null };
  const nowhere = { address: { address1: '', address2: '', postalCode: '', city: '' } };
  const agreed: AgreedTerms = {
    lines: [{ product: product.id, optionValues: [], quantity: 1, unitPrice: 500 }],
    coupon: null,
    parts: [{ ...at, ...nowhere, ...PERSON, store: store.id, shippingType: 'store', fees: 0 }],
    paymentOnDelivery: true,
    ifChanged: 'drop',
    most: 500,
  };
  const { status, body } = await shopper.call<ErrorBody>('POST', `/carts/${cart.id}/commit`, agreed);
  expect(status).toBe(409);
  expect(JSON.stringify(body)).toContain('Vous avez déjà 3 commandes à payer à la livraison');
  expect(await stock()).toBe(100 - unconfirmed);
});
