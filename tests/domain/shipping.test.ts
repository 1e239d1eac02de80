import { describe, expect, it } from 'vitest';
import { isBelowMinimum, leastTotal } from '#domain/orders/minimum.ts';
import { discountOn } from '#domain/orders/pricing.ts';
import { distanceChoices, isDeliveredByStore, shippingFees, typesOffered } from '#domain/orders/shipping.ts';

const terms = {
  customShippingPrice: 700,
  freeDeliveryPriceFromAmount: 6000,
  distancePriceLevels: [
    { distance: 10, price: 400, minimumOrderValue: 2000 },
    { distance: 5, price: 200, minimumOrderValue: 1500 },
    { distance: 30, price: 900, minimumOrderValue: 4000 },
  ],
  relayPointPrice: 150,
};
const prices = [
  { shippingType: 'home', maxWeight: 5000, price: 990 },
  { shippingType: 'home', maxWeight: 1000, price: 690 },
  { shippingType: 'relay', maxWeight: 1000, price: 420 },
];
const part = { itemsTotal: 3000, weight: 800, distance: null };

describe('shipping fees', () => {
  it('are free at the store and by mail', () => {
    expect(shippingFees('store', part, terms, prices)).toBe(0);
    expect(shippingFees('demat', part, terms, prices)).toBe(0);
  });

  it('follow the weight by carrier, and the last row applies to all heavier parcels', () => {
    expect(shippingFees('home', part, terms, prices)).toBe(690);
    expect(shippingFees('home', { ...part, weight: 1001 }, terms, prices)).toBe(990);
    expect(shippingFees('home', { ...part, weight: 90_000 }, terms, prices)).toBe(990);
    expect(shippingFees('relay', part, terms, prices)).toBe(420);
  });

  it('follow the distance tier for store delivery, else its own price, and are free from the free amount', () => {
    expect(shippingFees('custom_store', { ...part, distance: 5 }, terms, prices)).toBe(200);
    expect(shippingFees('custom_store', part, terms, prices)).toBe(700);
    expect(shippingFees('custom_store', { ...part, distance: 5, itemsTotal: 6000 }, terms, prices)).toBe(0);
  });

  it('are the store’s own at its relay point', () => {
    expect(shippingFees('custom_relay', part, terms, prices)).toBe(150);
  });
});

describe('ways of delivery', () => {
  it('offer mail alone for digital goods and never for others', () => {
    const store = { deliveryMethods: ['home', 'store', 'demat'] };
    expect(typesOffered(store, [{ dematerialized: false }, { dematerialized: true }])).toEqual(['store', 'home']);
    expect(typesOffered(store, [{ dematerialized: true }])).toEqual(['demat']);
  });

  it('allow payment on delivery for handovers by the store', () => {
    expect(isDeliveredByStore('store')).toBe(true);
    expect(isDeliveredByStore('custom_store')).toBe(true);
    expect(isDeliveredByStore('home')).toBe(false);
    expect(isDeliveredByStore(null)).toBe(false);
  });

  it('are closed at or below the minimum amount, except by mail', () => {
    expect(isBelowMinimum('store', 1500, 1500)).toBe(true);
    expect(isBelowMinimum('store', 1501, 1500)).toBe(false);
    expect(isBelowMinimum('demat', 10, 1500)).toBe(false);
    expect(isBelowMinimum('store', 0, 0)).toBe(false);
  });

  it.each([
    ['no minimum asks for nothing', 0, null, null],
    ['the minimum itself is too little', 1500, null, 1501],
    ['a fixed coupon comes on top', 1500, { discountType: 'fix', discount: 350 }, 1851],
    ['a share of it, rounded as it is taken', 1500, { discountType: 'relative', discount: 10 }, 1668],
    ['all of it: no amount would do', 1500, { discountType: 'relative', discount: 100 }, null],
  ] as const)('show the minimum of their lines: %s', (_, minimum, coupon, least) => {
    expect(leastTotal(minimum, coupon)).toBe(least);
    if (least === null) return;
    const paid = (total: number) => total - discountOn(total, coupon);
    expect([least - 1, least].map((total) => isBelowMinimum('store', paid(total), minimum))).toEqual([true, false]);
  });

  it('list the tiers within reach, nearest first', () => {
    expect(distanceChoices(terms.distancePriceLevels, 20).map((level) => level.distance)).toEqual([5, 10]);
    expect(distanceChoices(terms.distancePriceLevels, null)).toHaveLength(3);
  });
});
