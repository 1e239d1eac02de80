// The data provider of API Platform's admin, as it is published, works with the market over the network: a merchant lists,
// sorts, pages, shows, creates and saves their products with it. It is loaded without the screens of its package, which ask
// for 60,000 files of icons: `overrides` in package.json puts react-admin's core in react-admin's place.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { images } from '#server/db/schema/pictures.ts';
import hydraDataProvider from '../../../node_modules/@api-platform/admin/lib/hydra/dataProvider.js';
import fetchHydra from '../../../node_modules/@api-platform/admin/lib/hydra/fetchHydra.js';
import { makeCategory, makeProduct, makeStore } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { freePort } from '../../support/server-process.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let category: string;
let provider: ReturnType<typeof hydraDataProvider>;

beforeAll(async () => {
  const port = Number(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  market = await startTestMarket({ env: { publicUrl } });
  merchant = await makeMerchant(market);
  category = (await makeCategory(market.db)).id;
  const other = (await makeStore(market.db)).id;
  for (const [n, [slug, price, storeId]] of (
    [
      ['tomme', 900, merchant.storeId],
      ['brie', 700, merchant.storeId],
      ['toul', 1200, other],
    ] as const
  ).entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, n + 1));
    await makeProduct(market.db, { storeId, categoryId: category, slug, name: slug, price, createdAt });
  }
  await market.app.listen({ port, host: '127.0.0.1' });
  // It asks the page where it is.
  vi.stubGlobal('window', { location: { href: publicUrl } });
  const headers = { Authorization: `Bearer ${merchant.token}` };
  provider = hydraDataProvider({
    entrypoint: `${publicUrl}/api`,
    httpClient: (url: URL, options = {}) => fetchHydra(url, { ...options, headers }),
    mercure: false,
  });
  await provider.introspect();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await market.close();
});

const list = (field: string, order: 'ASC' | 'DESC', page = 1, perPage = 25, filter = {}) =>
  provider.getList('products', { pagination: { page, perPage }, sort: { field, order }, filter });
const slugs = (data: Record<string, unknown>[]) => data.map((one) => one.slug);

test('lists, in each order that the list has, page by page', async () => {
  // What it asks for when nobody has chosen an order.
  expect(await list('id', 'ASC')).toMatchObject({ total: 3 });
  expect(slugs((await list('createdAt', 'ASC')).data)).toEqual(['tomme', 'brie', 'toul']);
  expect(slugs((await list('price', 'DESC')).data)).toEqual(['toul', 'tomme', 'brie']);
  expect(slugs((await list('createdAt', 'ASC', 1, 2)).data)).toEqual(['tomme', 'brie']);
  expect(slugs((await list('createdAt', 'ASC', 2, 2)).data)).toEqual(['toul']);
});

test('filters, and finds what refers to a thing', async () => {
  const ids = (await list('createdAt', 'ASC', 1, 2)).data.map(({ id }) => id);
  expect(slugs((await list('createdAt', 'ASC', 1, 25, { id: ids })).data)).toEqual(['tomme', 'brie']);
  const referring = await provider.getManyReference('products', {
    target: 'category',
    id: `/categories/${category}`,
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: {},
  });
  expect(slugs(referring.data)).toEqual(['toul', 'brie', 'tomme']);
});

test('shows a product, somebody else’s too, and what it refers to', async () => {
  const { data } = await list('createdAt', 'ASC');
  for (const { id, slug } of data) {
    const shown = await provider.getOne('products', { id });
    expect(shown.data).toMatchObject({ slug, '@type': 'Product', category: `/categories/${category}` });
  }
  const many = await provider.getMany('categories', { ids: [`/categories/${category}`] });
  expect(many.data).toMatchObject([{ '@type': 'Category' }]);
});

test('creates a product, saves it as it was read with a change, and removes it', async () => {
  const [picture] = await market.db.insert(images).values({ stem: 'une', storeId: merchant.storeId }).returning();
  const made = await provider.create('products', {
    data: { name: 'Langres', category: `/categories/${category}`, price: 8.5, images: [`/images/${picture?.id}`] },
  });
  expect(made.data).toMatchObject({ name: 'Langres', published: false, images: [{ '@id': `/images/${picture?.id}` }] });

  const { data: read } = await provider.getOne('products', { id: made.data.id });
  const saved = await provider.update('products', {
    id: read.id,
    data: { ...read, name: 'Langres fermier' },
    previousData: read,
  });
  expect(saved.data).toMatchObject({ name: 'Langres fermier', price: { amount: 850 }, images: read.images });
  const again = await provider.getOne('products', { id: read.id });
  expect(again.data).toMatchObject({ name: 'Langres fermier', category: `/categories/${category}` });

  await provider.delete('products', { id: read.id, previousData: read });
  await expect(provider.getOne('products', { id: read.id })).rejects.toMatchObject({ status: 404 });
});

test('says what is refused, in the words of the market', async () => {
  const refused = provider.create('products', { data: { name: '', category: `/categories/${category}` } });
  await expect(refused).rejects.toMatchObject({ status: 422, message: expect.stringContaining('Nom requis') });
});
