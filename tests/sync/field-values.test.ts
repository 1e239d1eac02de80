import { expect, test } from 'vitest';
import { iriOf, isSameValue } from '#sync/commands/field-values.ts';
import { labelOf, wordsOf } from '#sync/pending/field-labels.ts';

test('a value of one side only gives no difference, two different values do', () => {
  expect(isSameValue({ name: 'Taille', value: 'L' }, { name: 'Taille' })).toBe(true);
  expect(isSameValue({ name: 'Taille', value: 'L' }, { name: 'Taille', value: 'L' })).toBe(true);
  expect(isSameValue({ name: 'Taille', value: 'L' }, { name: 'Taille', value: 'M' })).toBe(false);
  expect(isSameValue({ name: 'Taille' }, { name: 'Couleur', value: 'L' })).toBe(false);
});

test('lists are equal with equal items in equal order', () => {
  expect(isSameValue(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(isSameValue(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(isSameValue(['a', 'b'], ['a'])).toBe(false);
});

test('all empty values are equal', () => {
  expect(isSameValue('', null)).toBe(true);
  expect(isSameValue(undefined, '')).toBe(true);
  expect(isSameValue('', 'x')).toBe(false);
  expect(isSameValue(null, 0)).toBe(false);
});

test('an amount is equal in any notation', () => {
  const money = { amount: 1250, convertedAmount: 12.5, stringValue: '12,50' };
  for (const written of [money, 12.5, { amount: 1250 }, { stringValue: '12,50' }]) {
    expect(isSameValue(money, written)).toBe(true);
    expect(isSameValue(written, { amount: 1251 })).toBe(false);
  }
  expect(isSameValue({ amount: 0, stringValue: '' }, null)).toBe(false);
  expect(isSameValue({ stringValue: '' }, null)).toBe(true);
  expect(isSameValue('', { stringValue: '' })).toBe(true);
});

test('a resource is equal by its IRI and as an object', () => {
  const whole = { '@id': '/api/media_objects/1', alt: 'Un pain' };
  expect(iriOf(whole)).toBe('/api/media_objects/1');
  expect(iriOf({ '@id': 1 })).toBeNull();
  expect(iriOf(['/api/media_objects/1'])).toBeNull();
  expect(isSameValue(whole, '/api/media_objects/1')).toBe(true);
  expect(isSameValue('/api/media_objects/2', whole)).toBe(false);
  expect(isSameValue({ '@id': '/api/media_objects/1' }, { '@id': '/api/media_objects/1', alt: 'Autre' })).toBe(true);
  expect(isSameValue({ ...whole, '@id': '/api/media_objects/2' }, whole)).toBe(false);
  expect(isSameValue({ alt: 'Un pain' }, 'Un pain')).toBe(false);
});

test('a value is shown in the words of its form', () => {
  const amounts = [
    'price',
    'reducedPrice',
    'freeDeliveryPriceFromAmount',
    'customShippingPrice',
    'minimumDelivery',
    'relayPointPrice',
  ];
  for (const name of amounts) expect(wordsOf(name, 12.5)).toBe('12,50\u00a0€');
  expect(wordsOf('price', 'douze')).toBeNull();
  expect(wordsOf('stock', 12)).toBe('12');
  for (const name of ['category', 'vatRate', 'logo', 'technicalImage']) {
    expect(wordsOf(name, `/api/${name}/1`)).toBe('Choisi');
    expect(wordsOf(name, { name: 'sans nom sur cet appareil' })).toBeNull();
  }
  for (const nothing of [null, undefined, '', []]) expect(wordsOf('name', nothing)).toBeNull();
  expect([wordsOf('active', true), wordsOf('active', false)]).toEqual(['Oui', 'Non']);
  expect(wordsOf('images', ['/a'])).toBe('1 photo');
  expect(wordsOf('images', ['/a', '/b'])).toBe('2 photos');
  expect(wordsOf('options', [{ name: 'Taille' }, { name: 'Couleur' }])).toBe('Taille, Couleur');
  expect(wordsOf('categories', ['/a'])).toBe('1 choisi');
  expect(wordsOf('categories', ['/a', { name: 'Pains' }, null])).toBe('3 choisis');
  expect(wordsOf('discount', { amount: 1250, convertedAmount: 12.5 })).toBe('12,5');
  expect(wordsOf('dimensions', { width: 12, height: '', depth: '3', unit: null })).toBe('12, 3');
  expect(wordsOf('dimensions', { width: '' })).toBeNull();
});

test('a field has its French name, an unknown one its own', () => {
  expect(labelOf('price')).toBe('Prix');
  expect(labelOf('unheardOf')).toBe('unheardOf');
});

test('the delivery of a store is shown by its names and amounts', () => {
  expect(wordsOf('deliveryMethods', ['store', 'custom_store'])).toBe('Retrait en magasin, Livraison par le commerçant');
  const tiers = [
    { distance: 5, price: { amount: 250 }, minimumOrderValue: null },
    { distance: 10, price: { stringValue: '4,50' }, minimumOrderValue: 0 },
  ];
  expect(wordsOf('distancePriceLevels', tiers)).toBe('5\u00a0km\u00a0: 2,50\u00a0€, 10\u00a0km\u00a0: 4,50\u00a0€');
});
