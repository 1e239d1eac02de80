import { describe, expect, it } from 'vitest';
import { phoneRule, postalCodeRule } from '#contract/fields/phone.ts';
import {
  bodyOf,
  contactOf,
  distancesOf,
  fieldOf,
  requiredAnd,
  type ShippingValues,
  shippingTypeOf,
  sortViolations,
} from '#features/checkout/delivery/shipping-values.ts';
import { address, storeOrder } from '../support/store-order.ts';

const typed = (given: Partial<ShippingValues>): ShippingValues => ({
  shippingType: 'home',
  address,
  pickupId: 'R1',
  distance: '5',
  slot: '',
  ...given,
});

const contact = { lastName: 'Durand', firstName: 'Zoé', phoneNumber: '0600000000', email: 'zoe@etal.test' };

it.each(['12', 'x', 'ABC'])('%j fills neither a phone field nor a postal code', (wrong) => {
  expect(requiredAnd(phoneRule)(wrong)).toBe('Numéro de téléphone incorrect.');
  expect(requiredAnd(postalCodeRule)(wrong)).toBe('Code postal à cinq chiffres attendu.');
  expect([requiredAnd(phoneRule)(' '), requiredAnd(phoneRule)('06.98.76.54.32')]).toEqual(['Champ obligatoire', true]);
});

describe('the customer, once for all stores', () => {
  const of = (...storeOrders: ReturnType<typeof storeOrder>[]) => contactOf({ storeOrders }, 'client@etal.test');

  it('is who one of the parts knows already', () => {
    const blank = { lastName: '', firstName: '', phoneNumber: '', email: '' };
    expect(of(storeOrder(blank), storeOrder(contact))).toEqual({ ...contact, email: 'client@etal.test' });
    expect(of(storeOrder(blank))).toEqual({ ...blank, email: 'client@etal.test' });
  });

  it('proposes the account’s email address for digital products, without a saved one', () => {
    expect(of(storeOrder()).email).toBe('client@etal.test');
    const mailed = (email: string) => storeOrder({ shippingType: 'demat', email });
    expect(of(storeOrder(), mailed('autre@etal.test')).email).toBe('autre@etal.test');
    expect(of(storeOrder({ email: 'ancien@etal.test' }), mailed('')).email).toBe('client@etal.test');
  });

  it('has one field for a refusal of several parts; a refusal without a field is above its part', () => {
    expect(fieldOf(12, 'phoneNumber')).toBe('contact.phoneNumber');
    expect(fieldOf(13, 'phoneNumber')).toBe('contact.phoneNumber');
    expect(fieldOf(12, 'address.city')).toBe('parts.s12.address.city');
    expect(fieldOf(12, 'shippingType')).toBeNull();
  });
});

describe('the delivery form of one store', () => {
  it('starts with collection at the store, or with an offered mode', () => {
    expect(shippingTypeOf(storeOrder())).toBe('store');
    expect(shippingTypeOf(storeOrder({ shippingType: 'relay' }))).toBe('relay');
    expect(shippingTypeOf(storeOrder({ availableShippingTypes: { demat: 'E-mail' } }))).toBe('demat');
  });

  it('sends a relay with a relay order only', () => {
    expect(bodyOf(typed({ shippingType: 'relay' }), contact, storeOrder())).toMatchObject({ pickupId: 'R1', address });
    expect(bodyOf(typed({ shippingType: 'home' }), contact, storeOrder()).pickupId).toBeNull();
  });

  it('sends only values of the delivery mode, with ids of items and store', () => {
    const collected = bodyOf(typed({ shippingType: 'store' }), contact, storeOrder());
    expect(collected).toMatchObject({ items: ['/store_order_items/i'], store: '/stores/a', lastName: 'Durand' });
    expect(collected).not.toHaveProperty('address');
    expect(collected).not.toHaveProperty('email');
    const digital = bodyOf(typed({ shippingType: 'demat' }), contact, storeOrder());
    expect(digital).toMatchObject({ email: 'zoe@etal.test' });
    expect(digital).not.toHaveProperty('lastName');
  });

  it('offers the store’s distance tiers within its reach, nearest first, and none without tiers', () => {
    const levels: [number, number, number][] = [
      [10, 500, 3000],
      [5, 300, 2000],
      [20, 900, 5000],
    ];
    expect(distancesOf(storeOrder({}, levels)).map((level) => level.distance)).toEqual([5, 10]);
    expect(distancesOf(storeOrder())).toEqual([]);
  });

  it('assigns the server’s violations to their fields, and returns the others separately', () => {
    const sorted = sortViolations(12, [
      { propertyPath: 'address.city', message: 'Champ obligatoire' },
      { propertyPath: 'shippingType', message: 'Refusé' },
    ]);
    expect(sorted.fields).toEqual([{ field: 'parts.s12.address.city', message: 'Champ obligatoire' }]);
    expect(sorted.general).toEqual(['Refusé']);
  });
});
