// Pages are made once for all who want to see the same, whatever else stands in their address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, now: new Date() });
  const store = await makeStore(market.db, { slug: 'fromagerie' });
  const category = await makeCategory(market.db, { slug: 'fromages' });
  const values = { storeId: store.id, categoryId: category.id };
  for (let n = 0; n < 40; n += 1) await makeProduct(market.db, { ...values, price: 100 + n });
});
afterAll(() => market.close());

/** The same tag: the same page, made once. */
const tagOf = async (url: string) => {
  const { statusCode, headers } = await market.app.inject({ url });
  expect(statusCode, url).toBe(200);
  return String(headers.etag);
};

test.each(['/', '/categorie/fromages', '/boutique/fromagerie', '/boutiques', '/nouveautes', '/promotions', '/contact'])(
  '%s is one page, with any unused parameters',
  async (path) => {
    const tag = await tagOf(path);
    for (const query of [
      'utm_source=lettre',
      'x=1&y=2',
      'page=0',
      'page=1',
      'page=abc',
      'page=1001',
      'price=dear',
      'Q=%00',
      '',
    ]) {
      expect(await tagOf(`${path}?${query}`), query).toBe(tag);
    }
    for (let n = 0; n < 20; n += 1) expect(await tagOf(`${path}?n${n}=${n}`)).toBe(tag);
  },
);

test('each used parameter makes another page, in any order', async () => {
  const path = '/categorie/fromages';
  const first = await tagOf(path);
  const second = await tagOf(`${path}?page=2`);
  expect(second).not.toBe(first);
  const cheapest = await tagOf(`${path}?page=2&price=ASC`);
  expect(cheapest).not.toBe(second);
  expect(await tagOf(`${path}?utm=1&price=ASC&x=y&page=2`)).toBe(cheapest);
  const { body } = await market.app.inject({ url: `${path}?x=1&price=DESC` });
  expect(body).toContain('1,39');
  expect(await tagOf('/boutique/fromagerie/produits?category_slug=fromages')).not.toBe(
    await tagOf('/boutique/fromagerie/produits'),
  );
});

test('stores near a place are rendered by the browser: there are as many such pages as places', async () => {
  const near = await tagOf('/boutiques?position=48.77,5.16,Bar-le-Duc');
  expect(await tagOf('/boutiques?position=1,1')).toBe(near);
  expect(near).toBe(await tagOf('/shell'));
});

test('above the limit of parallel lists the browser renders them, without errors', async () => {
  const asked = Array.from({ length: 60 }, (_, n) => tagOf(`/nouveautes?page=${n + 2}`));
  const tags = await Promise.all(asked);
  expect(tags).toContain(await tagOf('/shell'));
  // Alone, each is filled again.
  expect(await tagOf('/nouveautes?page=61')).not.toBe(await tagOf('/shell'));
});
