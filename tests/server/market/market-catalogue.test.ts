// Categories, VAT rates, deliveries, what is featured and merchants' terms as operators edit them, and what an import does
// afterwards.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  MarketCategory,
  MarketDelivery,
  MarketFeatured,
  MarketTerms,
  MarketVatRate,
} from '#contract/administration/catalogue.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { categories, products, vatRates } from '#server/db/schema/catalogue.ts';
import { deliveryPrices } from '#server/db/schema/content.ts';
import { type EditedMarket, startEditedMarket } from './edited-market.ts';

let edited: EditedMarket;
let market: EditedMarket['market'];
let call: EditedMarket['call'];
let list: EditedMarket['list'];
let runFolder: EditedMarket['runFolder'];
beforeEach(async () => {
  edited = await startEditedMarket();
  ({ market, call, list, runFolder } = edited);
  await runFolder();
});
afterEach(() => edited.close());

const named = async <T extends { id: string }>(path: string, is: (one: T) => boolean): Promise<T> => {
  const found = (await list<T>(path)).find(is);
  if (!found) throw new Error(`None in ${path}.`);
  return found;
};
const category = (slug: string) => named<MarketCategory>('/categories', (one) => one.slug === slug);
const FIELDS = {
  ...{ name: 'Neuve', parent: null as string | null, position: 1 as number | null, picture: null },
  ...{ labelFermier: false, labelFermierDescription: '', labelFermierUrl: null },
};
const create = (slug: string, fields: Partial<typeof FIELDS> = {}) =>
  call<MarketCategory>('POST', '/categories', { slug, ...FIELDS, ...fields });
const save = ({ id, picture, ...own }: MarketCategory, fields: Partial<typeof FIELDS>) =>
  call('PUT', `/categories/${id}`, { ...own, picture: picture?.['@id'] ?? null, ...fields });
/** As shoppers see it: slugs in tree order, indented by level. */
const tree = async () =>
  (await market.inject<Collection<{ slug: string; level: number }>>('GET', '/api/categories?order[lft]=ASC')).body[
    'hydra:member'
  ].map(({ slug, level }) => `${'-'.repeat(level - 1)}${slug}`);
const EXAMPLE = ['a-manger', '-fromages', 'pour-la-maison', '-vaisselle'];
const categoryOf = async (slug: string) => {
  const [row] = await market.db.select().from(products).where(eq(products.slug, slug));
  return row?.categoryId;
};
const violation = (propertyPath: string) => ({ status: 422, body: { violations: [{ propertyPath }] } });
const actions = async () =>
  (await list<{ action: string; title: string }>('/actions')).map(({ action, title }) => `${action} ${title}`);

describe('a category', () => {
  test('is created at its place, moved with those below it, and the market shows it', async () => {
    expect(await tree()).toEqual(EXAMPLE);
    const made = await create('epicerie', { position: 2 });
    expect(made).toMatchObject({ status: 201, body: { level: 1, position: 2, products: 0 } });
    expect(await tree()).toEqual(['a-manger', '-fromages', 'epicerie', 'pour-la-maison', '-vaisselle']);
    expect((await save(await category('a-manger'), { parent: made.body.id, name: 'Frais' })).status).toBe(200);
    expect(await tree()).toEqual(['epicerie', '-a-manger', '--fromages', 'pour-la-maison', '-vaisselle']);
    await save(await category('epicerie'), { position: null });
    expect(await tree()).toEqual(['pour-la-maison', '-vaisselle', 'epicerie', '-a-manger', '--fromages']);
    expect(await actions()).toEqual([
      'content-changed la catégorie «\u00a0Neuve\u00a0»',
      'content-changed la catégorie «\u00a0Frais\u00a0»',
      'content-created la catégorie «\u00a0Neuve\u00a0»',
    ]);
  });

  test('is refused below itself, at a fourth level, below one with products, and at an address that is taken', async () => {
    const [top, low] = [await category('a-manger'), await category('fromages')];
    expect(await save(top, { parent: top.id })).toMatchObject(violation('parent'));
    expect(await save(top, { parent: low.id })).toMatchObject(violation('parent'));
    expect(await create('chevre', { parent: low.id })).toMatchObject(violation('parent'));
    expect(await create('fromages')).toMatchObject(violation('slug'));
    const second = await create('second', { parent: top.id });
    const third = await create('third', { parent: second.body.id });
    expect(await create('fourth', { parent: third.body.id })).toMatchObject(violation('parent'));
    expect(await save(await category('second'), { parent: (await category('vaisselle')).id })).toMatchObject(
      violation('parent'),
    );
    expect(await tree()).toEqual(['a-manger', '-second', '--third', '-fromages', 'pour-la-maison', '-vaisselle']);
  });

  test('is deleted once it is empty; its products move to another one', async () => {
    const [top, low] = [await category('a-manger'), await category('fromages')];
    expect(low.products).toBeGreaterThan(0);
    for (const { id } of [top, low])
      expect(await call('DELETE', `/categories/${id}`)).toMatchObject({ status: 409, body: { code: 'needed' } });
    const cheese = await create('frais');
    const to = (id: string) => call<MarketCategory>('POST', `/categories/${low.id}/moved_products`, { to: id });
    expect(await to(top.id)).toMatchObject(violation('to'));
    expect(await to(low.id)).toMatchObject(violation('to'));
    expect(await to(cheese.body.id)).toMatchObject({ status: 200, body: { products: 0 } });
    expect(await categoryOf('tomme-du-causse')).toBe(cheese.body.id);
    expect((await call('DELETE', `/categories/${low.id}`)).status).toBe(204);
    expect(await tree()).toEqual(['frais', 'a-manger', 'pour-la-maison', '-vaisselle']);
    expect((await call('GET', `/categories/${low.id}`)).status).toBe(404);
  });

  test('of products that were deleted leaves them another one', async () => {
    const { id } = await category('vaisselle');
    await market.db.update(products).set({ deletedAt: new Date() }).where(eq(products.categoryId, id));
    expect((await call('DELETE', `/categories/${id}`)).status).toBe(204);
    expect(await categoryOf('bol-en-gres')).not.toBe(id);
  });
});

describe('a VAT rate', () => {
  const rate = (typed: string) => named<MarketVatRate>('/vat_rates', (one) => one.rate === typed);

  test('is typed as percent, once, and renamed', async () => {
    const made = await call<MarketVatRate>('POST', '/vat_rates', { name: 'Corse', rate: '2,10 %' });
    expect(made).toMatchObject({ status: 201, body: { rate: '2,1', products: 0 } });
    for (const typed of ['5.5', 'beaucoup', '101', '-1', ''])
      expect(await call('POST', '/vat_rates', { name: 'Autre', rate: typed })).toMatchObject(violation('rate'));
    const { id } = await rate('5,5');
    expect((await call('PUT', `/vat_rates/${id}`, { name: 'Réduit', rate: '5,5' })).status).toBe(200);
    expect(await rate('5,5')).toMatchObject({ name: 'Réduit', products: 2 });
    expect(await call('PUT', `/vat_rates/${id}`, { name: 'Réduit', rate: '20' })).toMatchObject(violation('rate'));
  });

  test('changes for all its products, and is deleted only when none has it', async () => {
    const { id, products: own } = await rate('20');
    expect(own).toBe(1);
    await call('PUT', `/vat_rates/${id}`, { name: 'TVA 21 %', rate: '21' });
    const [row] = await market.db
      .select({ rate: vatRates.rate })
      .from(products)
      .innerJoin(vatRates, eq(vatRates.id, products.vatRateId))
      .where(eq(products.slug, 'bol-en-gres'));
    expect(row).toEqual({ rate: 2100 });
    expect((await actions())[0]).toBe('content-changed le taux de TVA «\u00a0TVA 20 %\u00a0», désormais de 21\u00a0%');
    expect(await call('DELETE', `/vat_rates/${id}`)).toMatchObject({ status: 409, body: { code: 'needed' } });
    await market.db.update(products).set({ deletedAt: new Date() }).where(eq(products.slug, 'bol-en-gres'));
    expect((await call('DELETE', `/vat_rates/${id}`)).status).toBe(204);
    expect((await list<MarketVatRate>('/vat_rates')).map((one) => one.rate)).toEqual(['5,5']);
  });
});

describe('a delivery', () => {
  const home = (prices: object[] | null, name = 'À domicile') =>
    call<MarketDelivery>('PUT', '/deliveries/home', { name, prices });

  test('has its name and its prices as typed', async () => {
    const saved = await home([
      { maxWeight: '500 g', price: '4€50' },
      { maxWeight: '2,5', price: '9.9' },
    ]);
    const prices = [
      { maxWeight: '0,5', price: '4,50' },
      { maxWeight: '2,5', price: '9,90' },
    ];
    expect(saved).toMatchObject({ status: 200, body: { name: 'À domicile', prices } });
    expect(await market.db.select().from(deliveryPrices)).toEqual([
      { shippingType: 'home', maxWeight: 500, price: 450 },
      { shippingType: 'home', maxWeight: 2500, price: 990 },
    ]);
    expect(await actions()).toEqual([
      'content-changed les tarifs de la livraison «\u00a0À domicile\u00a0»',
      'content-changed la livraison «\u00a0À domicile\u00a0»',
    ]);
    const unnamed = await call<MarketDelivery>('PUT', '/deliveries/store', { name: '', prices: null });
    expect(unnamed.body).toMatchObject({ name: SHIPPING_LABELS.store, prices: null });
  });

  test('names each wrong price at its field, and keeps one while stores deliver so', async () => {
    const before = await market.db.select().from(deliveryPrices);
    const wrong = await home([
      { maxWeight: '1', price: 'cher' },
      { maxWeight: 'lourd', price: '5' },
      { maxWeight: '1 kg', price: '5' },
    ]);
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        violations: ['prices.0.price', 'prices.1.maxWeight', 'prices.2.maxWeight'].map((propertyPath) => ({
          propertyPath,
        })),
      },
    });
    expect(await home([])).toMatchObject(violation('prices'));
    expect(await market.db.select().from(deliveryPrices)).toEqual(before);
    expect((await call('PUT', '/deliveries/relay', { name: '', prices: [] })).status).toBe(200);
  });
});

test('what the home page shows first is chosen in its order, once each', async () => {
  const one = (id: string) => named<MarketFeatured>('/featured', (each) => each.id === id);
  const before = await one('products');
  expect(before.items.map(({ name }) => name)).toEqual(['Tomme du Causse', 'Bol en grès']);
  const items = before.items.toReversed().map(({ iri }) => ({ iri }));
  expect((await call('PUT', '/featured/products', { items })).status).toBe(200);
  const shown = await market.inject<Collection<{ product: { name: string } }>>(
    'GET',
    '/api/featured_products?order[rank]=ASC',
  );
  expect(shown.body['hydra:member'].map(({ product }) => product.name)).toEqual(['Bol en grès', 'Tomme du Causse']);
  expect(await call('PUT', '/featured/products', { items: [items[0], items[0]] })).toMatchObject(
    violation('items.1.iri'),
  );
  expect(await call('PUT', '/featured/categories', { items: items.slice(1) })).toMatchObject(violation('items.0.iri'));
  expect((await call('PUT', '/featured/categories', { items: [] })).status).toBe(200);
  expect((await one('categories')).items).toEqual([]);
});

test('of two operators who save at once one comes after the other', async () => {
  const found = await named<MarketFeatured>('/featured', ({ id }) => id === 'products');
  const items = found.items.map(({ iri }) => ({ iri }));
  const lists = [items, items.toReversed(), items.slice(1), items];
  const saves = await Promise.all(lists.map((one) => call('PUT', '/featured/products', { items: one })));
  expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const made = await Promise.all(
    ['8,5', '8.5', '8,50'].map((rate) => call('POST', '/vat_rates', { name: 'DOM', rate })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  const [one, two] = await Promise.all([create('jardin'), create('jardin')]);
  expect([one.status, two.status].toSorted()).toEqual([201, 422]);
  const places = await Promise.all(['a', 'b', 'c'].map((slug) => create(slug, { position: null })));
  expect(places.map(({ status }) => status)).toEqual([201, 201, 201]);
  const bounds = await market.db.select({ lft: categories.lft, rgt: categories.rgt }).from(categories);
  expect(new Set(bounds.flatMap(({ lft, rgt }) => [lft, rgt])).size).toBe(2 * bounds.length);
});

test('a new version of the merchants’ terms is added to the others, once', async () => {
  const published = async () =>
    (await market.inject<Collection<{ terms: string }>>('GET', '/api/term_and_conditions')).body['hydra:member'];
  const before = await published();
  const made = await call<MarketTerms>('POST', '/terms', { text: 'Vendre **ici**.' });
  expect(made).toMatchObject({ status: 201, body: { text: 'Vendre **ici**.', stores: 0 } });
  expect((await published()).map(({ terms }) => terms)).toEqual([
    ...before.map(({ terms }) => terms),
    'Vendre **ici**.',
  ]);
  expect(await call('POST', '/terms', { text: ' Vendre **ici**.' })).toMatchObject(violation('text'));
  expect(await list<MarketTerms>('/terms')).toHaveLength(before.length + 1);
});

describe('an import after that', () => {
  test('leaves the tree, and adds the folder’s new categories to it, until it is told to overwrite', async () => {
    await save(await category('fromages'), { parent: null, position: 1, name: 'Du navigateur' });
    edited.write('categories.yaml', (text) => `- { slug: jardin, name: Jardin }\n${text}`);
    const plan = await runFolder();
    expect(plan.edited.map(({ key }) => key)).toEqual(['fromages']);
    expect(await tree()).toEqual(['fromages', 'a-manger', 'pour-la-maison', '-vaisselle', 'jardin']);
    expect((await category('fromages')).name).toBe('Du navigateur');
    expect((await runFolder()).changes).toEqual([]);
    await create('autre');
    await runFolder({ prune: true });
    expect(await tree()).toContain('autre');
    await runFolder({ overwrite: true, prune: true });
    expect(await tree()).toEqual(['jardin', ...EXAMPLE]);
    expect((await category('fromages')).name).toBe('Fromages');
  });

  test('brings back a category and a rate that its products name', async () => {
    const [low, { id: rateId }] = [
      await category('vaisselle'),
      await named<MarketVatRate>('/vat_rates', ({ rate }) => rate === '20'),
    ];
    const to = await create('divers');
    await call('POST', `/categories/${low.id}/moved_products`, { to: to.body.id });
    await call('DELETE', `/categories/${low.id}`);
    await call('PUT', `/vat_rates/${rateId}`, { name: 'TVA 21 %', rate: '21' });
    await runFolder();
    expect(await categoryOf('bol-en-gres')).toBe((await category('vaisselle')).id);
    expect((await list<MarketVatRate>('/vat_rates')).map(({ rate }) => rate)).toEqual(['21', '20', '5,5']);
  });

  test('leaves prices and what is featured, and an export changes nothing', async () => {
    const prices = [{ maxWeight: '30', price: '0,00' }];
    await call('PUT', '/deliveries/home', { name: 'À vélo', prices });
    await call('PUT', '/featured/categories', { items: [] });
    const plan = await runFolder();
    expect(plan.edited.map(({ kind }) => kind)).toEqual(['deliveryMethod', 'carrierPrices', 'featured']);
    expect(plan.changes).toEqual([]);
    expect(await named<MarketDelivery>('/deliveries', ({ id }) => id === 'home')).toMatchObject({
      name: 'À vélo',
      prices,
    });
    await create('autre');
    const again = await edited.runExport();
    expect([again.changes, again.edited, again.tree]).toEqual([[], [], null]);
  });
});
