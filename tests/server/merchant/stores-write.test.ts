// What a merchant writes of the shop.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MerchantStore, Store } from '#contract/catalogue/stores.ts';
import { shippingTypes } from '#contract/fields/values.ts';
import type { ErrorBody } from '#contract/wire/hydra.ts';
import { images } from '#server/db/schema/pictures.ts';
import { stores, terms } from '#server/db/schema/stores.ts';
import { makeDelivery } from '../../support/builders.ts';
import { type Merchant, makeMerchant } from '../../support/merchant.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let merchant: Merchant;
beforeAll(async () => {
  market = await startTestMarket();
  await makeDelivery(market.db);
});
afterAll(() => market.close());
beforeEach(async () => {
  merchant = await makeMerchant(market);
});

const save = <T = MerchantStore>(body: unknown, ifMatch?: number) =>
  merchant.call<T>('PUT', `/stores/${merchant.storeId}`, body, ifMatch);
const seen = async () => (await merchant.call<MerchantStore>('GET', `/stores/${merchant.storeId}`)).body;

const morningOnly = {
  days: ['monday', 'saturday'],
  morningOpeningHour: '0900',
  morningCloseHour: '1230',
  afternoonOpeningHour: null,
  afternoonCloseHour: null,
  interrupt: false,
};

describe('saving the store', () => {
  test('changes the sent fields only, visible to everyone', async () => {
    const before = await seen();
    const { status, body } = await save({ name: 'Fromagerie du Pont', aboutText: 'Depuis 1954.' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Fromagerie du Pont', aboutText: 'Depuis 1954.', version: 2 });
    const everyone = await market.inject<Store>('GET', `/api/stores/by_slug/${before.slug}`);
    expect(everyone.body).toMatchObject({ name: 'Fromagerie du Pont', aboutText: 'Depuis 1954.' });
  });

  test('may write every field there is, and reads them back', async () => {
    const pictures = await market.db
      .insert(images)
      .values(['une', 'deux'].map((stem) => ({ stem, storeId: merchant.storeId })))
      .returning();
    const [one, two] = pictures.map(({ id }) => `/images/${id}`);
    const changes = {
      description: 'Au lait cru',
      website: 'https://fromagerie.example',
      instagram: null,
      sMoneyAccount: 'FR-1',
      address: { address1: '3 rue du Rû', address2: '', postalCode: '55100', city: 'Verdun' },
      phoneNumber: { value: '03 29 00 00 00' },
      placeOfSales: 'Marché du mardi',
      additionalInformation: 'Fermé en août',
      openingHours: [morningOnly],
      closedDays: [{ from: '2026-08-01', to: '2026-08-15' }],
      preparationTime: 90,
      geoCoordinates: { latitude: 49.2, longitude: 5.37 },
      youtubeVideoId: 'dQw4w9WgXcQ',
      deliveryMethods: ['store', 'custom_store'],
      paymentOnDelivery: true,
      paymentOnDeliveryInformation: 'Chèque ou espèces',
      customShippingMaxDistance: 25,
      relayPoint: 'Tabac de la place',
      relayPointInformation: 'De 8 h à 19 h',
    };
    const { status, body, text } = await save({
      ...changes,
      logo: one,
      images: [two, one],
      freeDeliveryPriceFromAmount: 50,
      customShippingPrice: { stringValue: '4,90' },
      minimumDelivery: 15,
      distancePriceLevels: [
        { distance: 20, price: 6, minimumOrderValue: 30 },
        { distance: 10, price: { stringValue: '3' }, minimumOrderValue: null },
      ],
      relayPointPrice: 2,
    });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      ...changes,
      logo: { '@id': one },
      images: [{ '@id': two }, { '@id': one }],
      freeDeliveryPriceFromAmount: { amount: 5000 },
      customShippingPrice: { amount: 490 },
      minimumDelivery: { amount: 1500 },
      distancePriceLevels: [
        { distance: 10, price: { amount: 300 }, minimumOrderValue: { amount: 0 } },
        { distance: 20, price: { amount: 600 }, minimumOrderValue: { amount: 3000 } },
      ],
      relayPointPrice: { amount: 200 },
    });
    expect(await seen()).toEqual(body);
    const { distancePriceLevels, minimumDelivery, openingHours, images: shown } = body;
    const asRead = await save({
      distancePriceLevels,
      minimumDelivery,
      openingHours,
      freeDeliveryPriceFromAmount: null,
      images: [],
    });
    expect(asRead.body).toMatchObject({
      distancePriceLevels,
      minimumDelivery,
      openingHours,
      freeDeliveryPriceFromAmount: null,
      images: [],
    });
    expect(shown).toHaveLength(2);
  });

  test('stores the legal identity in its written form, for everyone, and names each mistake', async () => {
    const legalIdentity = {
      legalName: ' Ferme du Pont ',
      legalForm: 'EARL',
      siret: '732 829 320 00074',
      vatNumber: '',
    };
    const { body } = await save({ legalIdentity });
    const written = { ...legalIdentity, legalName: 'Ferme du Pont', siret: '73282932000074' };
    expect(body.legalIdentity).toEqual(written);
    const everyone = await market.inject<Store>('GET', `/api/stores/by_slug/${body.slug}`);
    expect(everyone.body.legalIdentity).toEqual(written);

    const refused = await save({ legalIdentity: { ...legalIdentity, legalForm: '', siret: '73282932000075' } });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      violations: [{ propertyPath: 'legalIdentity.legalForm' }, { propertyPath: 'legalIdentity.siret' }],
    });
    expect((await seen()).legalIdentity).toEqual(written);
  });

  test('keeps the legal identity of a store that sells; a catalogue may be without', async () => {
    const before = await seen();
    const refused = await save({ legalIdentity: null });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ violations: [{ propertyPath: 'legalIdentity.legalName' }] });
    expect((await seen()).legalIdentity).toEqual(before.legalIdentity);

    await market.db.update(stores).set({ plan: 'Catalogue' }).where(eq(stores.id, merchant.storeId));
    expect((await save({ legalIdentity: null })).body.legalIdentity).toBeNull();
  });

  test('never changes the store’s readiness, plan or owner', async () => {
    const { body } = await save({
      plan: { name: 'E-commerce + supports' },
      ready: false,
      ownerId: null,
      slug: 'a',
      version: 9,
    });
    expect(body).toMatchObject({ plan: { name: 'E-commerce' }, ready: true, version: 2 });
    expect(body.slug).not.toBe('a');
    expect((await seen()).id).toBe(merchant.storeId);
  });

  test('accepts terms, once and for good', async () => {
    const [first, second] = await market.db
      .insert(terms)
      .values([{ terms: 'Un' }, { terms: 'Deux' }])
      .returning();
    const [one, two] = [`/term_and_conditions/${first?.id}`, `/term_and_conditions/${second?.id}`];
    expect((await save({ acceptedTermAndConditions: [one] })).body.acceptedTermAndConditions).toEqual([one]);
    await save({ acceptedTermAndConditions: [two, two] });
    expect((await save({ acceptedTermAndConditions: [] })).body.acceptedTermAndConditions.sort()).toEqual(
      [one, two].sort(),
    );
    const unknown = await save<ErrorBody>({ acceptedTermAndConditions: ['/term_and_conditions/0'] });
    expect([unknown.status, unknown.body.violations?.[0]?.message]).toEqual([422, 'Conditions inconnues.']);
  });

  test.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'name', 'Nom requis'],
    ['an address that runs code', { website: 'javascript:alert(1)' }, 'website', 'Adresse https:// attendue.'],
    [
      'an hour that is none',
      { openingHours: [{ ...morningOnly, morningCloseHour: '2460' }] },
      'openingHours.0.morningCloseHour',
      'Heure incorrecte.',
    ],
    [
      'a day that does not exist',
      { closedDays: [{ from: '2026-02-30', to: '2026-03-01' }] },
      'closedDays.0.from',
      'Date incorrecte.',
    ],
    [
      'a holiday that ends before it begins',
      { closedDays: [{ from: '2026-08-02', to: '2026-08-01' }] },
      'closedDays.0.to',
      'La fin vient avant le début.',
    ],
    ['no time at all, and less', { preparationTime: -1 }, 'preparationTime', 'Nombre positif attendu.'],
    [
      'a place beyond the poles',
      { geoCoordinates: { latitude: 91, longitude: 0 } },
      'geoCoordinates.latitude',
      'Position incorrecte.',
    ],
    [
      'a video that is an address',
      { youtubeVideoId: 'https://youtu.be/x' },
      'youtubeVideoId',
      'Vidéo YouTube inconnue.',
    ],
    ['an unknown way of delivery', { deliveryMethods: ['drone'] }, 'deliveryMethods.0', 'Mode de livraison inconnu.'],
    [
      'half a kilometre',
      { distancePriceLevels: [{ distance: 0.5, price: 0, minimumOrderValue: 0 }] },
      'distancePriceLevels.0.distance',
      'Nombre entier de kilomètres attendu.',
    ],
    [
      'a price that is none',
      { distancePriceLevels: [{ distance: 1, price: { stringValue: 'x' }, minimumOrderValue: 0 }] },
      'distancePriceLevels.0.price',
      'Montant incorrect.',
    ],
    ['a logo of nobody', { logo: '/images/0' }, 'logo', 'Cette image n’existe plus.'],
  ])('refuses %s, beside its field', async (_what, body, propertyPath, message) => {
    const before = await seen();
    const refused = await save<ErrorBody>(body);
    expect([refused.status, refused.body.violations]).toEqual([422, [{ propertyPath, message }]]);
    expect(await seen()).toEqual(before);
  });
});

test('an outdated version is refused with the current fields', async () => {
  await save({ description: 'Une' }, 1);
  const late = await save<ErrorBody>({ description: 'Deux', minimumDelivery: 5 }, 1);
  expect([late.status, late.body.code]).toEqual([412, 'version']);
  expect(late.body.detail).toEqual({
    version: 2,
    current: { description: 'Une', minimumDelivery: { amount: 0, convertedAmount: 0, stringValue: '0,00' } },
  });
  expect((await save({ description: 'Deux' }, 2)).body.version).toBe(3);
});

test('of two parallel saves one is accepted, the other gets a conflict', async () => {
  const answers = await Promise.all(['Une', 'Deux'].map((description) => save({ description }, 1)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('the tiers have an address of their own, and change nothing else', async () => {
  const before = await seen();
  const path = `/stores/${merchant.storeId}/distance_price_levels`;
  const put = <T = MerchantStore>(distance: number, ifMatch?: number) => {
    const distancePriceLevels = [{ distance, price: 2.5, minimumOrderValue: { stringValue: '15,00' } }];
    return merchant.call<T>('PUT', path, { distancePriceLevels, name: 'Autre' }, ifMatch);
  };
  const { status, body } = await put(5, 1);
  expect(status).toBe(200);
  expect(body.distancePriceLevels).toMatchObject([
    { distance: 5, price: { amount: 250 }, minimumOrderValue: { amount: 1500 } },
  ]);
  const deliveryTerms = {
    ...before.deliveryTerms,
    distancePriceLevels: [{ distance: 5, price: 250, minimumOrderValue: 1500 }],
  };
  expect(body).toEqual({ ...before, distancePriceLevels: body.distancePriceLevels, deliveryTerms, version: 2 });
  expect((await put(6, 1)).status).toBe(412);
  const refused = await put<ErrorBody>(-1);
  expect([refused.status, refused.body.violations?.[0]?.propertyPath]).toEqual([422, 'distancePriceLevels.0.distance']);
  expect(await seen()).toEqual(body);
});

test('so has the video: any of its addresses is accepted, others are refused on the field, and null removes it', async () => {
  const before = await seen();
  const put = <T = MerchantStore>(url: unknown, ifMatch?: number) =>
    merchant.call<T>('PUT', `/stores/${merchant.storeId}/youtube_video`, { url }, ifMatch);
  const { status, body } = await put('https://youtu.be/aqz-KE-bpKQ?si=abc', 1);
  expect([status, body]).toEqual([200, { ...before, youtubeVideoId: 'aqz-KE-bpKQ', version: 2 }]);
  expect((await put('aqz-KE-bpKQ', 1)).status).toBe(412);
  for (const [url, message] of [
    ['', 'URL Requise'],
    ['https://vimeo.com/12345', 'Vidéo YouTube inconnue.'],
    ['javascript:alert(1)', 'Vidéo YouTube inconnue.'],
    ['https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ', 'Vidéo YouTube inconnue.'],
  ]) {
    const refused = await put<ErrorBody>(url);
    expect([refused.status, refused.body.violations]).toEqual([422, [{ propertyPath: 'url', message }]]);
  }
  expect((await put<ErrorBody>(12)).status).toBe(422);
  expect((await seen()).youtubeVideoId).toBe('aqz-KE-bpKQ');
  expect((await put(null, 2)).body).toMatchObject({ youtubeVideoId: null, version: 3 });
});

test('merchants get the names of all shipping types, offered or not', async () => {
  await save({ deliveryMethods: ['store'] });
  const { availableShippingTypes = {}, availableStoreShippingTypes } = await seen();
  expect(Object.keys(availableStoreShippingTypes)).toEqual(['store']);
  expect(Object.keys(availableShippingTypes)).toEqual([...shippingTypes]);
  expect(Object.values(availableShippingTypes).every((name) => name.length > 3)).toBe(true);
});
