// Lists of products narrowed to what can be ordered now, and by the way it reaches the shopper.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { categories, type products } from '#server/db/schema/catalogue.ts';
import { makeProduct, makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let categoryId: string;

beforeAll(async () => {
  market = await startTestMarket();
  const { db } = market;
  const [category] = await db
    .insert(categories)
    .values({ slug: 'fromages', name: 'Fromages', level: 1, lft: 1, rgt: 2 })
    .returning();
  categoryId = category?.id ?? '';
  const dairy = await makeStore(db, { slug: 'laiterie', deliveryMethods: ['store', 'home'] });
  const farm = await makeStore(db, { slug: 'ferme', plan: 'E-commerce + supports', deliveryMethods: ['home'] });
  const catalogue = await makeStore(db, { slug: 'vitrine', plan: 'Catalogue', deliveryMethods: ['store'] });
  const soon = await makeStore(db, { slug: 'bientot', ready: false, deliveryMethods: [] });
  const offered: Record<string, Partial<typeof products.$inferInsert>> = {
    brie: { storeId: dairy.id },
    'dernier-brie': { storeId: dairy.id, stock: 1 },
    epuise: { storeId: dairy.id, stock: 0 },
    'a-partir-de': { storeId: dairy.id, indicativePrice: true },
    'sur-demande': { storeId: dairy.id, priceDisabled: true },
    'sans-prix': { storeId: dairy.id, price: null },
    tomme: { storeId: farm.id },
    'a-voir': { storeId: catalogue.id },
    'pas-prete': { storeId: soon.id },
  };
  for (const [slug, values] of Object.entries(offered)) {
    await makeProduct(db, { storeId: dairy.id, categoryId, name: slug, ...values, slug });
  }
});
afterAll(() => market.close());

const firm = ['brie', 'dernier-brie'];
const atTheDairy = [...firm, 'a-partir-de', 'epuise', 'sans-prix', 'sur-demande'];

test.each([
  ['available=true', [...firm, 'tomme']],
  ['available=false', [...atTheDairy, 'a-voir', 'pas-prete', 'tomme']],
  ['delivery=store', [...atTheDairy, 'a-voir']],
  ['delivery=home', [...atTheDairy, 'tomme']],
  ['delivery=relay', []],
  ['delivery=store&available=true', firm],
])('%s', async (query, expected) => {
  for (const path of ['/products', `/categories/${categoryId}/products`]) {
    const { body } = await market.inject<Collection<ProductSummary>>('GET', `/api${path}?published=true&${query}`);
    expect(body['hydra:member'].map(({ slug }) => slug).sort()).toEqual([...expected].sort());
    expect(body['hydra:totalItems']).toBe(expected.length);
  }
});
