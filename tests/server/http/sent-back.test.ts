// What was read can be sent back to where it was read, as it is: pictures and other things whole or by their addresses, amounts
// as they were answered. Nothing changes by it but the version.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import { digitalFiles, products, vatRates } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { terms } from '#server/db/schema/stores.ts';
import { makeCategory, makeDelivery, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, type Shopper } from '../../support/shopper.ts';
import { type Answer, DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

type Thing = { '@id': string; version?: number; name?: string; preOrderDate?: string; shippingPrices?: object };
interface Row {
  /** The endpoints that write there. */
  names: string[];
  call: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;
  path: () => string;
  /** What only the caller knows. */
  besides?: object;
}

let market: TestMarket;
let merchant: Merchant;
let shopper: Shopper;
let order: Order;
const made = { product: '', picture: '', coupon: '', line: '' };

beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
  [merchant, shopper] = [await makeMerchant(market), await makeShopper(market)];
  const { db } = market;
  const { storeId } = merchant;
  const pictures = await db
    .insert(images)
    .values(['une', 'deux'].map((stem) => ({ stem, storeId, caption: stem })))
    .returning();
  const [one = '', two = ''] = pictures.map(({ id }) => `/images/${id}`);
  const [category, second] = [await makeCategory(db), await makeCategory(db)];
  const [rate] = await db.insert(vatRates).values({ name: 'Réduit', rate: 550 }).returning();
  const [file] = await db.insert(digitalFiles).values({ storeId, stored: 'digital-one.pdf', size: 9 }).returning();
  const [term] = await db.insert(terms).values({ terms: 'Texte' }).returning();
  const other = await makeProduct(db, { storeId, categoryId: category.id });
  const sold = await makeProduct(db, { storeId, categoryId: category.id });
  made.product = `/products/${(await makeProduct(db, { storeId, categoryId: category.id })).id}`;
  made.picture = one;
  expectOk(
    await merchant.call('PUT', made.product, {
      images: [two, one],
      technicalImage: one,
      technicalAttributes: [{ name: 'Lait', value: 'Cru' }],
      associatedProducts: [`/products/${other.id}`],
      categories: [`/categories/${second.id}`],
      price: 12.5,
      reducedPrice: { stringValue: '9,90' },
      vatRate: `/vat_rates/${rate?.id}`,
      dematerialized: true,
      dematerializedFile: `/dematerialized_files/${file?.id}`,
      preOrderDate: '2999-12-01',
      externalURL: 'https://etal.example/tomme',
      dimensions: { length: 10, width: 20, height: 5, weight: 1.25 },
      options: [{ name: 'Affinage', values: [{ name: 'Six mois', price: 2 }] }],
    }),
  );
  expectOk(
    await merchant.call('PUT', `/stores/${storeId}`, {
      logo: one,
      images: [two, one],
      minimumDelivery: 5,
      freeDeliveryPriceFromAmount: 60,
      customShippingPrice: 4.9,
      phoneNumber: { value: '03 29 00 00 00' },
      distancePriceLevels: [{ distance: 5, price: 3, minimumOrderValue: 10 }],
      closedDays: [{ from: '2999-01-01', to: '2999-01-03' }],
      acceptedTermAndConditions: [`/term_and_conditions/${term?.id}`],
    }),
  );
  const coupon = { code: 'ETE', discount: 12.5, discountType: 'fix', expirationDate: '2999-12-31' };
  made.coupon = expectOk(await merchant.call<Thing>('POST', '/coupons', coupon))['@id'];
  order = await shopper.ready([sold.id]);
  const cart = await shopper.fill([other.id, 2]);
  made.line = cart.items.find(({ product }) => product.id === other.id)?.['@id'] ?? '';
});
afterAll(() => market.close());

const asMerchant: Row['call'] = (method, path, body) => merchant.call(method, path, body);
const asShopper: Row['call'] = (method, path, body) => shopper.call(method, path, body);
const rows: Record<string, Row> = {
  'a product': { names: ['products.update'], call: asMerchant, path: () => made.product },
  'a shop': { names: ['stores.save'], call: asMerchant, path: () => `/stores/${merchant.storeId}` },
  'a coupon': { names: ['coupons.update'], call: asMerchant, path: () => made.coupon },
  'a picture': { names: ['images.caption'], call: asMerchant, path: () => made.picture },
  'an order': { names: ['orders.paymentOnDelivery'], call: asShopper, path: () => order['@id'] },
  'a line of a cart': { names: ['cart.setQuantity'], call: asShopper, path: () => made.line },
  'an account': {
    names: ['users.update'],
    call: asShopper,
    path: () => `/users/${shopper.id}`,
    besides: { password: DEMO_PASSWORD },
  },
  'a part of an order, by who ordered it': {
    names: ['storeOrders.save'],
    call: asShopper,
    path: () => order.storeOrders[0]?.['@id'] ?? '',
  },
  'a part of an order, by its shop': {
    names: ['storeOrders.tracking'],
    call: asMerchant,
    path: () => order.storeOrders[0]?.['@id'] ?? '',
  },
};

/** Things within, by their addresses. */
const byAddress = (thing: Thing) => {
  const address = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(address);
    return typeof value === 'object' && value !== null && '@id' in value ? value['@id'] : value;
  };
  return Object.fromEntries(Object.entries(thing).map(([key, value]) => [key, address(value)]));
};
const comparable = ({ version: _version, shippingPrices: _prices, ...thing }: Thing) => thing;

test('everything that is written at the address where it is read is tried', () => {
  const all = (Object.entries(allEndpoints) as [string, Endpoint][]).filter(
    ([, { method, path }]) => method === 'PUT' && /^\/[a-z_]+\/:\w+$/.test(path),
  );
  expect(
    Object.values(rows)
      .flatMap(({ names }) => names)
      .sort(),
  ).toEqual(all.map(([name]) => name).sort());
});

describe.each(Object.entries(rows))('%s', (_what, { call, path, besides }) => {
  test.each([
    ['PUT', 'whole', (thing: Thing) => thing],
    ['PUT', 'by addresses', byAddress],
    ['PATCH', 'whole', (thing: Thing) => thing],
  ] as const)('is sent back with %s, %s', async (method, _how, form) => {
    const before = expectOk(await call<Thing>('GET', path()));
    const sent = { ...form(before), ...besides };
    expectOk(await call<Thing>(method, path(), sent));
    expect(comparable(expectOk(await call<Thing>('GET', path())))).toEqual(comparable(before));
  });
});

test('a merge patch is taken by its own media type', async () => {
  const { status, body } = await market.inject<Thing>('PATCH', made.product, {
    token: merchant.token,
    body: { name: 'Tomme' },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect([status, body.name, body.preOrderDate]).toEqual([200, 'Tomme', '2999-12-01']);
  const [row] = await market.db
    .select()
    .from(products)
    .where(eq(products.id, made.product.slice('/products/'.length)));
  expect(row?.name).toBe('Tomme');
});
