import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Event, Page } from '#contract/catalogue/content.ts';
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import type { Store, StoreSummary } from '#contract/catalogue/stores.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { rating } from '#server/web/linked-data/thing.ts';
import { headOf, type PageHead, type Thing } from '../../support/page-head.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const ORIGIN = 'https://etal-meuse.test';
const SITE = 'Étal Meuse';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ demo: true, pages: true, env: { publicUrl: ORIGIN } });
});
afterAll(() => market.close());

async function api<T>(path: string): Promise<T> {
  const { status, body, text } = await market.inject<T>('GET', `/api${path}`);
  expect(status, text).toBe(200);
  return body;
}

async function pageAt(path: string): Promise<PageHead> {
  const { status, text } = await market.inject('GET', path);
  expect(status).toBe(200);
  const head = headOf(text);
  expect(head.jsonLd.every((thing) => thing['@context'] === 'https://schema.org')).toBe(true);
  return head;
}

/** What every public page says of itself, whatever it shows. */
function expectMeta(head: PageHead, { title, path }: { title: string; path: string }): void {
  expect(head.title).toBe(`${title} — ${SITE}`);
  expect(head.canonical).toBe(`${ORIGIN}${path}`);
  expect(head.meta).toMatchObject({
    'og:title': `${title} — ${SITE}`,
    'og:site_name': SITE,
    'og:url': `${ORIGIN}${path}`,
    'og:locale': 'fr_FR',
  });
  expect(head.meta.robots).toBeUndefined();
  expect(head.meta.description?.length).toBeGreaterThan(20);
  expect(head.meta.description).toBe(head.meta['og:description']);
  expect(head.meta['og:image']).toMatch(new RegExp(`^${ORIGIN}/.+\\.(webp|png|jpg)$`));
  const isOwn = !head.meta['og:image']?.includes('/icons/');
  expect(head.meta['twitter:card']).toBe(isOwn ? 'summary_large_image' : 'summary');
}

/** As people see it. */
const tenth = (average: number | null) => (average === null ? null : Math.round(average * 10) / 10);
const way = (head: PageHead) =>
  (head.jsonLdOfType('BreadcrumbList').itemListElement as { position: number; name: string; item: string }[]).map(
    ({ position, name, item }) => `${position} ${name} ${item.replace(ORIGIN, '')}`,
  );

interface Items {
  numberOfItems: number;
  itemListElement: { '@type': string; position: number; name: string; url: string }[];
}
const itemsOf = (thing: Thing) => thing.mainEntity as Items;

describe('structured data of a product', () => {
  test('with its price, whether it can be had, its rating, its pictures and the way to it', async () => {
    const product = await api<Product>('/products/by_slug/brie-de-meaux-fermier');
    const head = await pageAt('/produit/brie-de-meaux-fermier');
    expectMeta(head, { title: product.name, path: '/produit/brie-de-meaux-fermier' });
    expect(head.meta['og:type']).toBe('product');
    expect(head.meta['og:image']).toBe(`${ORIGIN}${product.images[0]?.['720_inset_path']}`);
    expect(head.jsonLd[0]).toMatchObject({
      '@type': 'Product',
      name: product.name,
      sku: product.id,
      url: `${ORIGIN}/produit/brie-de-meaux-fermier`,
      description: product.description,
      image: product.images.map((image) => `${ORIGIN}${image['1080_inset_path']}`),
      offers: {
        '@type': 'Offer',
        price: product.reducedPrice?.convertedAmount.toFixed(2),
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        seller: { '@type': 'Store', name: product.store.name, url: `${ORIGIN}/boutique/${product.store.slug}` },
      },
      ...(product.averageRating !== null && {
        aggregateRating: { ratingValue: tenth(product.averageRating), reviewCount: product.reviewCount },
      }),
    });
    expect(way(head)).toEqual([
      '1 Accueil /',
      '2 Épicerie et produits frais /categorie/epicerie-et-produits-frais',
      '3 Fromages /categorie/fromages',
      '4 Fromages à pâte molle /categorie/fromages-a-pate-molle',
      '5 Brie de Meaux fermier /produit/brie-de-meaux-fermier',
    ]);
  });

  test.each([
    ['tomme-de-meuse', { price: '12.50', availability: 'https://schema.org/InStock' }],
    ['beurre-de-baratte', { availability: 'https://schema.org/OutOfStock' }],
    [
      'coffret-de-noel',
      { availability: 'https://schema.org/PreOrder', availabilityStarts: expect.stringMatching(/^20\d\d-/) },
    ],
  ])('%s has its type', async (slug, offer) => {
    expect((await pageAt(`/produit/${slug}`)).jsonLdOfType('Product').offers).toMatchObject(offer);
  });

  test.each(['fauteuil-voltaire-refait', 'table-sur-mesure'])(
    '%s as a page about a thing: without a firm price there is no offer, and no Product without one',
    async (slug) => {
      const product = await api<Product>(`/products/by_slug/${slug}`);
      const head = await pageAt(`/produit/${slug}`);
      expect(head.jsonLd.map((thing) => thing['@type'])).toEqual(['ItemPage', 'BreadcrumbList']);
      expect(head.jsonLd[0]).toMatchObject({ name: product.name, description: product.description });
      expect(way(head).at(-1)).toBe(`${way(head).length} ${product.name} /produit/${slug}`);
    },
  );

  test('with its former price, carrier prices and return policy', async () => {
    const product = await api<Product>('/products/by_slug/brie-de-meaux-fermier');
    const offer = (await pageAt('/produit/brie-de-meaux-fermier')).jsonLdOfType('Product').offers as Thing;
    expect(offer.priceSpecification).toEqual({
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/StrikethroughPrice',
      price: product.price?.convertedAmount.toFixed(2),
      priceCurrency: 'EUR',
    });
    const carried = product.delivery?.ways.filter(({ type }) => ['home', 'relay'].includes(type)) ?? [];
    expect(carried.length).toBeGreaterThan(0);
    expect(offer.shippingDetails).toEqual(
      carried.map(({ name, amount }) => ({
        '@type': 'OfferShippingDetails',
        shippingLabel: name,
        shippingRate: { '@type': 'MonetaryAmount', value: (amount / 100).toFixed(2), currency: 'EUR' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'FR' },
      })),
    );
    const { merchantReturnLink } = offer.hasMerchantReturnPolicy as { merchantReturnLink: string };
    expect(merchantReturnLink).toMatch(new RegExp(`^${ORIGIN}/page/`));
    const { status } = await market.inject('GET', merchantReturnLink.slice(ORIGIN.length));
    expect(status).toBe(200);
  });

  test('without a former price where it has none', async () => {
    expect((await pageAt('/produit/tomme-de-meuse')).jsonLdOfType('Product').offers).not.toHaveProperty(
      'priceSpecification',
    );
  });
});

test.each([
  [4.6666, 4.7],
  [4, 4],
  [3.25, 3.3],
])('a rating of %f is rounded to %f', (average, expected) => {
  expect(rating(average, 3)).toMatchObject({ ratingValue: expected, reviewCount: 3 });
});

describe('structured data of a store', () => {
  test('with its address, hours, telephone and rating', async () => {
    const store = await api<Store>('/stores/by_slug/fromagerie-du-chatel');
    const head = await pageAt('/boutique/fromagerie-du-chatel');
    expectMeta(head, { title: store.name, path: '/boutique/fromagerie-du-chatel' });
    expect(head.jsonLdOfType('Store')).toMatchObject({
      name: store.name,
      url: `${ORIGIN}/boutique/fromagerie-du-chatel`,
      telephone: expect.stringMatching(/^\+33[1-9]\d{8}$/),
      address: {
        '@type': 'PostalAddress',
        streetAddress: expect.stringContaining(store.address.address1),
        postalCode: store.address.postalCode,
        addressLocality: store.address.city,
        addressCountry: 'FR',
      },
      geo: { '@type': 'GeoCoordinates', ...store.geoCoordinates },
      aggregateRating: { ratingValue: tenth(store.averageRating), reviewCount: store.reviewCount },
      image: store.images.map((image) => `${ORIGIN}${image['1080_inset_path']}`),
    });
    const hours = head.jsonLdOfType('Store').openingHoursSpecification as {
      dayOfWeek: string[];
      opens: string;
      closes: string;
    }[];
    const [first] = store.openingHours;
    expect(hours[0]).toMatchObject({
      '@type': 'OpeningHoursSpecification',
      opens: first?.morningOpeningHour?.replace(/^(..)(..)$/, '$1:$2'),
      dayOfWeek: first?.days.map((day) => `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`),
    });
    for (const { opens, closes } of hours) expect(`${opens} ${closes}`).toMatch(/^\d\d:\d\d \d\d:\d\d$/);
    expect(way(head)).toEqual([
      '1 Accueil /',
      '2 Galerie Marchande /boutiques',
      '3 Fromagerie du Châtel /boutique/fromagerie-du-chatel',
    ]);
  });

  test.each([
    ['produits', 'produits', 'Produits'],
    ['a-propos', 'à propos', 'À propos'],
    ['avis', 'avis', 'Avis'],
  ])('on its page %s, too', async (page, title, step) => {
    const path = `/boutique/fromagerie-du-chatel/${page}`;
    const head = await pageAt(path);
    expectMeta(head, { title: `Fromagerie du Châtel - ${title}`, path });
    expect(head.jsonLdOfType('Store')['@id']).toBe(`${ORIGIN}/boutique/fromagerie-du-chatel#boutique`);
    expect(way(head).at(-1)).toBe(`4 ${step} ${path}`);
  });

  test('its reviews with their stars, on the page that shows them', async () => {
    const store = await api<Store>('/stores/by_slug/fromagerie-du-chatel');
    const { 'hydra:member': reviews } = await api<Collection<{ author: string; rating: number }>>(
      `/stores/${store.id}/reviews`,
    );
    const expected = (await pageAt('/boutique/fromagerie-du-chatel/avis')).jsonLdOfType('Store').review as Thing[];
    expect(expected).toHaveLength(reviews.length);
    expect(expected[0]).toMatchObject({
      author: { '@type': 'Person', name: reviews[0]?.author },
      reviewRating: { ratingValue: reviews[0]?.rating },
    });
  });

  test('one that sells no product as a business of its place', async () => {
    expect((await pageAt('/boutique/salon-belle-rive')).jsonLd[0]).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Salon Belle Rive',
    });
  });
});

describe('structured data of a list', () => {
  test('of a category, with its products and the way down to it', async () => {
    const category = await api<Category>('/categories/by_slug/fromages');
    const list = await api<Collection<ProductSummary>>(
      `/categories/${category.id}/products?published=true&itemsPerPage=36&page=1`,
    );
    const head = await pageAt('/categorie/fromages');
    expectMeta(head, { title: 'Fromages', path: '/categorie/fromages' });
    const { numberOfItems, itemListElement } = itemsOf(head.jsonLdOfType('CollectionPage'));
    expect(numberOfItems).toBe(list['hydra:totalItems']);
    expect(itemListElement.map(({ position, name, url }) => ({ position, name, url }))).toEqual(
      list['hydra:member'].map(({ name, slug }, index) => ({
        position: index + 1,
        name,
        url: `${ORIGIN}/produit/${slug}`,
      })),
    );
    expect(way(head)).toEqual([
      '1 Accueil /',
      '2 Épicerie et produits frais /categorie/epicerie-et-produits-frais',
      '3 Fromages /categorie/fromages',
    ]);
  });

  test('its second page goes on counting, under an address of its own', async () => {
    const path = '/categorie/epicerie-et-produits-frais?page=2';
    const head = await pageAt(path);
    expect(head.title).toBe(`Épicerie et produits frais, page 2 — ${SITE}`);
    expect(head.canonical).toBe(`${ORIGIN}${path}`);
    expect(itemsOf(head.jsonLdOfType('CollectionPage')).itemListElement[0]?.position).toBe(37);
  });

  test('of an event', async () => {
    const event = await api<Event>('/events/by_slug/marche-de-noel');
    const list = await api<Collection<ProductSummary>>(
      '/products?events.slug=marche-de-noel&published=true&itemsPerPage=36',
    );
    const head = await pageAt('/evenement/marche-de-noel');
    expectMeta(head, { title: event.name, path: '/evenement/marche-de-noel' });
    const page = head.jsonLdOfType('CollectionPage');
    expect(page).toMatchObject({ name: event.name, description: event.description });
    expect(itemsOf(page).numberOfItems).toBe(list['hydra:totalItems']);
    expect(itemsOf(page).itemListElement.map(({ name }) => name)).toEqual(list['hydra:member'].map(({ name }) => name));
    expect(way(head)).toEqual(['1 Accueil /', `2 ${event.name} /evenement/marche-de-noel`]);
  });

  test('of the stores, the new products and the reduced ones', async () => {
    const stores = await api<Collection<StoreSummary>>('/stores?itemsPerPage=200');
    const gallery = await pageAt('/boutiques');
    expectMeta(gallery, { title: 'Galerie Marchande', path: '/boutiques' });
    expect(itemsOf(gallery.jsonLdOfType('CollectionPage')).itemListElement.map(({ url }) => url)).toEqual(
      stores['hydra:member'].map(({ slug }) => `${ORIGIN}/boutique/${slug}`),
    );
    for (const [path, title] of [
      ['/nouveautes', 'Nouveautés'],
      ['/promotions', 'Promotions'],
    ] as const) {
      const head = await pageAt(path);
      expectMeta(head, { title, path });
      expect(itemsOf(head.jsonLdOfType('CollectionPage')).itemListElement.length).toBeGreaterThan(5);
    }
  });
});

describe('structured data of other pages', () => {
  test('every static page', async () => {
    const { 'hydra:member': pages } = await api<Collection<Page>>('/pages');
    expect(pages.length).toBeGreaterThan(5);
    for (const { slug, name } of pages) {
      const head = await pageAt(`/page/${slug}`);
      expectMeta(head, { title: name, path: `/page/${slug}` });
      expect(head.jsonLd[0]).toMatchObject({
        '@type': 'WebPage',
        name,
        url: `${ORIGIN}/page/${slug}`,
        isPartOf: { '@type': 'WebSite', name: SITE },
      });
      expect(way(head)).toEqual(['1 Accueil /', `2 ${name} /page/${slug}`]);
    }
  });

  test('the home page, with the way to search', async () => {
    const head = await pageAt('/');
    expect(head.canonical).toBe(`${ORIGIN}/`);
    expect(head.jsonLdOfType('WebSite')).toMatchObject({
      name: SITE,
      url: `${ORIGIN}/`,
      potentialAction: { target: { urlTemplate: `${ORIGIN}/recherche?q={search_term_string}` } },
    });
  });

  test('a missing resource has none', async () => {
    for (const path of [
      '/produit/rien',
      '/page/rien',
      '/boutique/rien',
      '/nulle-part',
      '/recherche?q=miel',
      '/shell',
    ]) {
      expect(headOf((await market.inject('GET', path)).text).jsonLd).toEqual([]);
    }
  });
});

test('it follows the visible content', async () => {
  const { text } = await market.inject('GET', '/produit/tomme-de-meuse');
  expect(text.indexOf('application/ld+json')).toBeGreaterThan(text.indexOf('</footer>'));
  expect(text.indexOf('</footer>')).toBeGreaterThan(0);
});
