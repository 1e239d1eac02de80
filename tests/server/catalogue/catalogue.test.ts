import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category, FeaturedCategory } from '#contract/catalogue/categories.ts';
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { Store, StoreSummary } from '#contract/catalogue/stores.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import {
  categories,
  events,
  productAssociations,
  productCategories,
  productEvents,
  productImages,
  type products,
} from '#server/db/schema/catalogue.ts';
import { configurations, featuredCategories, featuredProducts, pages } from '#server/db/schema/content.ts';
import { images } from '#server/db/schema/pictures.ts';
import { availabilityProducts, productReviews, views } from '#server/db/schema/requests.ts';
import { stores } from '#server/db/schema/stores.ts';
import { makeDelivery, makeOption, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-12T10:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/** food > cheese > soft, hard; food > drinks; crafts */
async function plant(market: TestMarket) {
  const node = async (slug: string, level: number, lft: number, rgt: number, parentId: string | null) => {
    const [row] = await market.db
      .insert(categories)
      .values({ slug, name: slug.toUpperCase(), level, lft, rgt, parentId, labelFermier: slug === 'fromages' })
      .returning();
    return row?.id ?? '';
  };
  const food = await node('epicerie', 1, 1, 10, null);
  const cheese = await node('fromages', 2, 2, 7, food);
  const soft = await node('pates-molles', 3, 3, 4, cheese);
  const hard = await node('pates-dures', 3, 5, 6, cheese);
  const drinks = await node('boissons', 2, 8, 9, food);
  const crafts = await node('artisanat', 1, 11, 12, null);
  return { food, cheese, soft, hard, drinks, crafts };
}

describe('the catalogue', () => {
  let market: TestMarket;
  let tree: Awaited<ReturnType<typeof plant>>;
  let dairy: typeof stores.$inferSelect;
  let brewery: typeof stores.$inferSelect;
  let dairyToken: string;
  const made: Record<string, typeof products.$inferSelect> = {};
  const idOf = (slug: string) => made[slug]?.id ?? expect.fail(`No product ${slug}`);

  beforeAll(async () => {
    market = await startTestMarket({ now: NOW });
    const { db } = market;
    await makeDelivery(db);
    tree = await plant(market);
    const owner = await makeUser(db);
    dairyToken = await market.login(owner.email);
    dairy = await makeStore(db, {
      slug: 'laiterie',
      name: 'Laiterie du Châtel',
      ownerId: owner.id,
      latitude: 49.16,
      longitude: 5.38,
      ratingAverage: 4.5,
      ratingCount: 2,
    });
    brewery = await makeStore(db, {
      slug: 'brasserie',
      name: 'Brasserie',
      plan: 'Catalogue',
      latitude: 49.49,
      longitude: 5.19,
      ratingAverage: 3,
      ratingCount: 9,
    });
    const closed = await makeStore(db, { slug: 'fermee', published: false });
    const sold: [string, Partial<typeof products.$inferInsert>][] = [
      ['brie', { categoryId: tree.soft, price: 990, reducedPrice: 790, ratingAverage: 4, ratingCount: 3, news: true }],
      ['tomme', { categoryId: tree.hard, price: 1250, ratingAverage: 5, ratingCount: 1, inevitable: true }],
      ['creme-brulee', { categoryId: tree.soft, name: 'Crèmes brûlées', price: 450, currentOffers: true }],
      ['biere', { categoryId: tree.drinks, storeId: brewery.id, price: 320, notSellToMinor: true }],
      ['table', { categoryId: tree.crafts, storeId: brewery.id, price: 99, priceDisabled: true }],
      ['panier', { categoryId: tree.crafts, price: null }],
      ['brouillon', { categoryId: tree.soft, published: false }],
      ['retire', { categoryId: tree.soft, deletedAt: NOW }],
      ['cache', { categoryId: tree.soft, storeId: closed.id }],
    ];
    for (const [i, [slug, values]] of sold.entries()) {
      made[slug] = await makeProduct(db, { storeId: dairy.id, name: slug, createdAt: daysAgo(i), ...values, slug });
    }
    await db.insert(productCategories).values({ productId: idOf('biere'), categoryId: tree.soft });
    const [event] = await db.insert(events).values({ slug: 'marche-de-noel', name: 'Marché de Noël' }).returning();
    for (const slug of ['brie', 'biere', 'retire']) {
      await db.insert(productEvents).values({ productId: idOf(slug), eventId: event?.id ?? '' });
    }
    for (const [position, stem] of ['first', 'second'].entries()) {
      const [image] = await db
        .insert(images)
        .values({ stem, caption: `Photo ${stem}` })
        .returning();
      await db.insert(productImages).values({ productId: idOf('brie'), imageId: image?.id ?? '', position });
    }
    await makeOption(db, idOf('tomme'), 'Affinage', { jeune: 0, vieux: 200 });
    for (const [position, slug] of ['biere', 'retire', 'tomme'].entries()) {
      await db.insert(productAssociations).values({ productId: idOf('brie'), associatedId: idOf(slug), position });
    }
    await db.insert(featuredProducts).values([
      { productId: idOf('tomme'), rank: 2 },
      { productId: idOf('brie'), rank: 1 },
      { productId: idOf('retire'), rank: 3 },
    ]);
    await db.insert(featuredCategories).values([
      { categoryId: tree.drinks, rank: 2 },
      { categoryId: tree.cheese, rank: 1 },
    ]);
  });
  afterAll(() => market.close());

  const get = <T>(path: string, token?: string) => market.inject<T>('GET', `/api${path}`, token ? { token } : {});
  const list = async (path: string, token?: string) => (await get<Collection<ProductSummary>>(path, token)).body;
  const slugsOf = ({ 'hydra:member': members }: Collection<{ slug: string }>) => members.map(({ slug }) => slug);
  const slugs = async (path: string, token?: string) => slugsOf(await list(path, token));
  const shown = ['brie', 'tomme', 'creme-brulee', 'biere', 'table', 'panier'];

  describe('lists products', () => {
    test('that are published and not deleted, of published stores, newest first', async () => {
      expect(await slugs('/products')).toEqual(shown);
      expect(await slugs('/products?published=true')).toEqual(shown);
      expect(await slugs('/products?published=false')).toEqual([]);
      expect(await slugs('/products?order[createdAt]=ASC')).toEqual([...shown].reverse());
    });

    test('with store, main category, first picture and whether there is something to choose', async () => {
      const [brie, tomme] = (await list('/products'))['hydra:member'];
      expect(brie).toMatchObject({
        '@id': `/products/${idOf('brie')}`,
        category: `/categories/${tree.soft}`,
        hasOptions: false,
        reducedPrice: { amount: 790, stringValue: '7,90' },
        store: { '@id': `/stores/${dairy.id}`, slug: 'laiterie', plan: { name: 'E-commerce' }, ready: true },
      });
      expect(brie?.images).toHaveLength(1);
      expect(brie?.images[0]).toMatchObject({
        caption: 'Photo first',
        '480_outbound_path': '/media/images/first-480_outbound.webp',
      });
      expect(tomme).toMatchObject({ hasOptions: true, images: [] });
    });

    test.each<[string, string[]]>([
      ['price=ASC', ['biere', 'creme-brulee', 'brie', 'tomme', 'table', 'panier']],
      ['sort[price]=DESC', ['tomme', 'brie', 'creme-brulee', 'biere', 'table', 'panier']],
      ['price=null', ['table', 'panier']],
      ['rating=DESC', ['tomme', 'brie', 'creme-brulee', 'biere', 'table', 'panier']],
      ['sort[rating]=ASC', ['brie', 'tomme', 'creme-brulee', 'biere', 'table', 'panier']],
      ['exists[reducedPrice.amount]=true', ['brie']],
      ['exists[reducedPrice.amount]=false&price=null', ['table', 'panier']],
      ['news=true', ['brie']],
      ['inevitable=true', ['tomme']],
      ['currentOffers=true', ['creme-brulee']],
      ['category_slug=fromages', ['brie', 'tomme', 'creme-brulee', 'biere']],
      ['category_slug=boissons', ['biere']],
      ['category_slug=inconnue', []],
      ['events.slug=marche-de-noel', ['brie', 'biere']],
      ['events.slug=marche-de-noel&category_slug=boissons', ['biere']],
      ['category_slug=epicerie&price=ASC&exists[reducedPrice.amount]=false', ['biere', 'creme-brulee', 'tomme']],
    ])('by %s', async (query, expected) => {
      const found = await list(`/products?${query}`);
      expect(slugsOf(found)).toEqual(expected);
      expect(found['hydra:totalItems']).toBe(expected.length);
    });

    test('of several categories, each with all below it, or by their ids', async () => {
      const of = (...ids: string[]) => ids.map((id) => `category[]=/categories/${id}`).join('&');
      expect(await slugs(`/products?${of(tree.hard, tree.drinks)}`)).toEqual(['tomme', 'biere']);
      expect(await slugs(`/products?${of(tree.food)}`)).toEqual(['brie', 'tomme', 'creme-brulee', 'biere']);
      expect(await slugs(`/products?${of(randomUUID())}`)).toEqual([]);
      const ids = `id[]=${idOf('table')}&id[]=/products/${idOf('brie')}&id[]=${idOf('retire')}`;
      expect(await slugs(`/products?${ids}`)).toEqual(['brie', 'table']);
    });

    test('in pages whose links repeat the query', async () => {
      const question = '/products?price=ASC&itemsPerPage=4';
      const first = await list(question);
      expect(slugsOf(first)).toEqual(['biere', 'creme-brulee', 'brie', 'tomme']);
      expect(first['hydra:totalItems']).toBe(6);
      expect(first['hydra:view']).toEqual({
        '@id': `${question}&page=1`,
        '@type': 'hydra:PartialCollectionView',
        'hydra:first': `${question}&page=1`,
        'hydra:last': `${question}&page=2`,
        'hydra:next': `${question}&page=2`,
      });
      const second = await list(first['hydra:view']?.['hydra:next'] ?? '');
      expect(slugsOf(second)).toEqual(['table', 'panier']);
      expect(second['hydra:view']).toMatchObject({ 'hydra:previous': `${question}&page=1` });
      expect(second['hydra:view']?.['hydra:next']).toBeUndefined();
      expect(slugsOf(await list('/products?itemsPerPage=4&page=9'))).toEqual([]);
    });

    test.each([
      'colour=red',
      'price=CHEAP',
      'page=0',
      'page=1;drop',
      'itemsPerPage=-1',
      'itemsPerPage=1000000',
      'order[price]=CHEAP',
      'published=yes',
      'delivery=drone',
      'id[]=12',
      'category_slug=../..',
      "events.slug=' or 1=1 --",
    ])('never by %s', async (query) => {
      const { status, body } = await get<ErrorBody>(`/products?${encodeURI(query)}`);
      expect(status).toBe(400);
      expect(body.violations?.length).toBeGreaterThan(0);
    });

    test('that are featured, by rank', async () => {
      const path = `/featured_products?product.deletedAt[after]=${NOW.toISOString()}&order[rank]=ASC&published=true`;
      const { body } = await get<Collection<{ rank: number; product: ProductSummary }>>(path);
      expect(body['hydra:member'].map(({ rank, product }) => [rank, product.slug])).toEqual([
        [1, 'brie'],
        [2, 'tomme'],
      ]);
      expect((await get('/featured_products?product.deletedAt[after]=soon')).status).toBe(400);
    });
  });

  describe('shows a product', () => {
    test('whole: pictures, options, what goes with it', async () => {
      const { body } = await get<Product>('/products/by_slug/brie');
      expect(body.images.map(({ caption }) => caption)).toEqual(['Photo first', 'Photo second']);
      expect(body.associatedProducts.map(({ slug }) => slug)).toEqual(['biere', 'tomme']);
      expect(body).toMatchObject({ averageRating: 4, reviewCount: 3, version: 1, technicalImage: null });
      const tomme = (await get<Product>('/products/by_slug/tomme')).body;
      expect(tomme.options).toMatchObject([
        { name: 'Affinage', values: [{ name: 'jeune' }, { name: 'vieux', price: { amount: 200 } }] },
      ]);
      const beer = (await get<Product>('/products/by_slug/biere')).body;
      expect(beer).toMatchObject({ notSellToMinor: true, categories: [`/categories/${tree.soft}`] });
    });

    test.each(['brouillon', 'retire', 'cache', 'jamais-vu'])('but not %s', async (slug) => {
      expect((await get(`/products/by_slug/${slug}`)).status).toBe(404);
    });

    test('with its reviews, newest first, and their average', async () => {
      await market.db.insert(productReviews).values([
        { productId: idOf('brie'), author: 'Ancien', rating: 3, text: 'Bien.', createdAt: daysAgo(9) },
        { productId: idOf('brie'), author: 'Récent', rating: 5, text: 'Fondant.', createdAt: daysAgo(1) },
      ]);
      const { body } = await get<Collection<{ author: string }>>(`/products/${idOf('brie')}/reviews`);
      expect(body['hydra:member'].map(({ author }) => author)).toEqual(['Récent', 'Ancien']);
      const average = await get(`/products/${idOf('brie')}/reviews/average_rating`);
      expect(average.body).toMatchObject({ averageRating: 4, count: 3 });
      expect((await get(`/products/${randomUUID()}/reviews/average_rating`)).status).toBe(404);
    });
  });

  describe('lists of an owner', () => {
    test('a category covers all below it', async () => {
      expect(await slugs(`/categories/${tree.cheese}/products?published=true&price=ASC`)).toEqual([
        'biere',
        'creme-brulee',
        'brie',
        'tomme',
      ]);
      expect((await get(`/categories/${randomUUID()}/products`)).status).toBe(404);
    });

    test('a store shows published products to all, the others to its merchant only', async () => {
      const path = `/stores/${dairy.id}/products`;
      const open = ['brie', 'tomme', 'creme-brulee', 'panier'];
      expect(await slugs(`${path}?published=true`)).toEqual(open);
      expect(await slugs(`${path}?published=true&news=true&itemsPerPage=5`)).toEqual(['brie']);
      expect((await get(path)).status).toBe(404);
      expect((await get(`/stores/${brewery.id}/products`, dairyToken)).status).toBe(404);
      const own = await get<Collection<ProductSummary>>(path, dairyToken);
      expect(slugsOf(own.body)).toEqual([...open, 'brouillon']);
      expect(own.headers['cache-control']).toContain('no-store');
      expect(await slugs(`${path}?published=false`, dairyToken)).toEqual(['brouillon']);
      expect(await slugs(`${path}?category_slug=pates-molles`, dairyToken)).toContain('brouillon');
    });
  });

  describe('has categories', () => {
    test('as a tree in its order', async () => {
      const { body } = await get<Collection<Category>>('/categories?order[lft]=ASC');
      expect(slugsOf(body)).toEqual(['epicerie', 'fromages', 'pates-molles', 'pates-dures', 'boissons', 'artisanat']);
      expect(body['hydra:view']).toBeUndefined();
      expect(body['hydra:member'][1]).toMatchObject({
        parent: `/categories/${tree.food}`,
        level: 2,
        labelFermier: true,
      });
    });

    test('one by its slug, and some in front', async () => {
      expect((await get<Category>('/categories/by_slug/fromages')).body).toMatchObject({
        id: tree.cheese,
        lft: 2,
        rgt: 7,
      });
      expect((await get('/categories/by_slug/rien')).status).toBe(404);
      const { body } = await get<Collection<FeaturedCategory>>('/featured_categories/subset');
      expect(body['hydra:member'].map(({ category }) => category.slug)).toEqual(['fromages', 'boissons']);
    });
  });

  describe('has stores', () => {
    const shops = async (query = '') => (await get<Collection<StoreSummary>>(`/stores${query}`)).body;

    test('that are open, with how many products they show', async () => {
      const { 'hydra:member': members } = await shops();
      expect(members.map(({ slug, productCount }) => [slug, productCount])).toEqual([
        ['brasserie', 2],
        ['laiterie', 4],
      ]);
      expect(members[1]).toMatchObject({ averageRating: 4.5, geoCoordinates: { latitude: 49.16, longitude: 5.38 } });
    });

    test('by name in dictionary order: É among the Es', async () => {
      const { id } = await makeStore(market.db, { slug: 'eclats', name: "Éclats d'Argent" });
      const found = slugsOf(await shops());
      await market.db.delete(stores).where(eq(stores.id, id));
      expect(found).toEqual(['brasserie', 'eclats', 'laiterie']);
    });

    test('by distance, by rating, by category', async () => {
      expect(slugsOf(await shops('?position=49.15,5.38,Verdun'))).toEqual(['laiterie', 'brasserie']);
      expect(slugsOf(await shops('?position=49.5,5.18,Stenay'))).toEqual(['brasserie', 'laiterie']);
      expect(slugsOf(await shops('?rating=DESC'))).toEqual(['laiterie', 'brasserie']);
      expect(slugsOf(await shops('?rating=ASC&position=49.15,5.38'))).toEqual(['brasserie', 'laiterie']);
      expect(slugsOf(await shops('?category=artisanat'))).toEqual(['brasserie', 'laiterie']);
      expect(slugsOf(await shops('?category=pates-dures'))).toEqual(['laiterie']);
      expect(slugsOf(await shops('?category=inconnue'))).toEqual([]);
      const page = await shops('?itemsPerPage=1&position=49.15,5.38,Verdun');
      expect(page['hydra:view']?.['hydra:next']).toBe('/stores?itemsPerPage=1&position=49.15,5.38,Verdun&page=2');
      for (const wrong of ['position=north', 'rating=BEST', 'town=Verdun', 'itemsPerPage=abc']) {
        expect((await get(`/stores?${wrong}`)).status).toBe(400);
      }
    });

    test('one by its slug, with the ways it delivers', async () => {
      const { body } = await get<Store>('/stores/by_slug/laiterie');
      expect(body).toMatchObject({ name: 'Laiterie du Châtel', productCount: 4, version: 1 });
      expect(body.availableStoreShippingTypes).toMatchObject({
        store: 'Retrait en boutique',
        demat: 'Envoi par e-mail',
      });
      expect((await get('/stores/by_slug/fermee')).status).toBe(404);
      expect((await get('/delivery_methods/relay')).body).toMatchObject({ name: 'Livraison en point relais' });
      expect((await get('/delivery_methods/pigeon')).status).toBe(404);
    });

    test('whose visitors count once a day each', async () => {
      const uniqueId = randomUUID();
      const see = (store: string) => market.inject('POST', '/api/views', { body: { uniqueId, type: 'store', store } });
      expect((await see(`/stores/${dairy.id}`)).status).toBe(204);
      expect((await see(dairy.id)).status).toBe(204);
      const counted = () => market.db.select().from(views).where(eq(views.uniqueId, uniqueId));
      expect(await counted()).toHaveLength(1);
      market.setClock(new Date('2026-10-13T10:00:00Z'));
      await see(dairy.id);
      market.setClock(NOW);
      expect(await counted()).toHaveLength(2);
      expect((await see(`/stores/${randomUUID()}`)).status).toBe(404);
    });
  });

  test('stores a stock alert once per address', async () => {
    const ask = (email: string, product: string) =>
      market.inject<ErrorBody>('POST', '/api/availability_products', { body: { email, product } });
    expect((await ask('attend@etal.test', `/products/${idOf('brie')}`)).status).toBe(201);
    expect((await ask('Attend@etal.test ', idOf('brie'))).status).toBe(201);
    expect(await market.db.select().from(availabilityProducts)).toMatchObject([{ email: 'attend@etal.test' }]);
    expect((await ask('', idOf('brie'))).body.violations).toEqual([
      { propertyPath: 'email', message: 'Veuillez saisir un email' },
    ]);
    expect((await ask('attend@etal.test', 'rien')).body.violations?.[0]?.propertyPath).toBe('product');
  });

  test('carries the words of the market itself', async () => {
    await market.db.insert(configurations).values({ key: 'siteName', value: 'Étal Meuse' });
    await market.db.insert(pages).values([
      { slug: 'aide', name: 'Aide', place: 'aide', description: '# Aide', position: 2 },
      { slug: 'qui', name: 'Qui sommes-nous ?', place: 'plateforme', description: 'Nous.', position: 1 },
    ]);
    expect((await get('/configurations')).body).toMatchObject({
      'hydra:member': [
        { key: 'siteName', value: 'Étal Meuse', valueImage: null },
        { key: 'demo', value: '1' },
        { key: 'onlinePayment', value: 'sandbox' },
      ],
    });
    expect((await get<Collection<{ slug: string }>>('/pages')).body['hydra:member'].map(({ slug }) => slug)).toEqual([
      'qui',
      'aide',
    ]);
    expect((await get('/events?slug=marche-de-noel')).body).toMatchObject({ 'hydra:totalItems': 1 });
    expect((await get('/events?slug=carnaval')).body).toMatchObject({ 'hydra:totalItems': 0 });
    expect((await get('/events/by_slug/marche-de-noel')).body).toMatchObject({ name: 'Marché de Noël', images: [] });
    expect((await get('/events/by_slug/carnaval')).status).toBe(404);
  });

  describe('is searched', () => {
    const search = async (q: string) =>
      (await get<Collection<SearchResult>>(`/search?q=${encodeURIComponent(q)}`)).body['hydra:member'].map(
        (found) => `${found['@context'].split('/').at(-1)} ${found.slug}`,
      );

    test.each([
      ['creme brulee', 'Product creme-brulee'],
      ['CRÈME', 'Product creme-brulee'],
      ['crèmes brûlées', 'Product creme-brulee'],
      ['chatel', 'Store laiterie'],
      ['fromage', 'Category fromages'],
      ['tome', 'Product tomme'],
    ])('%s finds %s', async (q, expected) => {
      expect(await search(q)).toContain(expected);
    });

    test('never among what is not shown', async () => {
      for (const q of ['brouillon', 'retire', 'cache', 'fermee']) expect(await search(q)).toEqual([]);
    });

    test('stores and categories of matching products are listed if none matches by name', async () => {
      expect(await search('biere')).toEqual(['Category boissons', 'Store brasserie', 'Product biere']);
    });

    test.each(['%', '_', "'; drop table products; --", '\\', '   é  ', '((((', 'a'.repeat(100), '💥'])(
      'whatever is typed: %s',
      async (q) => {
        expect((await get(`/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
      },
    );

    test('not for nothing', async () => {
      for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(101)}`]) {
        expect((await get(`/search${query}`)).status).toBe(400);
      }
    });
  });
});
