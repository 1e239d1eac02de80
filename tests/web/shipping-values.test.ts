import { describe, expect, it } from 'vitest';
import type { StoreOrder } from '#contract/orders.ts';
import { moneyOf } from '#domain/money.ts';
import {
  bodyOf,
  distancesOf,
  type ShippingValues,
  shippingTypeOf,
  sortViolations,
  valuesOf,
  wholeEuros,
} from '#features/checkout/shipping-values.ts';

const address = { address1: '1 rue Haute', address2: '', postalCode: '55100', city: 'Verdun' };

function storeOrder(given: Partial<StoreOrder> = {}, levels: [number, number, number][] = []): StoreOrder {
  return {
    '@id': '/store_orders/12',
    '@type': 'StoreOrder',
    id: 12,
    order: '/orders/3',
    store: {
      '@id': '/stores/a',
      id: 'a',
      slug: 'a',
      name: 'A',
      description: '',
      logo: null,
      address,
      openingHours: [],
      minimumDelivery: moneyOf(1500),
      customShippingMaxDistance: 10,
      distancePriceLevels: levels.map(([distance, price, minimum]) => ({
        distance,
        price: moneyOf(price),
        minimumOrderValue: moneyOf(minimum),
      })),
      relayPoint: '',
      relayPointInformation: '',
    },
    items: [
      {
        '@id': '/store_order_items/i',
        '@type': 'StoreOrderItem',
        product: { '@id': '/products/p', id: 'p', name: 'P', slug: 'p', images: [] },
        optionValues: [],
        quantity: 1,
        unitPrice: moneyOf(2000),
        total: moneyOf(2000),
      },
    ],
    state: 'new',
    total: moneyOf(2000),
    totalBeforeDiscount: moneyOf(2000),
    shippingFees: moneyOf(0),
    trackingCode: null,
    shippingType: null,
    availableShippingTypes: { store: 'Retrait', home: 'Domicile', relay: 'Relais' },
    distance: null,
    pickupId: null,
    lastName: '',
    firstName: '',
    phoneNumber: '',
    email: '',
    address: { address1: '', address2: '', postalCode: '', city: '' },
    orderPaymentOnDelivery: false,
    createdAt: '2026-11-21T09:00:00Z',
    version: 1,
    ...given,
  };
}

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
