// What is told of a shop, a category or a town to who takes it along: all of it, in the sizes asked for, and how large it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareRequest } from '#api/wire.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import { type BundleOutline, type BundleRead, bundleReads } from '#contract/catalogue/offline-bundle.ts';
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { makeProduct, makeStore } from '../../support/builders.ts';
import { expectOk } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ demo: true });
});
afterAll(() => market.close());

/** 'store/laiterie?card=240' */
const ask = (what: string) => {
  const { pathname, searchParams } = new URL(what, 'https://etal.test');
  const [, kind = '', slug = ''] = pathname.split('/');
  return market.inject<BundleOutline>(
    'GET',
    `/api/taken/${slug}?${new URLSearchParams({ kind, ...Object.fromEntries(searchParams) })}`,
  );
};
const outline = async (what: string) => expectOk(await ask(what));
const addressOf = ([name, args]: BundleRead) => prepareRequest(name as 'stores.bySlug', args as never).path;

/** Bytes of all that it comprises, answers as they are kept. */
async function measure(bundle: BundleOutline): Promise<number> {
  let sum = 0;
  for (const read of bundleReads(bundle)) {
    const { status, text } = await market.inject('GET', `/api${addressOf(read)}`);
    expect(`${status} ${addressOf(read)}`).toBe(`200 ${addressOf(read)}`);
    sum += Buffer.byteLength(text);
  }
  for (const path of bundle.pictures) {
    sum += (await market.app.inject(path)).rawPayload.length;
  }
  return sum;
}

describe('an offline bundle', () => {
  test.each([
    ['a shop', 'store/fromagerie-du-chatel'],
    ['a shop without products', 'store/salon-belle-rive'],
    ['a category', 'category/fromages'],
    ['a category of many', 'category/epicerie-et-produits-frais'],
    ['a town', 'town/verdun'],
  ])('of %s is complete, and about as large as estimated', async (_, what) => {
    const bundle = await outline(`${what}?card=480&large=720`);
    const bytes = await measure(bundle);
    expect(Math.abs(bundle.bytes / bytes - 1)).toBeLessThan(0.25);
  });

  test('of a store contains all products with their pictures', async () => {
    const bundle = await outline('store/fromagerie-du-chatel?card=240&large=1080');
    expect(bundle).toMatchObject({ name: 'Fromagerie du Châtel', position: null, categories: [], tooMuch: false });
    expect(bundle.products).toHaveLength(bundle.productCount);
    expect(bundle.stores).toMatchObject([{ slug: 'fromagerie-du-chatel', productCount: bundle.productCount }]);
    for (const { slug } of bundle.products) {
      const product = expectOk(await market.inject<Product>('GET', `/api/products/by_slug/${slug}`));
      const [first] = product.images;
      if (first) expect(bundle.pictures).toContain(first['240_inset_path']);
      for (const image of product.images) expect(bundle.pictures).toContain(image['1080_inset_path']);
      const sheet = product.technicalImage?.['480_inset_portrait_path'];
      if (sheet) expect(bundle.pictures).toContain(sheet);
    }
    expect(new Set(bundle.pictures).size).toBe(bundle.pictures.length);
  });

  test('of a category contains all its pages and subcategories', async () => {
    const bundle = await outline('category/epicerie-et-produits-frais');
    const [root] = bundle.categories;
    const list = expectOk(
      await market.inject<Collection<ProductSummary>>(
        'GET',
        `/api/categories/${root?.id}/products?published=true&itemsPerPage=200`,
      ),
    );
    expect(bundle.productCount).toBe(list['hydra:totalItems']);
    expect(root?.productCount).toBe(bundle.productCount);
    const tree = expectOk(await market.inject<Collection<Category>>('GET', '/api/categories'))['hydra:member'];
    const top = tree.find(({ id }) => id === root?.id);
    const below = tree.filter(({ lft, rgt }) => top && lft > top.lft && rgt < top.rgt).map(({ slug }) => slug);
    expect(bundle.categories.slice(1).map(({ slug }) => slug)).toEqual(expect.arrayContaining(below));
  });

  test('of a town contains its stores, in any spelling, and the directory around it', async () => {
    await makeStore(market.db, { slug: 'chez-etain', city: 'Étain' });
    const bundle = await outline('town/etain');
    expect(bundle).toMatchObject({ name: 'Etain', position: '49.2125,5.6389,Etain' });
    expect(bundle.stores.map(({ slug }) => slug)).toContain('chez-etain');
  });

  test('contains public data only', async () => {
    const { id: storeId } = await makeStore(market.db, { slug: 'cachottier' });
    const shown = await makeProduct(market.db, { storeId });
    await makeProduct(market.db, { storeId, published: false });
    await makeProduct(market.db, { storeId, deletedAt: new Date() });
    await makeStore(market.db, { slug: 'ferme', published: false });
    const bundle = await outline('store/cachottier');
    expect(bundle.products.map(({ id }) => id)).toEqual([shown.id]);
    expect((await ask('store/ferme')).status).toBe(404);
  });

  test.each(['store/inconnue', 'category/inconnue', 'town/paris'])('%s is not found', async (what) => {
    expect((await ask(what)).status).toBe(404);
  });

  test('is offered in existing picture sizes only', async () => {
    expect((await ask('town/verdun?card=100')).status).toBe(400);
    expect((await ask('market/verdun')).status).toBe(400);
  });

  test('above the limit is refused with its number of products', async () => {
    const { id: storeId } = await makeStore(market.db, { slug: 'geante' });
    const { categoryId } = await makeProduct(market.db, { storeId });
    for (let one = 0; one < 600; one += 1) await makeProduct(market.db, { storeId, categoryId });
    expect(await outline('store/geante')).toMatchObject({
      tooMuch: true,
      productCount: 601,
      products: [],
      pictures: [],
    });
  });
});
