// The largest product that a merchant may send costs the database a handful of statements, however many options it has:
// the embedded database serves nobody else meanwhile.
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Db } from '#server/db/client.ts';
import { productOptions, productOptionValues } from '#server/db/schema/catalogue.ts';
import { type ProductParts, writeParts } from '#server/merchant/product-parts.ts';
import { makeOption, makeProduct } from '../../support/builders.ts';
import { makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

const unnamed: Omit<ProductParts, 'options'> = {
  images: undefined,
  categories: undefined,
  events: undefined,
  associatedProducts: undefined,
};
const statements = new Set(['select', 'insert', 'update', 'delete', 'execute']);

/** How many statements writing takes. */
async function costOf(productId: string, options: NonNullable<ProductParts['options']>): Promise<number> {
  let count = 0;
  await market.db.transaction(async (tx) => {
    const counting = new Proxy(tx as unknown as Db, {
      get(target, name) {
        if (typeof name === 'string' && statements.has(name)) count += 1;
        const original = Reflect.get(target, name);
        return typeof original === 'function' ? original.bind(target) : original;
      },
    });
    await writeParts(counting as never, productId, { ...unnamed, options });
  });
  return count;
}

const optionsOf = (productId: string) =>
  market.db
    .select()
    .from(productOptions)
    .innerJoin(productOptionValues, eq(productOptionValues.optionId, productOptions.id))
    .where(eq(productOptions.productId, productId))
    .orderBy(asc(productOptions.position), asc(productOptionValues.position));

test('twenty options of a hundred values need no more statements than one of one, new and updated', async () => {
  const small = await makeProduct(market.db);
  const large = await makeProduct(market.db);
  const sent = (options: number, values: number) =>
    Array.from({ length: options }, (_, at) => ({
      id: undefined,
      name: `Option ${at}`,
      values: Array.from({ length: values }, (_, place) => ({ id: undefined, name: `Valeur ${place}`, price: place })),
    }));
  const one = await costOf(small.id, sent(1, 1));
  expect(one).toBeGreaterThan(0);
  expect(await costOf(large.id, sent(20, 100))).toBe(one);

  const rows = await optionsOf(large.id);
  expect(rows).toHaveLength(2000);
  expect(rows.map((row) => [row.product_options.position, row.product_option_values.position])).toEqual(
    Array.from({ length: 2000 }, (_, n) => [Math.floor(n / 100), n % 100]),
  );

  const again = sent(20, 100).map((option, at) => ({
    ...option,
    id: rows[at * 100]?.product_options.id,
    values: option.values.map((value, place) => ({
      ...value,
      price: 7,
      id: rows[at * 100 + place]?.product_option_values.id,
    })),
  }));
  expect(await costOf(large.id, again)).toBe(one);
  const before = await optionsOf(large.id);
  expect(before.map((row) => row.product_option_values.id)).toEqual(rows.map((row) => row.product_option_values.id));
  expect(new Set(before.map((row) => row.product_option_values.price))).toEqual(new Set([7]));
});

test('an id named twice is the first one; the second is a new one, and nothing of either is lost', async () => {
  const merchant = await makeMerchant(market);
  const product = await makeProduct(market.db, { storeId: merchant.storeId });
  const size = await makeOption(market.db, product.id, 'Taille', { S: 0 });
  const [small] = size.values;
  const { body, status } = await merchant.call<MerchantProduct>('PUT', `/products/${product.id}`, {
    options: [
      {
        id: size.id.toUpperCase(),
        name: 'Taille',
        values: [
          { id: small?.id, name: 'S', price: 1 },
          { id: small?.id, name: 'M', price: 2 },
        ],
      },
      { id: size.id, name: 'Pointure', values: [{ id: small?.id, name: '38', price: 3 }] },
    ],
  });
  expect(status).toBe(200);
  const presented = body.options.map(({ name, values }) => [
    name,
    values.map((value) => [value.name, value.price.amount]),
  ]);
  expect(presented).toEqual([
    [
      'Taille',
      [
        ['S', 100],
        ['M', 200],
      ],
    ],
    ['Pointure', [['38', 300]]],
  ]);
  expect(body.options[0]).toMatchObject({ id: size.id, values: [{ id: small?.id }, {}] });
  const ids = body.options.flatMap(({ id, values }) => [id, ...values.map((value) => value.id)]);
  expect(new Set(ids).size).toBe(5);
});
