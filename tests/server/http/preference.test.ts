// A caller that prefers so gets the version of a cart in the place of the cart (RFC 7240).
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/orders/carts.ts';
import { registry } from '#contract/registry.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { cartItems, coupons } from '#server/db/schema/sales.ts';
import { prefersMinimal } from '#server/http/preference.ts';
import { makeCart, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let store: { id: string };
let product: { id: string };
let cartId: string;
beforeAll(async () => {
  market = await startTestMarket();
  store = await makeStore(market.db);
  product = await makeProduct(market.db, { storeId: store.id, stock: 50 });
});
afterAll(() => market.close());
beforeEach(async () => {
  cartId = (await makeCart(market.db)).id;
});

const minimal = { prefer: 'return=minimal' };
const add = <T = Cart>(headers: Record<string, string> = {}, id = product.id) =>
  market.inject<T>('PUT', `/api/carts/${cartId}/add`, { body: { id, optionValues: [], quantity: 1 }, headers });
const whole = async () => (await market.inject<Cart>('GET', `/api/carts/${cartId}`)).body;
const quantityInCart = async () => {
  const lines = await market.db.select().from(cartItems).where(eq(cartItems.cartId, cartId));
  return lines.reduce((sum, line) => sum + line.quantity, 0);
};

async function expectMinimal(answer: { status: number; body: unknown; headers: Record<string, unknown> }) {
  expect([answer.status, answer.body]).toEqual([204, undefined]);
  expect(answer.headers).toMatchObject({
    'preference-applied': 'return=minimal',
    'x-version': `${(await whole()).version}`,
    'x-api': '1',
    'cache-control': 'no-store, private',
  });
}

test('without a preference a write answers the complete cart', async () => {
  const { status, body, headers } = await add();
  expect([status, headers['preference-applied'], headers['x-version']]).toEqual([200, undefined, undefined]);
  expect(body).toEqual(await whole());
});

describe('with the preference', () => {
  test('each change of a cart answers the version alone', async () => {
    await expectMinimal(await add(minimal));
    const line = (await whole()).items[0]?.['@id'];
    await expectMinimal(await market.inject('PUT', `/api${line}`, { body: { quantity: 4 }, headers: minimal }));
    expect(await quantityInCart()).toBe(4);
    const code = 'MOINS10';
    await market.db.insert(coupons).values({ storeId: store.id, code, discountType: 'relative', discount: 10 });
    const apply = { body: { code }, headers: minimal };
    await expectMinimal(await market.inject('POST', `/api/carts/${cartId}/coupon/apply`, apply));
    expect((await whole()).coupon?.code).toBe(code);
    await expectMinimal(await market.inject('DELETE', `/api/carts/${cartId}/coupon`, { headers: minimal }));
    await expectMinimal(await market.inject('DELETE', `/api${line}`, { headers: minimal }));
    expect((await whole()).items).toEqual([]);
  });

  test('a refusal stays what it is, and so does a read', async () => {
    const refused = await add<ErrorBody>(minimal, randomUUID());
    expect([refused.status, refused.body.code]).toEqual([404, 'product-gone']);
    const reading = await market.inject<Cart>('GET', `/api/carts/${cartId}`, { headers: minimal });
    expect([reading.status, reading.body.id]).toEqual([200, cartId]);
  });

  test('a new cart is answered completely: the client needs its id', async () => {
    const { status, body } = await market.inject<Cart>('POST', '/api/carts', { body: {}, headers: minimal });
    expect([status, body['@type']]).toEqual([201, 'Cart']);
  });
});

test('one key is one write with one outcome, with either preference', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await add({ ...key, ...minimal });
  await add();
  const answers = [await add({ ...key, ...minimal }), await add(key), await add({ ...key, ...minimal })];
  expect(answers.map(({ status }) => status)).toEqual([204, 200, 204]);
  for (const { headers } of answers) expect(headers['idempotency-replayed']).toBe('true');
  // As it was then, though the cart has changed since.
  const version = answers[1]?.body.version;
  for (const { headers } of [first, answers[0], answers[2]].flatMap((one) => one ?? [])) {
    expect(headers['x-version']).toBe(`${version}`);
  }
  expect(version).toBe((await whole()).version - 1);
  expect(await quantityInCart()).toBe(2);
});

test('only endpoints that answer a version support the preference', () => {
  for (const [name, endpoint] of Object.entries(registry)) {
    if (!('minimal' in endpoint)) continue;
    expect(endpoint.answer.def.shape, name).toHaveProperty('version');
  }
});

describe('the header Prefer', () => {
  test.for([
    ['return=minimal', true],
    ['RETURN = Minimal', true],
    ['return="minimal"', true],
    ['respond-async, wait=10, return=minimal', true],
    ['return=minimal; foo="some parameter"', true],
    ['return=minimal, return=representation', true],
    ['return=representation, return=minimal', false],
    ['return=representation', false],
    ['return', false],
    ['return=minimalist', false],
    ['x-return=minimal', false],
    ['handling=lenient; return=minimal', false],
    ['', false],
    [['wait=10', 'return=minimal'], true],
    [undefined, false],
  ] as const)('%s asks for a minimal answer: %s', ([header, expected]) => {
    expect(prefersMinimal(typeof header === 'object' ? [...header] : header)).toBe(expected);
  });
});
