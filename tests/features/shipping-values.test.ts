import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  distancesOf,
  type ShippingValues,
  shippingTypeOf,
  sortViolations,
  valuesOf,
  wholeEuros,
} from '#features/checkout/delivery/shipping-values.ts';
import { address, storeOrder } from '../support/store-order.ts';

const typed = (given: Partial<ShippingValues>): ShippingValues => ({
  shippingType: 'home',
  lastName: 'Durand',
  firstName: 'Zoé',
  phoneNumber: '0600000000',
  email: 'zoe@etal.test',
  address,
  pickupId: 'R1',
  distance: '5',
  ...given,
});

describe('the delivery form of one shop', () => {
  it('starts with collection at the shop, or with what the shop does offer', () => {
    expect(shippingTypeOf(storeOrder())).toBe('store');
    expect(shippingTypeOf(storeOrder({ shippingType: 'relay' }))).toBe('relay');
    expect(shippingTypeOf(storeOrder({ availableShippingTypes: { demat: 'E-mail' } }))).toBe('demat');
  });

  it('proposes the e-mail of the account for what is sent by e-mail, unless one was saved', () => {
    expect(valuesOf(storeOrder(), 'client@etal.test').email).toBe('client@etal.test');
    expect(valuesOf(storeOrder({ email: 'autre@etal.test' }), 'client@etal.test').email).toBe('autre@etal.test');
  });

  it('sends a relay with a relay order only', () => {
    expect(bodyOf(typed({ shippingType: 'relay' }), storeOrder())).toMatchObject({ pickupId: 'R1', address });
    expect(bodyOf(typed({ shippingType: 'home' }), storeOrder()).pickupId).toBeNull();
  });

  it('sends only what the way of delivery asks for, with the items and the shop by their ids', () => {
    const collected = bodyOf(typed({ shippingType: 'store' }), storeOrder());
    expect(collected).toMatchObject({ items: ['/store_order_items/i'], store: '/stores/a', lastName: 'Durand' });
    expect(collected).not.toHaveProperty('address');
    expect(collected).not.toHaveProperty('email');
    const digital = bodyOf(typed({ shippingType: 'demat' }), storeOrder());
    expect(digital).toMatchObject({ email: 'zoe@etal.test' });
    expect(digital).not.toHaveProperty('lastName');
  });

  it('offers the shop’s tiers of distance within its reach, nearest first, and none where there are none', () => {
    const levels: [number, number, number][] = [
      [10, 500, 3000],
      [5, 300, 2000],
      [20, 900, 5000],
    ];
    expect(distancesOf(storeOrder({}, levels)).map((level) => level.distance)).toEqual([5, 10]);
    expect(distancesOf(storeOrder())).toEqual([]);
  });

  it('puts the server’s violations on their fields and keeps the others aside', () => {
    const sorted = sortViolations([
      { propertyPath: 'address.city', message: 'Champ obligatoire' },
      { propertyPath: 'shippingType', message: 'Refusé' },
    ]);
    expect(sorted.fields).toEqual([{ propertyPath: 'address.city', message: 'Champ obligatoire' }]);
    expect(sorted.general).toEqual(['Refusé']);
  });

  it('writes whole euros without cents', () => {
    expect(wholeEuros(1500)).toBe('15');
    expect(wholeEuros(1250)).toBe('12,50');
  });
});
