// Figures for operators: what was sold by week, shop and category, who is new, and what is searched for in vain.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MarketFigures } from '#contract/administration/figures.ts';
import { deleteExpired } from '#server/db/retention.ts';
import { makeCategory, makeDelivery, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-14T10:00:00Z');
let market: TestMarket;
let token: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  await makeDelivery(market.db);
});
beforeEach(async () => {
  token = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ACCOUNTANT'] })).email);
});
afterAll(() => market.close());

const read = async (query = '') =>
  expectOk(await market.inject<MarketFigures>('GET', `/api/administration/figures${query}`, { token }));
const search = async (q: string, filters = '') =>
  expectOk(await market.inject('GET', `/api/search?q=${encodeURIComponent(q)}${filters}`));

test('sales are summed by week, shop and category, less what was given back', async () => {
  const store = await makeStore(market.db, { name: 'La Ferme' });
  const categoryId = (await makeCategory(market.db, { name: 'Fromages' })).id;
  const { id } = await makeProduct(market.db, { storeId: store.id, categoryId, price: 1000 });
  const shopper = await makeShopper(market);
  const order = await shopper.ready([id, 3]);
  await shopper.answer(expectOk(await shopper.prepare(order)).payment_url, 'accepted');
  // One that is not paid is no sale.
  await shopper.ready([id]);
  const admin = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] })).email);
  const body = { amount: { amount: 500 }, refunded: 0, reasons: 'Geste commercial' };
  const path = `/api/administration/store_orders/${order.storeOrders[0]?.id}/refunds`;
  expectOk(await market.inject('POST', path, { token: admin, body }));
  const figures = await read('?from=2026-10-01&to=2026-10-18');
  expect(figures).toMatchObject({
    ...{ orders: 1, amount: 2500 },
    stores: [{ id: store.id, name: 'La Ferme', orders: 1, amount: 2500 }],
    categories: [{ name: 'Fromages', units: 3, amount: 3000 }],
  });
  expect(figures.weeks.map(({ begin, orders, amount }) => [begin, orders, amount])).toEqual([
    ['2026-09-28', 0, 0],
    ['2026-10-05', 0, 0],
    ['2026-10-12', 1, 2500],
  ]);
  expect(figures.weeks.reduce((sum, { people }) => sum + people, 0)).toBe(0);
  expect(await read('?from=2026-09-01&to=2026-09-30')).toMatchObject({ orders: 0, amount: 0, stores: [] });
});

test('new people are counted in their week', async () => {
  await makeUser(market.db, { createdAt: new Date('2026-08-03T00:30:00Z') });
  await makeUser(market.db, { createdAt: new Date('2026-08-02T21:30:00Z') });
  const { weeks } = await read('?from=2026-07-27&to=2026-08-09');
  expect(weeks.map(({ begin, people }) => [begin, people])).toEqual([
    ['2026-07-27', 1],
    ['2026-08-03', 1],
  ]);
});

test('what is searched for twice in vain is counted in its words, and ends after a year', async () => {
  await search('Zythologie');
  await search('zythologie');
  await search('xylophage');
  expect((await read()).searches).toEqual([{ words: 'zythologie', count: 2 }]);
  await deleteExpired(market.db, new Date(NOW.getTime() + 400 * 24 * 3_600_000));
  token = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ACCOUNTANT'] })).email);
  expect((await read()).searches).toEqual([]);
});

test.each(['jeanne@etal.test', '06 12 34 56 78', 'un bien trop long texte pour des mots', 'x'])(
  'what may be about a person is not counted: %s',
  async (typed) => {
    for (let time = 0; time < 2; time += 1) await search(typed);
    expect((await read()).searches).toEqual([]);
  },
);

test('a search that is narrowed counts nothing', async () => {
  for (let time = 0; time < 2; time += 1) await search('zythologie', '&town=Verdun');
  expect((await read()).searches).toEqual([]);
});

test('a period is at most two years, and ends after it begins', async () => {
  const status = async (query: string) =>
    (await market.inject('GET', `/api/administration/figures${query}`, { token })).status;
  expect(await status('?from=2020-01-01&to=2026-01-01')).toBe(422);
  expect(await status('?from=2026-02-01&to=2026-01-01')).toBe(422);
});

test.each([
  ['figures', 'from', '2026-02-31'],
  ['figures', 'to', '0002-01-01'],
  ['orders', 'from', '2026-13-45'],
  ['orders', 'to', '9999-12-31'],
])('%s are not asked for by %s %s, which is no day', async (list, bound, day) => {
  const answer = await market.inject('GET', `/api/administration/${list}?${bound}=${day}`, { token });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ violations: [{ propertyPath: bound, message: 'Jour incorrect.' }] });
});

test.each(['csv', 'pdf'])('the statement of the market is a %s of one month', async (format) => {
  const path = `/api/administration/statement?month=2026-10&format=${format}`;
  const { url } = expectOk(await market.inject<{ url: string }>('GET', path, { token }));
  const { headers, text } = await market.inject('GET', url);
  expect(headers['content-disposition']).toContain(`releve-du-marche-2026-10.${format}`);
  if (format === 'csv') expect(text).toContain(';La Ferme;2026-10;');
});
