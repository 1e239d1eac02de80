// Whoever holds lines of a cart already is told only the others, and can still tell the whole.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cart } from '#contract/carts.ts';
import { type CartChange, HELD_LINES_HEADER, LINE_NAME_LENGTH, NONE_HELD } from '#contract/held-lines.ts';
import type { Refusal } from '#contract/hydra.ts';
import { products } from '#server/db/schema/catalogue.ts';
import { cartItems } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/shops.ts';
import { makeCart, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let store: { id: string };
let cartId: string;
beforeAll(async () => {
  market = await startTestMarket();
  store = await makeStore(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  cartId = (await makeCart(market.db)).id;
});

const goods = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeProduct(market.db, { storeId: store.id, stock: 50 })));
const add = <T>(productId: string, held?: string, headers: Record<string, string> = {}) =>
  market.inject<T>('PUT', `/api/carts/${cartId}/add`, {
    body: { id: productId, optionValues: [], quantity: 1 },
    headers: { ...headers, ...(held !== undefined && { [HELD_LINES_HEADER]: held }) },
  });
const whole = async () => (await market.inject<Cart>('GET', `/api/carts/${cartId}`)).body;
const idsOf = (lines: CartChange['changed']) => lines.map(({ product }) => product.id);
/** A cart of so many articles, and what its last answer has told of it. */
async function filled(count: number) {
  const added = await goods(count);
  let told: CartChange | undefined;
  for (const { id } of added) told = (await add<CartChange>(id, NONE_HELD)).body;
  return { ids: added.map(({ id }) => id), names: told?.lines ?? [] };
}

test('who does not ask for less gets the whole cart', async () => {
  const [one] = await goods(1);
  const { body } = await add<Cart>(one?.id ?? '');
  expect(body).toEqual(await whole());
  expect(body['@type']).toBe('Cart');
});

test('who holds nothing gets each line with its name, under another type than a cart', async () => {
  const [one, other] = await goods(2);
  await add(one?.id ?? '');
  const { status, body } = await add<CartChange>(other?.id ?? '', NONE_HELD);
  const { items, ...cart } = await whole();
  const { lines, changed, ...rest } = body;
  expect(status).toBe(200);
  expect(rest).toEqual({ ...cart, '@type': 'CartChange' });
  expect(changed).toEqual(items);
  expect(lines).toHaveLength(2);
  expect(new Set(lines).size).toBe(2);
  for (const name of lines) expect(name).toMatch(new RegExp(`^[A-Za-z0-9_-]{${LINE_NAME_LENGTH}}$`));
});

test('who holds lines gets the others, and the names of all of them in their order', async () => {
  const { names } = await filled(3);
  const [next] = await goods(1);
  const { body } = await add<CartChange>(next?.id ?? '', names.join(''));
  expect(idsOf(body.changed)).toEqual([next?.id]);
  expect(body.lines.slice(0, 3)).toEqual(names);
  expect(body.lines).toHaveLength(4);
});

test('a line that was changed is said again, one that was removed has no name any more', async () => {
  const { ids, names } = await filled(3);
  const line = (await whole()).items[1]?.['@id'];
  const headers = { [HELD_LINES_HEADER]: names.join('') };
  const more = await market.inject<CartChange>('PUT', `/api${line}`, { body: { quantity: 4 }, headers });
  expect(more.body.changed.map(({ product, quantity }) => [product.id, quantity])).toEqual([[ids[1], 4]]);
  expect([more.body.lines[0], more.body.lines[2]]).toEqual([names[0], names[2]]);
  expect(more.body.lines[1]).not.toBe(names[1]);
  const gone = await market.inject<CartChange>('DELETE', `/api${line}`, { headers });
  expect(gone.body.changed).toEqual([]);
  expect(gone.body.lines).toEqual([names[0], names[2]]);
});

describe('what else has changed about a line that is held is said again', () => {
  const change = {
    'its price': () => market.db.update(products).set({ price: 4321 }),
    'its stock': () => market.db.update(products).set({ stock: 7 }),
    'its name': () => market.db.update(products).set({ name: 'Autre' }),
    'that it is withdrawn': () => market.db.update(products).set({ published: false }),
  };
  test.for(Object.keys(change) as (keyof typeof change)[])('%s', async (what) => {
    const { ids, names } = await filled(3);
    await change[what]().where(eq(products.id, ids[0] ?? ''));
    const [next] = await goods(1);
    const { body } = await add<CartChange>(next?.id ?? '', names.join(''));
    expect(idsOf(body.changed)).toEqual([ids[0], next?.id]);
    expect(body.changed[0]).toEqual((await whole()).items[0]);
  });

  test('the name of its shop', async () => {
    const { ids, names } = await filled(2);
    await market.db.update(stores).set({ name: 'Repris' }).where(eq(stores.id, store.id));
    const { body } = await add<CartChange>(ids[0] ?? '', names.join(''));
    expect(idsOf(body.changed)).toEqual(ids);
  });
});

test('the same write asked again with other lines in hand is the same write, done once', async () => {
  const { ids, names } = await filled(2);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await add<CartChange>(ids[0] ?? '', names.join(''), headers);
  const again = await add<CartChange>(ids[0] ?? '', NONE_HELD, headers);
  const plain = await add<Cart>(ids[0] ?? '', undefined, headers);
  expect([first.status, again.status, plain.status]).toEqual([200, 200, 200]);
  expect([first, again, plain].map((one) => one.headers['idempotency-replayed'])).toEqual([undefined, 'true', 'true']);
  expect(idsOf(first.body.changed)).toEqual([ids[0]]);
  expect(idsOf(again.body.changed)).toEqual(ids);
  expect(plain.body).toEqual(await whole());
  const [line] = await market.db
    .select()
    .from(cartItems)
    .where(eq(cartItems.productId, ids[0] ?? ''));
  expect(line?.quantity).toBe(2);
});

test('a refusal stays what it is, and so does whatever is no cart', async () => {
  const { names } = await filled(1);
  const refused = await add<Refusal>(randomUUID(), names.join(''));
  expect([refused.status, refused.body.code]).toEqual([404, 'product-gone']);
  const headers = { [HELD_LINES_HEADER]: names.join('') };
  const reading = await market.inject<Cart>('GET', `/api/carts/${cartId}`, { headers });
  expect(reading.body).toEqual(await whole());
});

test.for([
  ['a name cut short', (names: string[]) => names.join('').slice(0, -1), [1]],
  ['one character too many before them', (names: string[]) => `x${names.join('')}`, [0, 1]],
  ['commas between them', (names: string[]) => names.join(','), [1]],
  ['nothing', () => '', [0, 1]],
  ['other words', () => 'null undefined [object Object] __proto__ constructor', [0, 1]],
  ['names of nothing, as many as fit', () => 'A'.repeat(14_000), [0, 1]],
] as const)('%s for a header: what it does not name is said', async ([, held, missing]) => {
  const { ids, names } = await filled(2);
  const [next] = await goods(1);
  const { status, body } = await add<CartChange>(next?.id ?? '', held(names));
  expect(status).toBe(200);
  expect(idsOf(body.changed)).toEqual([...missing.map((at) => ids[at]), next?.id]);
  expect(body.lines.slice(0, 2)).toEqual(names);
});

test('one article more in a cart of seventy is told in a twentieth of what the whole cart takes', async () => {
  const { ids, names } = await filled(70);
  const change = await add<CartChange>(ids[0] ?? '', names.join(''));
  expect(idsOf(change.body.changed)).toEqual([ids[0]]);
  expect(JSON.stringify(change.body).length).toBeLessThan(JSON.stringify(await whole()).length / 20);
});
