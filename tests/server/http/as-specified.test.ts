// Calls as a client of the specification makes them, which knows nothing of what this market's own pages add to them.
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { images } from '#server/db/schema/pictures.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { expectOk, makeShopper, PERSON, type Shopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let shopper: Shopper;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  shopper = await makeShopper(market);
  merchant = await makeMerchant(market);
});
const asMerchant = <T = unknown>(method: string, path: string, body?: unknown) =>
  market.inject<T>(method, `/api${path}`, { token: merchant.token, ...(body !== undefined && { body }) });

describe('a store order', () => {
  let part: StoreOrder;
  beforeEach(async () => {
    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    const order = expectOk(await shopper.order(await shopper.fill([product.id])));
    const [first] = order.storeOrders;
    if (!first) throw new Error('No store order.');
    part = first;
  });
  const savedPart = async () => (await market.db.select().from(storeOrders).where(eq(storeOrders.id, part.id)))[0];

  test('is saved with all the fields that were read, its items and its store as objects or ids', async () => {
    const { items, store, ...read } = part;
    const sent = { ...read, ...PERSON, shippingType: 'store' };
    expectOk(await shopper.call('PUT', part['@id'], { ...sent, items, store }));
    expect(await savedPart()).toMatchObject({ shippingType: 'store', firstName: PERSON.firstName });
    const byIds = { ...sent, firstName: 'Marthe', items: items.map((item) => item['@id']), store: store['@id'] };
    expectOk(await shopper.call('PUT', part['@id'], byIds));
    expect(await savedPart()).toMatchObject({ shippingType: 'store', firstName: 'Marthe' });
  });

  test('stays as it is with an empty body, or none, or without a shipping type yet', async () => {
    const before = await savedPart();
    for (const body of [{}, undefined, { ...part, shippingType: null }]) {
      expectOk(await shopper.call('PUT', part['@id'], body));
      expect(await savedPart()).toEqual(before);
    }
  });
});

test('a picture is sent without its digest, its data as typed JSON', async () => {
  const boundary = '----made-by-another-client';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="data[0]"\r\nContent-Type: application/json\r\n\r\n{"caption":"La tomme"}\r\n`,
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file[0]"; filename="tomme.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer(),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { statusCode, body } = await market.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: {
      authorization: `Bearer ${merchant.token}`,
      accept: 'application/ld+json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  expect(statusCode, body).toBe(201);
  expect(JSON.parse(body)['hydra:member']).toMatchObject([{ caption: 'La tomme' }]);
});

test('a store names its plan by an id, and its rows name the store', async () => {
  const { body: own } = await asMerchant<{ plan: object; slug: string }>('GET', `/stores/${merchant.storeId}`);
  expect(own.plan).toEqual({ '@id': '/plans/E-commerce', name: 'E-commerce' });
  const coupon = { code: 'ETE', discount: 10, discountType: 'relative', expirationDate: null };
  const made = await asMerchant<{ store: string }>('POST', '/coupons', {
    ...coupon,
    store: `/stores/${merchant.storeId}`,
  });
  expect(expectOk(made).store).toBe(`/stores/${merchant.storeId}`);
  const slot = { date: '2999-12-01', beginHour: '10:00', endHour: '11:00' };
  await market.db.update(stores).set({ takesAppointments: true }).where(eq(stores.id, merchant.storeId));
  expectOk(
    await shopper.call('POST', '/store_appointments', {
      store: `/stores/${merchant.storeId}`,
      message: 'Un essai',
      timeSlots: [slot],
    }),
  );
  const { body } = await asMerchant<{ 'hydra:member': { store: string }[] }>(
    'GET',
    `/stores/${merchant.storeId}/appointments`,
  );
  expect(body['hydra:member'].map(({ store }) => store)).toEqual([`/stores/${merchant.storeId}`]);
});

describe('the video of a store', () => {
  const video = async () =>
    (await market.db.select().from(stores).where(eq(stores.id, merchant.storeId)))[0]?.youtubeVideoId;
  test.each([
    ['null as its address', { url: null }],
    ['null as its body', null],
    ['no body', undefined],
  ])('is removed with %s', async (_what, body) => {
    expectOk(
      await asMerchant('PUT', `/stores/${merchant.storeId}/youtube_video`, { url: 'https://youtu.be/dQw4w9WgXcQ' }),
    );
    expect(await video()).toBe('dQw4w9WgXcQ');
    expectOk(await asMerchant('PUT', `/stores/${merchant.storeId}/youtube_video`, body));
    expect(await video()).toBeNull();
  });
});

test.each(['identifier', 'email'])('a new password is asked for by %s', async (name) => {
  const answer = await market.inject('POST', '/api/users/reset_password', { body: { [name]: shopper.email } });
  expect(answer.status).toBe(204);
  await expect.poll(() => market.mails().filter((mail) => mail.includes(`To: ${shopper.email}`)).length).toBe(1);
});

test('a new password is asked for by one of both', async () => {
  const { status, body } = await market.inject<{ violations: unknown }>('POST', '/api/users/reset_password', {
    body: {},
  });
  expect(status).toBe(422);
  expect(body.violations).toEqual([{ propertyPath: 'identifier', message: 'Veuillez saisir un email' }]);
});

test.each(['2031-12-24', '2031-12-24 00:00:00', '2031-12-24 23:59:59'])(
  'the day a product is there from is read as %s',
  async (preOrderDate) => {
    const { id } = await makeProduct(market.db, { storeId: merchant.storeId });
    const { body } = await asMerchant<Product>('PUT', `/products/${id}`, { preOrderDate });
    expect(body.preOrderDate).toBe('2031-12-24');
  },
);

describe('a merchant sends back complete objects', () => {
  test('the store, its pictures and plan by their ids, its prices as numbers', async () => {
    const [one, two] = await market.db
      .insert(images)
      .values(['une', 'deux'].map((stem) => ({ stem, storeId: merchant.storeId })))
      .returning();
    await asMerchant('PUT', `/stores/${merchant.storeId}`, {
      logo: `/images/${one?.id}`,
      images: [`/images/${two?.id}`, `/images/${one?.id}`],
      minimumDelivery: 15,
      customShippingPrice: { stringValue: '4,90' },
      freeDeliveryPriceFromAmount: 60,
    });
    const { body: read } = await asMerchant<MerchantStore>('GET', `/stores/${merchant.storeId}`);
    const { plan, logo, images: shown, minimumDelivery, customShippingPrice, freeDeliveryPriceFromAmount } = read;
    const answer = await asMerchant<MerchantStore>('PUT', `/stores/${merchant.storeId}`, {
      ...read,
      plan: plan['@id'],
      logo: logo?.['@id'],
      images: shown.map((image) => image['@id']),
      minimumDelivery: minimumDelivery.convertedAmount,
      customShippingPrice: customShippingPrice.convertedAmount,
      freeDeliveryPriceFromAmount: freeDeliveryPriceFromAmount?.convertedAmount,
    });
    expect(expectOk(answer)).toEqual({ ...read, version: read.version + 1 });
  });

  test('a product, with its pictures by their ids', async () => {
    const made = await makeProduct(market.db, { storeId: merchant.storeId, price: 1250, stock: 4 });
    const { body: read } = await asMerchant<MerchantProduct>('GET', `/products/${made.id}`);
    const answer = await asMerchant<MerchantProduct>('PUT', `/products/${made.id}`, {
      ...read,
      images: read.images.map((image) => image['@id']),
    });
    expect(expectOk(answer)).toEqual({ ...read, version: read.version + 1 });
  });

  test('an order without its store, at each of its steps', async () => {
    const product = await makeProduct(market.db, { storeId: merchant.storeId });
    const order = expectOk(await shopper.order(await shopper.fill([product.id])));
    const id = order.storeOrders[0]?.id ?? 0;
    await market.db.update(storeOrders).set({ state: 'payed' }).where(eq(storeOrders.id, id));
    const { body: read } = await asMerchant<StoreOrder>('GET', `/store_orders/${id}`);
    const { store: _, ...sent } = read;
    const tracked = await asMerchant<StoreOrder>('PUT', `/store_orders/${id}`, { ...sent, trackingCode: '6A' });
    expect(expectOk(tracked)).toMatchObject({
      items: read.items,
      address: read.address,
      trackingCode: '6A',
      version: read.version + 1,
    });
    for (const [step, state] of [
      ['validate', 'validated'],
      ['ship', 'shipped'],
    ] as const) {
      const answer = await asMerchant<StoreOrder>('PUT', `/store_orders/${id}/${step}`, sent);
      expect(expectOk(answer)).toMatchObject({ id, state, trackingCode: '6A' });
    }
  });
});
