// What is told of a shop, a category or a town to who takes it along: all of it, in the sizes asked for, and how large it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '#api/wire.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import { type Read, readsOf, type TakenOutline } from '#contract/catalogue/offline-bundle.ts';
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
  return market.inject<TakenOutline>(
    'GET',
    `/api/taken/${slug}?${new URLSearchParams({ kind, ...Object.fromEntries(searchParams) })}`,
  );
};
const outline = async (what: string) => expectOk(await ask(what));
const addressOf = ([name, args]: Read) => prepare(name as 'stores.bySlug', args as never).path;

/** Bytes of all that it comprises, answers as they are kept. */
async function weighed(taken: TakenOutline): Promise<number> {
  let sum = 0;
  for (const read of readsOf(taken)) {
    const { status, text } = await market.inject('GET', `/api${addressOf(read)}`);
    expect(`${status} ${addressOf(read)}`).toBe(`200 ${addressOf(read)}`);
    sum += Buffer.byteLength(text);
  }
  for (const path of taken.pictures) {
    sum += (await market.app.inject(path)).rawPayload.length;
  }
  return sum;
}

describe('what is taken along', () => {
  test.each([
    ['a shop', 'store/fromagerie-du-chatel'],
    ['a shop without products', 'store/salon-belle-rive'],
    ['a category', 'category/fromages'],
    ['a category of many', 'category/epicerie-et-produits-frais'],
    ['a town', 'town/verdun'],
  ])('of %s can be had whole, and is about as large as it was said to be', async (_, what) => {
    const taken = await outline(`${what}?card=480&large=720`);
    const bytes = await weighed(taken);
    expect(Math.abs(taken.bytes / bytes - 1)).toBeLessThan(0.25);
  });

  test('of a shop is each of its products, with all of its pictures and its sheet', async () => {
    const taken = await outline('store/fromagerie-du-chatel?card=240&large=1080');
    expect(taken).toMatchObject({ name: 'Fromagerie du Châtel', position: null, categories: [], tooMuch: false });
    expect(taken.products).toHaveLength(taken.productCount);
    expect(taken.stores).toMatchObject([{ slug: 'fromagerie-du-chatel', productCount: taken.productCount }]);
    for (const { slug } of taken.products) {
      const product = expectOk(await market.inject<Product>('GET', `/api/products/by_slug/${slug}`));
      const [first] = product.images;
      if (first) expect(taken.pictures).toContain(first['240_inset_path']);
      for (const image of product.images) expect(taken.pictures).toContain(image['1080_inset_path']);
      const sheet = product.technicalImage?.['480_inset_portrait_path'];
      if (sheet) expect(taken.pictures).toContain(sheet);
    }
    expect(new Set(taken.pictures).size).toBe(taken.pictures.length);
  });

  test('of a category is what stands on all its pages and below it', async () => {
    const taken = await outline('category/epicerie-et-produits-frais');
    const [root] = taken.categories;
    const list = expectOk(
      await market.inject<Collection<ProductSummary>>(
        'GET',
        `/api/categories/${root?.id}/products?published=true&itemsPerPage=200`,
      ),
    );
    expect(taken.productCount).toBe(list['hydra:totalItems']);
    expect(root?.productCount).toBe(taken.productCount);
    const tree = expectOk(await market.inject<Collection<Category>>('GET', '/api/categories'))['hydra:member'];
    const top = tree.find(({ id }) => id === root?.id);
    const below = tree.filter(({ lft, rgt }) => top && lft > top.lft && rgt < top.rgt).map(({ slug }) => slug);
    expect(taken.categories.slice(1).map(({ slug }) => slug)).toEqual(expect.arrayContaining(below));
  });

  test('of a town is its shops, however it is written, and the directory around it', async () => {
    await makeStore(market.db, { slug: 'chez-etain', city: 'Étain' });
    const taken = await outline('town/etain');
    expect(taken).toMatchObject({ name: 'Etain', position: '49.2125,5.6389,Etain' });
    expect(taken.stores.map(({ slug }) => slug)).toContain('chez-etain');
  });

  test('is nothing that the public does not see', async () => {
    const { id: storeId } = await makeStore(market.db, { slug: 'cachottier' });
    const shown = await makeProduct(market.db, { storeId });
    await makeProduct(market.db, { storeId, published: false });
    await makeProduct(market.db, { storeId, deletedAt: new Date() });
    await makeStore(market.db, { slug: 'ferme', published: false });
    const taken = await outline('store/cachottier');
    expect(taken.products.map(({ id }) => id)).toEqual([shown.id]);
    expect((await ask('store/ferme')).status).toBe(404);
  });

  test.each(['store/inconnue', 'category/inconnue', 'town/paris'])('%s is not found', async (what) => {
    expect((await ask(what)).status).toBe(404);
  });

  test('is told in sizes that pictures have, and in no others', async () => {
    expect((await ask('town/verdun?card=100')).status).toBe(400);
    expect((await ask('market/verdun')).status).toBe(400);
  });

  test('that is more than a device takes along says so, and how many products it has', async () => {
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
