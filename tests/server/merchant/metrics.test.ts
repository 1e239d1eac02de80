// The figures of a shop over a year: what counts, when, and for whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TermAndCondition } from '#contract/catalogue/content.ts';
import type { StoreMetrics } from '#contract/merchant/metrics.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { views } from '#server/db/schema/requests.ts';
import { orders, storeOrders } from '#server/db/schema/sales.ts';
import { storeAcceptedTerms, terms } from '#server/db/schema/stores.ts';
import { startOfWeek } from '#server/merchant/metrics.ts';
import { makeCategory, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let store: Awaited<ReturnType<typeof makeStore>>;
let token: string;
let other: string;

beforeAll(async () => {
  market = await startTestMarket({ now: new Date('2026-10-12T10:00:00Z') });
  const merchant = await makeUser(market.db);
  const stranger = await makeUser(market.db);
  store = await makeStore(market.db, { ownerId: merchant.id });
  await makeStore(market.db, { ownerId: stranger.id });
  token = await market.login(merchant.email);
  other = await market.login(stranger.email);
  const [order] = await market.db.insert(orders).values({ userId: merchant.id }).returning();
  const sold = (at: string, total: number, state = 'payed', shippingFees = 0) => ({
    orderId: order?.id ?? 0,
    storeId: store.id,
    state,
    total,
    totalBeforeDiscount: total,
    shippingFees,
    createdAt: new Date(at),
  });
  await market.db.insert(storeOrders).values([
    // Half past midnight in Paris on New Year's Day: still last year in UTC.
    sold('2025-12-31T23:30:00Z', 1000),
    sold('2026-01-04T12:00:00Z', 2000, 'validated', 450),
    sold('2026-01-05T12:00:00Z', 3000, 'shipped'),
    sold('2025-12-31T22:30:00Z', 7000),
    sold('2024-06-01T12:00:00Z', 900),
    sold('2026-01-05T12:00:00Z', 50_000, 'canceled'),
    sold('2026-01-05T12:00:00Z', 50_000, 'payment_pending'),
    sold('2026-01-05T12:00:00Z', 50_000, 'new'),
    sold('2026-01-05T12:00:00Z', 50_000, 'payment_declined'),
  ]);
  const seen = (uniqueId: string, day: string) => ({ uniqueId, type: 'store', storeId: store.id, day });
  await market.db
    .insert(views)
    .values([seen('a', '2026-01-01'), seen('a', '2026-12-31'), seen('b', '2026-01-01'), seen('a', '2025-12-31')]);
  const cheese = await makeCategory(market.db, { name: 'Fromages de chèvre' });
  await makeProduct(market.db, { storeId: store.id, categoryId: cheese.id });
  await makeProduct(market.db, { storeId: store.id, categoryId: cheese.id, published: false });
  await makeProduct(market.db, { storeId: store.id, categoryId: cheese.id, deletedAt: new Date() });
});
afterAll(() => market.close());

const ask = (year?: number | string, who = token) =>
  market.inject<StoreMetrics>('GET', `/api/metrics/by_store/${store.id}${year === undefined ? '' : `?year=${year}`}`, {
    token: who,
  });

describe('the metrics of a store', () => {
  test('count what was payed, validated or shipped, on the day it was in Paris', async () => {
    const { status, body } = await ask(2026);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      year: 2026,
      totalStoreOrders: 3,
      averageStoreOrders: 2000,
      totalShippingPrice: 450,
      storeViews: 3,
      totalProducts: 2,
      categoryWithCountOfProductAssociated: { 'Fromages de chèvre': 2 },
    });
    expect(body.sales).toEqual({
      weekly: [
        { begin: '2026-01-01', amount: 3000, orders: 2 },
        { begin: '2026-01-05', amount: 3000, orders: 1 },
      ],
      monthly: [{ month: 1, amount: 6000, orders: 3 }],
      annual: [
        { year: 2024, amount: 900, orders: 1 },
        { year: 2025, amount: 7000, orders: 1 },
        { year: 2026, amount: 6000, orders: 3 },
      ],
    });
  });

  test('are those of the present year unless another is asked for', async () => {
    expect((await ask()).body.year).toBe(2026);
    expect((await ask(2025)).body).toMatchObject({
      totalStoreOrders: 1,
      storeViews: 1,
      sales: { monthly: [{ month: 12 }] },
    });
    expect((await ask(2019)).body).toMatchObject({ totalStoreOrders: 0, averageStoreOrders: 0, storeViews: 0 });
  });

  test('are none of another merchant’s business, nor of a year that has not come or that is no year', async () => {
    expect((await ask(2026, other)).status).toBe(404);
    expect((await ask(2027)).status).toBe(404);
    expect((await ask(2016)).status).toBe(404);
    expect((await ask('2026%27--')).status).toBe(400);
  });
});

test('a week is named by its Monday, the first one by the first day of the year', () => {
  expect(['2026-01-01', '2026-01-04', '2026-01-05', '2026-10-25', '2028-02-29', '2023-01-01'].map(startOfWeek)).toEqual(
    ['2026-01-01', '2026-01-01', '2026-01-05', '2026-10-19', '2028-02-28', '2023-01-01'],
  );
});

test('the terms are listed for anyone, the latest last; accepted once they stay accepted', async () => {
  const [first, second] = await market.db
    .insert(terms)
    .values([
      { terms: '# Un', createdAt: new Date('2026-01-01') },
      { terms: '# Deux', createdAt: new Date('2026-09-01') },
    ])
    .returning();
  const { body } = await market.inject<Collection<TermAndCondition>>('GET', '/api/term_and_conditions');
  expect(body['hydra:member'].map(({ terms: text }) => text)).toEqual(['# Un', '# Deux']);
  const accept = (ids: (string | undefined)[]) =>
    market.inject<{ acceptedTermAndConditions: string[] }>('PUT', `/api/stores/${store.id}`, {
      token,
      body: { acceptedTermAndConditions: ids.map((id) => `/term_and_conditions/${id}`) },
    });
  expect((await accept([first?.id])).body.acceptedTermAndConditions).toHaveLength(1);
  expect((await accept([first?.id, second?.id])).body.acceptedTermAndConditions).toHaveLength(2);
  expect((await accept([])).body.acceptedTermAndConditions).toHaveLength(2);
  expect(await market.db.select().from(storeAcceptedTerms)).toHaveLength(2);
});
