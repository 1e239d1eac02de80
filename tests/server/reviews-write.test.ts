// Writing reviews of products and shops.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Collection, Refusal } from '#contract/hydra.ts';
import type { Product } from '#contract/products.ts';
import type { Review } from '#contract/reviews.ts';
import type { Store } from '#contract/stores.ts';
import { productReviews } from '#server/db/tables.ts';
import { makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { startTestMarket, type TestMarket } from '../support/test-server.ts';

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

const opinion = { author: 'Odile', rating: 4, text: 'Du goût, et du caractère.' };
const post = <T = Review>(path: string, body: object, more: object = { token }) =>
  market.inject<T>('POST', `/api${path}`, { body, ...more });
const get = async <T>(path: string) => (await market.inject<T>('GET', `/api${path}`)).body;
const ofProduct = (more: object = {}) =>
  post('/product_reviews', { ...opinion, product: `/products/${product.id}`, ...more });

test('a review of a product appears at once, first, and counts in its average', async () => {
  await ofProduct({ rating: 5, text: 'Parfait.' });
  const { status, body } = await ofProduct();
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...opinion, '@type': 'ProductReview' });
  const list = await get<Collection<Review>>(`/products/${product.id}/reviews`);
  expect(list['hydra:member'].map(({ text }) => text)).toEqual([opinion.text, 'Parfait.']);
  expect(await get(`/products/${product.id}/reviews/average_rating`)).toEqual({ averageRating: 4.5, count: 2 });
  expect(await get<Product>(`/products/by_slug/${product.slug}`)).toMatchObject({ averageRating: 4.5, reviewCount: 2 });
});

test('a review of a shop appears at once, and counts in its average', async () => {
  const { status, body } = await post('/store_reviews', { ...opinion, store: `/stores/${store.id}` });
  expect([status, body]).toMatchObject([201, { ...opinion, '@type': 'StoreReview' }]);
  const list = await get<Collection<Review>>(`/stores/${store.id}/reviews`);
  expect(list['hydra:member']).toEqual([body]);
  expect(await get<Store>(`/stores/by_slug/${store.slug}`)).toMatchObject({ averageRating: 4, reviewCount: 1 });
});

test('none is missing in the average, however many are written at the same time', async () => {
  const ratings = [1, 2, 3, 4, 5, 5, 5, 5];
  const answers = await Promise.all(ratings.map((rating) => ofProduct({ rating })));
  expect(answers.map(({ status }) => status)).toEqual(ratings.map(() => 201));
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  expect(await get(`/products/${product.id}/reviews/average_rating`)).toEqual({
    averageRating: sum / ratings.length,
    count: ratings.length,
  });
});

test('the same key leaves one review', async () => {
  const headers = { 'idempotency-key': '3b6c1f6e-59c5-4b53-8c5c-0d9a2a4e7c33' };
  const body = { ...opinion, product: product.id };
  const first = await post('/product_reviews', body, { token, headers });
  expect((await post('/product_reviews', body, { token, headers })).body).toEqual(first.body);
  const kept = (await market.db.select().from(productReviews)).filter(({ productId }) => productId === product.id);
  expect(kept).toHaveLength(1);
});

describe('a review is refused', () => {
  test('without a login', async () => {
    expect((await post('/product_reviews', { ...opinion, product: product.id }, {})).status).toBe(401);
    expect((await post('/store_reviews', { ...opinion, store: store.id }, {})).status).toBe(401);
  });

  test('with no name, half a star, six of them, or nothing said: each on its field', async () => {
    const refused = async (more: object) =>
      (await post<Refusal>('/product_reviews', { ...opinion, product: product.id, ...more })).body.violations;
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

  test('of what is not shown, and of one’s own shop', async () => {
    const hidden = await makeProduct(market.db, { published: false });
    const ofHidden = await post<Refusal>('/product_reviews', { ...opinion, product: hidden.id });
    expect([ofHidden.status, ofHidden.body.violations?.[0]?.propertyPath]).toEqual([422, 'product']);
    const own = { token: await market.login(owner.email) };
    expect((await post('/product_reviews', { ...opinion, product: product.id }, own)).status).toBe(422);
    expect((await post('/store_reviews', { ...opinion, store: store.id }, own)).status).toBe(422);
    expect(await get(`/products/${product.id}/reviews/average_rating`)).toEqual({ averageRating: null, count: 0 });
  });
});
