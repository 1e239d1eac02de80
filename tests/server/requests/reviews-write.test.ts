// Writing reviews of products and shops.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { OwnReview, Review } from '#contract/catalogue/reviews.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { productReviews } from '#server/db/schema/requests.ts';
import { orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let token: string;
let owner: Awaited<ReturnType<typeof makeUser>>;
let store: Awaited<ReturnType<typeof makeStore>>;
let product: Awaited<ReturnType<typeof makeProduct>>;

beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  token = await market.login((await makeUser(market.db)).email);
  owner = await makeUser(market.db);
  store = await makeStore(market.db, { ownerId: owner.id });
  product = await makeProduct(market.db, { storeId: store.id });
});

const someone = async () => market.login((await makeUser(market.db)).email);
const opinion = { author: 'Odile', rating: 4, text: 'Du goût, et du caractère.' };
const post = <T = Review>(path: string, body: object, more: object = { token }) =>
  market.inject<T>('POST', `/api${path}`, { body, ...more });
const get = async <T>(path: string) => (await market.inject<T>('GET', `/api${path}`)).body;
const ofProduct = (more: object = {}) =>
  post('/product_reviews', { ...opinion, product: `/products/${product.id}`, ...more });

test('a review of a product appears at once, first, and counts in its average', async () => {
  const body5 = { ...opinion, rating: 5, text: 'Parfait.', product: product.id };
  await post('/product_reviews', body5, { token: await someone() });
  const { status, body } = await ofProduct();
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...opinion, '@type': 'ProductReview' });
  const list = await get<Collection<Review>>(`/products/${product.id}/reviews`);
  expect(list['hydra:member'].map(({ text }) => text)).toEqual([opinion.text, 'Parfait.']);
  expect(await get(`/products/${product.id}/reviews/average_rating`)).toMatchObject({ averageRating: 4.5, count: 2 });
  expect(await get<Product>(`/products/by_slug/${product.slug}`)).toMatchObject({ averageRating: 4.5, reviewCount: 2 });
});

test('a review of a store appears at once, and counts in its average', async () => {
  const { status, body } = await post('/store_reviews', { ...opinion, store: `/stores/${store.id}` });
  expect([status, body]).toMatchObject([201, { ...opinion, '@type': 'StoreReview' }]);
  const list = await get<Collection<Review>>(`/stores/${store.id}/reviews`);
  expect([body]).toMatchObject(list['hydra:member']);
  expect(await get<Store>(`/stores/by_slug/${store.slug}`)).toMatchObject({ averageRating: 4, reviewCount: 1 });
});

test.each([
  ['as it is written', (name: string) => name],
  ['in capitals', (name: string) => name.toUpperCase()],
  ['without its accents', (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')],
  ['with more blanks and signs', (name: string) => ` ${[...name].join('\u200b')}. `],
])('a review cannot be signed with the name of a store, %s', async (_how, spelled) => {
  const { name } = await makeStore(market.db, { name: `Épicerie du Rû ${product.slug}` });
  const author = spelled(name);
  for (const { status, body } of [
    await post<ErrorBody>('/product_reviews', { ...opinion, author, product: product.id }),
    await post<ErrorBody>('/store_reviews', { ...opinion, author, store: `/stores/${store.id}` }),
  ]) {
    expect(status).toBe(422);
    expect(body.violations).toEqual([
      { propertyPath: 'author', message: 'Ce nom est celui d’une boutique\u00a0: signez du vôtre.' },
    ]);
  }
});

test('none is missing in the average, however many are written at the same time', async () => {
  const ratings = [1, 2, 3, 4, 5, 5, 5, 5];
  const tokens = await Promise.all(ratings.map(someone));
  const answers = await Promise.all(
    ratings.map((rating, n) =>
      post('/product_reviews', { ...opinion, rating, product: product.id }, { token: tokens[n] }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(ratings.map(() => 201));
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  expect(await get(`/products/${product.id}/reviews/average_rating`)).toMatchObject({
    averageRating: sum / ratings.length,
    count: ratings.length,
  });
});

test('the same key leaves one review', async () => {
  const headers = { 'idempotency-key': '3b6c1f6e-59c5-4b53-8c5c-0d9a2a4e7c33' };
  const body = { ...opinion, product: product.id };
  const first = await post('/product_reviews', body, { token, headers });
  expect((await post('/product_reviews', body, { token, headers })).body).toEqual(first.body);
  const rows = (await market.db.select().from(productReviews)).filter(({ productId }) => productId === product.id);
  expect(rows).toHaveLength(1);
});

describe('a person has one review per product or store', () => {
  const average = () => get(`/products/${product.id}/reviews/average_rating`);
  const shown = async () => (await get<Collection<Review>>(`/products/${product.id}/reviews`))['hydra:member'];

  test('of a product: a second replaces the first, in the list and in the average', async () => {
    await post('/product_reviews', { ...opinion, rating: 5, product: product.id }, { token: await someone() });
    const first = await ofProduct({ rating: 1, text: 'Trop salé.' });
    expect(await average()).toMatchObject({ averageRating: 3, count: 2 });
    const second = await ofProduct({ rating: 4, author: 'Odile B.', text: 'Meilleur au repas.' });
    expect([second.status, second.body['@id']]).toEqual([201, first.body['@id']]);
    expect(second.body).toMatchObject({ rating: 4, author: 'Odile B.', text: 'Meilleur au repas.' });
    expect((await shown()).map(({ rating }) => rating).sort()).toEqual([4, 5]);
    expect(await average()).toMatchObject({ averageRating: 4.5, count: 2 });
  });

  test('of a store, and of each product its own', async () => {
    const other = await makeProduct(market.db, { storeId: store.id });
    const ofStore = (rating: number) => post('/store_reviews', { ...opinion, rating, store: `/stores/${store.id}` });
    await ofStore(1);
    await ofStore(3);
    await ofProduct();
    await ofProduct({ product: `/products/${other.id}` });
    expect(await get<Store>(`/stores/by_slug/${store.slug}`)).toMatchObject({ averageRating: 3, reviewCount: 1 });
    expect(await average()).toMatchObject({ averageRating: 4, count: 1 });
    expect(await get(`/products/${other.id}/reviews/average_rating`)).toMatchObject({ averageRating: 4, count: 1 });
  });

  test('and their own list contains reviews of products and stores, of theirs only', async () => {
    const me = await makeUser(market.db);
    const mine = await market.login(me.email);
    const all = (as?: string) =>
      market.inject<Collection<OwnReview>>('GET', `/api/users/${me.id}/reviews`, as === undefined ? {} : { token: as });
    expect((await all(mine)).body['hydra:member']).toEqual([]);
    await ofProduct({ text: 'Celui d’une autre.' });
    const first = await post('/product_reviews', { ...opinion, product: product.id }, { token: mine });
    const second = await post('/product_reviews', { ...opinion, rating: 2, product: product.id }, { token: mine });
    const ofStore = await post('/store_reviews', { ...opinion, store: `/stores/${store.id}` }, { token: mine });
    expect(second.body['@id']).toBe(first.body['@id']);
    const { status, headers, body } = await all(mine);
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('no-store');
    expect([
      { ...second.body, of: `/products/${product.id}` },
      { ...ofStore.body, of: `/stores/${store.id}` },
    ]).toMatchObject(body['hydra:member']);
    expect([(await all()).status, (await all(token)).status]).toEqual([401, 404]);
  });

  test('however many are sent at the same time', async () => {
    const answers = await Promise.all([1, 1, 1, 1, 5, 5].map((rating) => ofProduct({ rating })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await shown()).toHaveLength(1);
    expect(await average()).toMatchObject({ count: 1 });
  });
});

describe('a purchase is verified', () => {
  test.each([
    ['payed', false, true],
    ['validated', false, true],
    ['shipped', false, true],
    ['shipped', true, true],
    ['payed', true, false],
    ['new', false, false],
    ['payment_pending', false, false],
    ['payment_declined', false, false],
    ['canceled', false, false],
  ])('of an order that is %s (on delivery: %s): %s', async (state, paymentOnDelivery, verified) => {
    const buyer = await makeUser(market.db);
    const other = await makeProduct(market.db, { storeId: store.id });
    const [order] = await market.db.insert(orders).values({ userId: buyer.id, paymentOnDelivery }).returning();
    const [part] = await market.db
      .insert(storeOrders)
      .values({ orderId: order?.id ?? 0, storeId: store.id, state, total: 1000, totalBeforeDiscount: 1000 })
      .returning();
    await market.db.insert(storeOrderItems).values({
      storeOrderId: part?.id ?? 0,
      productId: product.id,
      name: 'Tomme',
      optionValues: [],
      quantity: 1,
      unitPrice: 1000,
      total: 1000,
      position: 0,
    });
    const sending = { token: await market.login(buyer.email) };
    const answered = await post('/product_reviews', { ...opinion, product: product.id, verified: !verified }, sending);
    expect(answered.body.verified).toBe(verified);
    const unbought = await post('/product_reviews', { ...opinion, product: other.id }, sending);
    expect(unbought.body.verified).toBe(false);
    const there = await post('/store_reviews', { ...opinion, store: store.id }, sending);
    expect(there.body.verified).toBe(verified);
    // Whoever bought nothing says so by saying nothing.
    await post('/product_reviews', { ...opinion, author: 'Zoé', product: product.id }, { token: await someone() });
    const list = (await get<Collection<Review>>(`/products/${product.id}/reviews`))['hydra:member'];
    const boughtAt = verified ? order?.createdAt.toISOString() : null;
    expect(list.map((one) => [one.author, one.verified, one.boughtAt]).sort()).toEqual([
      ['Odile', verified, boughtAt],
      ['Zoé', false, null],
    ]);
    expect(there.body.boughtAt).toBe(boughtAt);
  });
});

describe('a review is refused', () => {
  test('without a login', async () => {
    expect((await post('/product_reviews', { ...opinion, product: product.id }, {})).status).toBe(401);
    expect((await post('/store_reviews', { ...opinion, store: store.id }, {})).status).toBe(401);
  });

  test('without a name, with half a star, six stars, or without a text: each on its field', async () => {
    const refused = async (more: object) =>
      (await post<ErrorBody>('/product_reviews', { ...opinion, product: product.id, ...more })).body.violations;
    const note = [{ propertyPath: 'rating', message: 'Choisissez une note, de 1 à 5 étoiles.' }];
    for (const rating of [0, 3.5, 6, '4', null]) expect(await refused({ rating })).toEqual(note);
    expect(await refused({ author: ' ', text: '' })).toEqual([
      { propertyPath: 'author', message: 'Champ obligatoire' },
      { propertyPath: 'text', message: 'Champ obligatoire' },
    ]);
    expect(await refused({ author: 'x'.repeat(81) })).toEqual([
      { propertyPath: 'author', message: '80 caractères au maximum.' },
    ]);
  });

  test('of hidden products, and of one’s own store', async () => {
    const hidden = await makeProduct(market.db, { published: false });
    const ofHidden = await post<ErrorBody>('/product_reviews', { ...opinion, product: hidden.id });
    expect([ofHidden.status, ofHidden.body.violations?.[0]?.propertyPath]).toEqual([422, 'product']);
    const own = { token: await market.login(owner.email) };
    expect((await post('/product_reviews', { ...opinion, product: product.id }, own)).status).toBe(422);
    expect((await post('/store_reviews', { ...opinion, store: store.id }, own)).status).toBe(422);
    expect(await get(`/products/${product.id}/reviews/average_rating`)).toMatchObject({
      averageRating: null,
      count: 0,
    });
  });
});
