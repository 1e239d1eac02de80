// What a merchant reads for the list and the form of products: the list searched by name, the rates of VAT.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { MerchantProduct, VatRate } from '#contract/merchant/own-products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { type products, vatRates } from '#server/db/schema/catalogue.ts';
import { makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let product: typeof products.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
  product = await makeProduct(market.db, { storeId: merchant.storeId });
});

test('the list is searched by name: case, accents and signs of a pattern mean nothing, and it combines with the rest', async () => {
  const { storeId } = merchant;
  const brulee = await makeProduct(market.db, { storeId, name: 'Crème BRÛLÉE 100 %' });
  const hidden = await makeProduct(market.db, { storeId, name: 'Petite crème brulée', published: false });
  await makeProduct(market.db, { name: 'Crème brûlée d’un autre' });
  const found = async (query: string) => {
    const { body } = await merchant.call<Collection<MerchantProduct>>(
      'GET',
      `/stores/${storeId}/own_products?${query}`,
    );
    return body['hydra:member'].map(({ id }) => id);
  };
  expect((await found(`name=${encodeURIComponent('creme brulée')}`)).sort()).toEqual([brulee.id, hidden.id].sort());
  expect(await found(`published=true&name=${encodeURIComponent('BRULEE')}`)).toEqual([brulee.id]);
  expect(await found(`name=${encodeURIComponent('%')}`)).toEqual([brulee.id]);
  expect(await found('name=_')).toEqual([]);
  expect(await found('name=introuvable')).toEqual([]);
  expect((await found('name=')).length).toBeGreaterThan(1);
  expect((await found('name=%20%20')).length).toBeGreaterThan(1);
  const tooLong = await merchant.call('GET', `/stores/${storeId}/own_products?name=${'a'.repeat(81)}`);
  expect(tooLong.status).toBe(400);
});

test('each product of the list has all fields of its form, so that it can be edited offline', async () => {
  const { storeId } = merchant;
  const others = [await makeProduct(market.db, { storeId }), await makeProduct(market.db, { storeId })];
  const associatedProducts = others.map(({ id }) => `/products/${id}`);
  const options = [{ name: 'Taille', values: [{ name: 'Petite', price: 0 }] }];
  const values = {
    associatedProducts,
    options,
    technicalText: 'Lait cru',
    dimensions: { length: 1, width: 2, height: 3, weight: 1.5 },
  };
  expect((await merchant.call('PUT', `/products/${product.id}`, values)).status).toBe(200);
  const { body } = await merchant.call<Collection<MerchantProduct>>('GET', `/stores/${storeId}/own_products`);
  const members = body['hydra:member'];
  expect(members).toHaveLength(3);
  for (const member of members) {
    // Fields of the public page are not part of the form.
    const {
      delivery: _delivery,
      storeRating: _rating,
      seller: _seller,
      ...own
    } = (await merchant.call<MerchantProduct>('GET', `/products/${member.id}`)).body;
    expect(own).toEqual({ '@context': '/api/contexts/Product', ...member });
  }
  const changed = members.find(({ id }) => id === product.id);
  expect(changed?.associatedProducts.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
});

test('merchants get the VAT rates, the highest first, in percent', async () => {
  await market.db.insert(vatRates).values([
    { name: 'TVA 2,1 %', rate: 210 },
    { name: 'TVA 20 %', rate: 2000 },
  ]);
  const { body } = await merchant.call<Collection<VatRate>>('GET', '/vat_rates');
  const rates = body['hydra:member'];
  expect(rates.map(({ rate }) => rate)).toEqual(rates.map(({ rate }) => rate).sort((a, b) => b - a));
  const reduced = rates.find(({ rate }) => rate === 2.1);
  expect(reduced?.name).toBe('TVA 2,1 %');
  const { body: changed } = await merchant.call<MerchantProduct>('PUT', `/products/${product.id}`, {
    vatRate: reduced?.['@id'],
  });
  expect(changed.vatRate).toBe(reduced?.['@id']);
});

test('a product becomes dematerialized and is no more so, in public too', async () => {
  for (const dematerialized of [true, false]) {
    expect((await merchant.call('PUT', `/products/${product.id}`, { dematerialized })).status).toBe(200);
    expect((await market.inject<Product>('GET', `/api/products/by_slug/${product.slug}`)).body.dematerialized).toBe(
      dematerialized,
    );
  }
});
