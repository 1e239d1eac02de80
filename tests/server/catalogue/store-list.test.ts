// A list of shops says of each what helps to choose: when it is open, how it hands over, what it sells.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store, StoreSummary } from '#contract/catalogue/stores.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { makeCategory, makeDelivery, makeProduct, makeStore } from '../../support/builders.ts';
import { week } from '../../support/hours.ts';
import { expectOk } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

describe('a store in the list', () => {
  let market: TestMarket;
  let shop: StoreSummary | undefined;
  const closedDays = [{ from: '2026-12-24', to: '2026-12-26' }];

  beforeAll(async () => {
    market = await startTestMarket();
    await makeDelivery(market.db);
    const { id: storeId } = await makeStore(market.db, {
      slug: 'laiterie',
      openingHours: [week],
      closedDays,
      deliveryMethods: ['relay', 'store'],
    });
    const sold = { Beurres: 1, Fromages: 3, Laits: 2, Oeufs: 1 };
    for (const [name, count] of Object.entries(sold)) {
      const { id: categoryId } = await makeCategory(market.db, { name });
      for (let one = 0; one < count; one += 1) await makeProduct(market.db, { storeId, categoryId });
    }
    const { id: hidden } = await makeCategory(market.db, { name: 'Brouillons' });
    const gone = { storeId, categoryId: hidden };
    for (let one = 0; one < 4; one += 1) {
      await makeProduct(market.db, { ...gone, published: false });
      await makeProduct(market.db, { ...gone, deletedAt: new Date() });
    }
    await makeProduct(market.db, { storeId: (await makeStore(market.db, { slug: 'autre' })).id, categoryId: hidden });
    const list = expectOk(await market.inject<Collection<StoreSummary>>('GET', '/api/stores'));
    shop = list['hydra:member'].find(({ slug }) => slug === 'laiterie');
  });
  afterAll(() => market.close());

  test("has its hours, closures and shipping types, in the market's order", () => {
    expect(shop).toMatchObject({ openingHours: [week], closedDays, shippingTypes: ['store', 'relay'] });
  });

  test('names its three largest categories, counting public products only', () => {
    expect(shop?.sells).toEqual(['Fromages', 'Laits', 'Beurres']);
  });

  test('has the same fields on its own page', async () => {
    const page = expectOk(await market.inject<Store>('GET', '/api/stores/by_slug/laiterie'));
    expect(page).toMatchObject({ openingHours: [week], closedDays, shippingTypes: ['store', 'relay'] });
    expect(page.sells).toEqual(shop?.sells);
  });
});
