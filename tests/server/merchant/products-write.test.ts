// What a merchant writes of products: the form's rules, versions, publishing, and what stays of a product that is deleted.
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { events, productOptionValues, type products, vatRates } from '#server/db/schema/catalogue.ts';
import { images } from '#server/db/schema/pictures.ts';
import { orders, storeOrderItems } from '#server/db/schema/sales.ts';
import { slugify } from '#server/merchant/free-slug.ts';
import { makeCategory, makeDelivery, makeOption, makeProduct } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { makeShopper } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
let product: typeof products.$inferSelect;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
  product = await makeProduct(market.db, { storeId: merchant.storeId });
});

type Version = ErrorBody & { detail: { version: number; current: Record<string, unknown> } };
const put = <T = MerchantProduct>(body: unknown, ifMatch?: number | string) =>
  merchant.call<T>('PUT', `/products/${product.id}`, body, ifMatch);
const seen = async () => (await merchant.call<MerchantProduct>('GET', `/products/${product.id}`)).body;
const violationsOf = async (body: unknown) => (await put<ErrorBody>(body)).body.violations;
const inPublic = (slug: string) => market.inject<Product>('GET', `/api/products/by_slug/${slug}`);

describe('a change of a product', () => {
  test('names some fields, changes those and leaves the others', async () => {
    const before = await seen();
    const { status, body } = await put({ name: '  Tomme au foin ', description: 'Affinée six mois.', news: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      name: 'Tomme au foin',
      description: 'Affinée six mois.',
      news: true,
      version: 2,
    });
    expect(await seen()).toEqual(body);
  });

  test('may write every field there is, and reads them back', async () => {
    const { db } = market;
    const [category, second, other] = [
      await makeCategory(db),
      await makeCategory(db),
      await makeProduct(db, { storeId: merchant.storeId }),
    ];
    const [rate] = await db.insert(vatRates).values({ name: '5,5 %', rate: 550 }).returning();
    const [event] = await db
      .insert(events)
      .values({ slug: `noel-${product.id}`, name: 'Noël' })
      .returning();
    const pictures = await db
      .insert(images)
      .values(['une', 'deux'].map((stem) => ({ stem, storeId: merchant.storeId })))
      .returning();
    const [one, two] = pictures.map(({ id }) => `/images/${id}`);
    const { status, body, text } = await put({
      category: `/categories/${category.id}`,
      categories: [`/categories/${second.id}`],
      technicalText: 'Lait cru',
      price: { stringValue: '12,50' },
      reducedPrice: 9.9,
      vatRate: `/vat_rates/${rate?.id}`,
      stockManagement: true,
      stock: 12,
      preOrderDate: '2031-02-01',
      notSellToMinor: true,
      inevitable: true,
      currentOffers: true,
      externalURL: 'https://exemple.fr/tomme',
      images: [two, one],
      technicalImage: one,
      technicalAttributes: [
        { name: 'Lait', value: 'Vache' },
        { name: '', value: 'sans nom' },
      ],
      associatedProducts: [`/products/${other.id}`],
      events: [`/events/${event?.id}`],
      dimensions: { length: 20, width: 20, height: 8, weight: 1.25 },
    });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      category: `/categories/${category.id}`,
      categories: [`/categories/${second.id}`],
      price: { amount: 1250, stringValue: '12,50' },
      reducedPrice: { amount: 990 },
      vatRate: `/vat_rates/${rate?.id}`,
      stockManagement: true,
      stock: 12,
      preOrderDate: '2031-02-01',
      externalURL: 'https://exemple.fr/tomme',
      images: [{ '@id': two }, { '@id': one }],
      technicalImage: { '@id': one },
      technicalAttributes: [{ name: 'Lait', value: 'Vache' }],
      associatedProducts: [{ id: other.id }],
      events: [`/events/${event?.id}`],
      dimensions: { length: 20, width: 20, height: 8, weight: 1.25 },
    });
    expect(await seen()).toEqual(body);
    const emptied = await put({
      images: [],
      technicalImage: null,
      categories: [],
      events: [],
      associatedProducts: [],
      price: body.price,
    });
    expect(emptied.body).toMatchObject({
      images: [],
      technicalImage: null,
      categories: [],
      events: [],
      associatedProducts: [],
    });
    expect(emptied.body.price).toEqual(body.price);
  });

  test('never changes fields that are not the merchant’s', async () => {
    const stranger = await makeMerchant(market);
    const { body } = await put({
      store: `/stores/${stranger.storeId}`,
      averageRating: 5,
      version: 40,
      slug: 'autre',
      published: false,
    });
    expect(body).toMatchObject({
      store: { id: merchant.storeId },
      averageRating: null,
      version: 2,
      slug: product.slug,
      published: true,
    });
  });
});

describe('the rules of the form, reported on the field', () => {
  const price = { price: 10 };
  test.each<[string, object, [string, string][]]>([
    ['a name', { name: ' ' }, [['name', 'Nom requis']]],
    ['a price', { price: null }, [['price', 'Prix requis']]],
    ['an amount', { price: { stringValue: 'gratuit' } }, [['price', 'Montant incorrect.']]],
    ['one amount', { price: { stringValue: '12 50' } }, [['price', 'Montant incorrect.']]],
    ['no fractions of cents', { price: 1.005 }, [['price', 'Montant incorrect.']]],
    ['no negative price', { price: -1 }, [['price', 'Montant incorrect.']]],
    ['no price in the millions', { price: 1_000_000 }, [['price', 'Montant trop élevé.']]],
    [
      'a reduced price below the price',
      { ...price, reducedPrice: 10 },
      [['reducedPrice', 'Le prix réduit doit être inférieur au prix.']],
    ],
    [
      'no reduced price beside an indicative one',
      { indicativePrice: true, reducedPrice: 5 },
      [['reducedPrice', 'Un prix «\u00a0à partir de\u00a0» ne peut pas être réduit.']],
    ],
    ['a whole stock', { stock: 1.5 }, [['stock', 'Nombre entier attendu.']]],
    ['no negative stock', { stock: -1 }, [['stock', 'Le stock ne peut pas être négatif.']]],
    ['a stock when it is managed', { stockManagement: true }, [['stock', 'Stock requis']]],
    [
      'a category that exists',
      { category: '/categories/nulle' },
      [['category', 'Choisissez une catégorie sans sous-catégorie.']],
    ],
    ['a date', { preOrderDate: 'demain' }, [['preOrderDate', 'Date incorrecte.']]],
    ['a day that exists', { preOrderDate: '2031-02-30' }, [['preOrderDate', 'Date incorrecte.']]],
    ['a web address', { externalURL: 'javascript:alert(1)' }, [['externalURL', 'Adresse https:// attendue.']]],
    [
      'whole centimetres',
      { dimensions: { length: 1.5, width: 1, height: 1, weight: 1 } },
      [['dimensions.length', 'Nombre entier de centimètres attendu.']],
    ],
    ['a known VAT rate', { vatRate: '/vat_rates/nul' }, [['vatRate', 'Taux de TVA inconnu.']]],
    [
      'prices of options that are amounts',
      { options: [{ name: 'Taille', values: [{ name: 'S', price: { stringValue: 'x' } }] }] },
      [['options.0.values.0.price', 'Montant incorrect.']],
    ],
  ])('%s', async (_rule, body, expected) => {
    const before = await seen();
    expect(await violationsOf(body)).toEqual(expected.map(([propertyPath, message]) => ({ propertyPath, message })));
    expect(await seen()).toEqual(before);
  });

  test('all violations are reported at once, and nothing is written', async () => {
    const violations = await violationsOf({
      name: 'Bon nom',
      price: null,
      stockManagement: true,
      events: ['/events/nul'],
    });
    expect(violations?.map(({ propertyPath }) => propertyPath)).toEqual(['price', 'stock', 'events']);
    expect((await seen()).name).toBe(product.name);
  });

  test('without a price when it is switched off; an indicative price drops the reduced one', async () => {
    expect((await put({ price: 20, reducedPrice: 15 })).body.reducedPrice?.amount).toBe(1500);
    expect((await put({ indicativePrice: true })).body.reducedPrice).toBeNull();
    expect((await put({ priceDisabled: true, price: null })).body).toMatchObject({ price: null, priceDisabled: true });
    expect((await put<ErrorBody>({ priceDisabled: false })).body.violations?.[0]?.message).toBe('Prix requis');
  });

  test('stock that is no longer managed is forgotten', async () => {
    expect((await put({ stockManagement: true, stock: 4 })).body).toMatchObject({ stock: 4, stockManagement: true });
    expect((await put({ stockManagement: false })).body).toMatchObject({ stock: null, stockManagement: false });
  });

  test("another store's products cannot be associated", async () => {
    const other = await makeProduct(market.db);
    expect(await violationsOf({ associatedProducts: [`/products/${other.id}`] })).toEqual([
      { propertyPath: 'associatedProducts', message: 'Ce produit n’existe plus.' },
    ]);
  });
});

describe('options', () => {
  test('without name or values, and values without name or price, are left out', async () => {
    const { body } = await put({
      options: [
        { name: '', values: [{ name: 'perdue', price: 1 }] },
        { name: 'Vide', values: [] },
        { name: 'Sans prix', values: [{ name: 'A', price: null }] },
        {
          name: 'Taille',
          values: [
            { name: 'S', price: { stringValue: '' } },
            { name: '', price: 2 },
            { name: 'M', price: 0 },
            { name: 'L', price: { stringValue: '2,50' } },
          ],
        },
      ],
    });
    expect(
      body.options.map(({ name, values }) => [name, values.map((value) => [value.name, value.price.amount])]),
    ).toEqual([
      [
        'Taille',
        [
          ['M', 0],
          ['L', 250],
        ],
      ],
    ]);
  });

  test('that are sent keep their ids, which carts reference; others are deleted', async () => {
    const size = await makeOption(market.db, product.id, 'Taille', { S: 0, M: 100 });
    const colour = await makeOption(market.db, product.id, 'Couleur', { Bleu: 0 });
    const [small, medium] = size.values;
    const { body } = await put({
      options: [
        { name: 'Motif', values: [{ name: 'Pois', price: 1 }] },
        {
          id: size.id,
          name: 'Grandeur',
          values: [
            { id: medium?.id, name: 'Moyen', price: 1.5 },
            { name: 'Géant', price: 3 },
          ],
        },
      ],
    });
    expect(body.options.map(({ name }) => name)).toEqual(['Motif', 'Grandeur']);
    expect(body.options[1]).toMatchObject({
      id: size.id,
      values: [{ id: medium?.id, name: 'Moyen', price: { amount: 150 } }, { name: 'Géant' }],
    });
    const left = await market.db.select().from(productOptionValues);
    expect(left.map(({ id }) => id)).not.toContain(small?.id);
    expect(left.map(({ id }) => id)).not.toContain(colour.values[0]?.id);
  });

  test('of another product cannot be used', async () => {
    const other = await makeProduct(market.db, { storeId: merchant.storeId });
    const theirs = await makeOption(market.db, other.id, 'Taille', { S: 0 });
    const { body } = await put({
      options: [{ id: theirs.id, name: 'Mienne', values: [{ id: theirs.values[0]?.id, name: 'S', price: 5 }] }],
    });
    expect(body.options[0]?.id).not.toBe(theirs.id);
    const [untouched] = await market.db
      .select()
      .from(productOptionValues)
      .where(eq(productOptionValues.optionId, theirs.id));
    expect(untouched).toMatchObject({ id: theirs.values[0]?.id, price: 0 });
  });
});

describe('versions', () => {
  test('a change of the current version is accepted; an older one is refused with the current fields', async () => {
    expect((await put({ name: 'Un' }, 1)).body.version).toBe(2);
    const late = await put<Version>({ name: 'Deux', stock: 4 }, 1);
    expect([late.status, late.body.code]).toEqual([412, 'version']);
    expect(late.body.detail).toEqual({ version: 2, current: { name: 'Un', stock: null } });
    expect(late.body['hydra:description']).toBe('Ce produit a été modifié sur un autre appareil.');
    expect((await seen()).name).toBe('Un');
    expect((await put({ name: 'Deux' }, 2)).status).toBe(200);
  });

  test('a version is optional', async () => {
    await put({ name: 'Un' });
    expect((await put({ name: 'Deux' })).body).toMatchObject({ name: 'Deux', version: 3 });
    expect((await put({ name: 'Trois' }, '*')).status).toBe(200);
  });

  test.each(['3', 'W/"3"', '"x"', '"1", "2"', '""'])('If-Match %s is no version: 400', async (header) => {
    const { status } = await put({ name: 'Un' }, header);
    expect(status).toBe(400);
    expect((await seen()).version).toBe(1);
  });

  test('of two parallel changes to the same version one is accepted', async () => {
    const answers = await Promise.all(['Un', 'Deux', 'Trois'].map((name) => put({ name }, 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect(await seen()).toMatchObject({ version: 2, name: answers.find(({ status }) => status === 200)?.body.name });
  });

  test('a sale changes the version, too: an older form cannot overwrite the stock', async () => {
    const sold = await makeProduct(market.db, { storeId: merchant.storeId, stock: 5 });
    const shopper = await makeShopper(market);
    const order = await shopper.ready([sold.id, 2]);
    expect((await shopper.prepare(order)).status).toBe(201);
    const late = await merchant.call<Version>('PUT', `/products/${sold.id}`, { stock: 5 }, 1);
    expect([late.status, late.body.detail]).toEqual([412, { version: 2, current: { stock: 3 } }]);
  });

  test('a deletion is versioned, too', async () => {
    await put({ name: 'Un' });
    const late = await merchant.call<Version>('DELETE', `/products/${product.id}`, undefined, 1);
    expect([late.status, late.body.detail]).toEqual([412, { version: 2, current: {} }]);
    expect((await merchant.call('DELETE', `/products/${product.id}`, undefined, 2)).status).toBe(204);
  });
});

describe('publishing, hiding, deleting', () => {
  test('a new product waits for its publication, and has an address of its own', async () => {
    const category = await makeCategory(market.db);
    const body = { name: 'Crème brûlée (×2)', category: `/categories/${category.id}`, price: 4 };
    const made = await Promise.all([1, 2, 3].map(() => merchant.call<MerchantProduct>('POST', '/products', body)));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(made.map((one) => one.body.slug)).size).toBe(3);
    const [first] = made;
    expect(first?.body).toMatchObject({ published: false, version: 1, store: { id: merchant.storeId } });
    expect((await inPublic(first?.body.slug ?? '')).status).toBe(404);
    const published = await merchant.call<MerchantProduct>('PUT', `${first?.body['@id']}/publish`, {});
    expect(published.body).toMatchObject({ published: true, version: 2 });
    expect(published.body.notice).toBeUndefined();
    expect((await inPublic(first?.body.slug ?? '')).status).toBe(200);
  });

  test('a new product without its necessary fields is refused with all of them', async () => {
    const { status, body } = await merchant.call<ErrorBody>('POST', '/products', {});
    expect(status).toBe(422);
    expect(body.violations).toEqual([
      { propertyPath: 'name', message: 'Nom requis' },
      { propertyPath: 'category', message: 'Catégorie requise' },
      { propertyPath: 'price', message: 'Prix requis' },
    ]);
  });

  test('repeated, it is done once, and reports it', async () => {
    const again = await merchant.call<MerchantProduct>('PUT', `/products/${product.id}/publish`, {});
    expect(again.body).toMatchObject({ notice: 'already', published: true, version: 1 });
    const hidden = await merchant.call<MerchantProduct>('PUT', `/products/${product.id}/disable`, {});
    expect(hidden.body).toMatchObject({ published: false, version: 2 });
    expect((await inPublic(product.slug)).status).toBe(404);
    expect((await merchant.call<MerchantProduct>('PUT', `/products/${product.id}/disable`, {})).body.notice).toBe(
      'already',
    );
  });

  test('a deleted product is hidden from everyone, but still shown in orders', async () => {
    const shopper = await makeShopper(market);
    const order = await shopper.ready([product.id, 1]);
    expect((await merchant.call('DELETE', `/products/${product.id}`)).status).toBe(204);
    const again = await merchant.call<ErrorBody>('DELETE', `/products/${product.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'product-gone']);
    expect((await inPublic(product.slug)).status).toBe(404);
    expect((await put({ name: 'Fantôme' })).status).toBe(404);
    expect((await merchant.call('PUT', `/products/${product.id}/publish`, {})).status).toBe(404);
    expect((await shopper.seeOrder(order)).body.storeOrders[0]?.items[0]?.product.name).toBe(product.name);
    const [line] = await market.db
      .select()
      .from(storeOrderItems)
      .innerJoin(orders, eq(orders.id, order.id))
      .where(and(eq(storeOrderItems.productId, product.id)));
    expect(line).toBeDefined();
  });

  test('the merchant’s list has all products of the store, unpublished ones too, and only those', async () => {
    await makeProduct(market.db);
    const hidden = await makeProduct(market.db, { storeId: merchant.storeId, published: false });
    const list = (query = '') =>
      merchant.call<Collection<MerchantProduct>>('GET', `/stores/${merchant.storeId}/own_products${query}`);
    const all = (await list()).body;
    expect(all['hydra:member'].map(({ id }) => id).sort()).toEqual([hidden.id, product.id].sort());
    expect(all['hydra:member'].find(({ id }) => id === hidden.id)).toMatchObject({ published: false, version: 1 });
    expect((await list('?published=true')).body['hydra:member'].map(({ id }) => id)).toEqual([product.id]);
    expect((await list('?itemsPerPage=1&page=2')).body['hydra:member']).toHaveLength(1);
  });
});

test.each([
  ['Crème brûlée (×2)', 'creme-brulee-2'],
  ['Œufs & Ægir', 'oeufs-aegir'],
  ['🧀', 'produit'],
  ['a'.repeat(200), 'a'.repeat(80)],
])('the address of %s is %s', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
