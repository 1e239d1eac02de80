// A product's page says how, when and for how much one gets it: the very prices that its order will ask.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import { makeDelivery, makeOption, makeProduct, makeStore } from '../../support/builders.ts';
import { week } from '../../support/hours.ts';
import { expectOk, makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

describe('the page of a product', () => {
  let market: TestMarket;
  const page = async (slug: string) => expectOk(await market.inject<Product>('GET', `/api/products/by_slug/${slug}`));
  const waysOf = ({ delivery }: Product) => delivery?.ways.map(({ type, amount, from }) => [type, amount, from]);

  /** What the delivery step says for an order of one of it. */
  const asked = async ({ id, options }: Product) => {
    const shopper = await makeShopper(market);
    const choices = options.map(({ values }) => values[0]?.id ?? '');
    const order = expectOk(await shopper.order(await shopper.fill([id, 1, choices])));
    return Object.entries(order.storeOrders[0]?.shippingPrices ?? {}).map(([type, { amount, from }]) => [
      type,
      amount,
      from,
    ]);
  };

  beforeAll(async () => {
    market = await startTestMarket();
    await makeDelivery(market.db);
    const tiers = [
      { distance: 20, price: 800, minimumOrderValue: 0 },
      { distance: 5, price: 250, minimumOrderValue: 0 },
      { distance: 40, price: 100, minimumOrderValue: 0 },
    ];
    const { id: storeId } = await makeStore(market.db, {
      slug: 'laiterie',
      openingHours: [week],
      preparationTime: 90,
      minimumDelivery: 1500,
      customShippingPrice: 400,
      customShippingMaxDistance: 20,
      distancePriceLevels: tiers,
      freeDeliveryPriceFromAmount: 5000,
      relayPointPrice: 150,
      ratingAverage: 4.5,
      ratingCount: 8,
    });
    const tomme = await makeProduct(market.db, { storeId, slug: 'tomme', price: 1250, weight: 1200 });
    await makeOption(market.db, tomme.id, 'Affinage', { jeune: 0, vieux: 200 });
    await makeProduct(market.db, { storeId, slug: 'meule', price: 6000, reducedPrice: 4900, weight: 400 });
    await makeProduct(market.db, { storeId, slug: 'grande-meule', price: 5000, weight: 31_000 });
    await makeProduct(market.db, { storeId, slug: 'bon', price: 3000, dematerialized: true });
    await makeProduct(market.db, { storeId, slug: 'devis', price: 9000, indicativePrice: true });
    const { id: catalogue } = await makeStore(market.db, { plan: 'Catalogue', ratingAverage: null });
    await makeProduct(market.db, { storeId: catalogue, slug: 'vitrine', price: 900 });
  });
  afterAll(() => market.close());

  test('names each way with its price for one of it, the least of the distances within reach', async () => {
    expect(waysOf(await page('tomme'))).toEqual([
      ['store', 0, false],
      ['home', 1490, false],
      ['relay', 990, false],
      ['custom_store', 250, true],
      ['custom_relay', 150, false],
    ]);
    expect((await page('tomme')).delivery?.ways[0]?.name).toBe('Retrait en boutique');
  });

  test.each(['tomme', 'meule', 'grande-meule', 'bon'])('quotes %s at the price of an order', async (slug) => {
    const product = await page(slug);
    const ways = waysOf(product);
    expect(ways?.length).toBeGreaterThan(0);
    expect(ways).toEqual(await asked(product));
  });

  test('counts what is free from an amount by the reduced price, and asks nothing to send a file', async () => {
    expect(waysOf(await page('meule'))).toContainEqual(['custom_store', 250, true]);
    expect(waysOf(await page('grande-meule'))).toContainEqual(['custom_store', 0, false]);
    expect(waysOf(await page('bon'))).toEqual([['demat', 0, false]]);
  });

  test("gives the store's hours, preparation time, minimum, reach and rating", async () => {
    const { delivery, storeRating } = await page('tomme');
    expect(delivery).toMatchObject({ openingHours: [week], closedDays: [], preparationTime: 90, reach: 20 });
    expect(delivery?.minimumDelivery.amount).toBe(1500);
    expect(storeRating).toEqual({ average: 4.5, count: 8 });
  });

  test('promises no delivery of what cannot be ordered', async () => {
    expect((await page('devis')).delivery).toBeNull();
    expect(await page('vitrine')).toMatchObject({ delivery: null, storeRating: null });
  });
});
