// The order of a cart without a network: computed from the shops' last known terms.
import { describe, expect, it } from 'vitest';
import type { DeliveryTerms, StoreSummary } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import { agreedTermsOf } from '#features/checkout/delivery/commitment.ts';
import { serverValues } from '#features/checkout/delivery/shipping-draft.ts';
import { withTier } from '#features/checkout/payment/chosen-delivery.ts';
import { estimateOrder } from '#features/checkout/payment/estimated-order.ts';
import { emptyCart } from '#state/cart/cart.ts';
import { address, storeOrder } from '../support/store-order.ts';

const terms: DeliveryTerms = {
  minimumDelivery: 1500,
  paymentOnDelivery: true,
  customShippingPrice: 400,
  customShippingMaxDistance: 10,
  freeDeliveryPriceFromAmount: 10_000,
  distancePriceLevels: [
    { distance: 5, price: 300, minimumOrderValue: 1000 },
    { distance: 10, price: 600, minimumOrderValue: 1500 },
    { distance: 20, price: 900, minimumOrderValue: 2000 },
  ],
  relayPoint: 'Chez Paul',
  relayPointInformation: '',
  relayPointPrice: 200,
  preparationTime: null,
};
const storeNamed = (id: string, shippingTypes: ShippingType[], deliveryTerms: DeliveryTerms | undefined = terms) => ({
  thing: { id, description: '', address, shippingTypes, deliveryTerms } as unknown as StoreSummary,
  seenAt: 1000,
  whole: false,
});
const item = (store: string, cents: number, quantity: number, dematerialized = false) => ({
  lineKey: `${store}|`,
  product: {
    '@id': `/products/${store}`,
    ...{ id: store, slug: store, name: store, images: [], stock: null, preOrderDate: null, orderable: true },
    ...{ price: null, reducedPrice: null, notSellToMinor: false, dematerialized },
    store: { '@id': `/stores/${store}`, id: store, slug: store, name: `Chez ${store}`, logo: null },
  },
  optionValues: [],
  quantity,
  unitPrice: cents,
  total: cents * quantity,
  waiting: true,
});
const cartOf = (items: ReturnType<typeof item>[], discount = 0) => {
  const total = items.reduce((sum, each) => sum + each.total, 0);
  return { ...emptyCart, items, total, totalAfterDiscount: total - discount, seenAt: 5000 };
};
const estimate = (items: ReturnType<typeof item>[], stores: ReturnType<typeof storeNamed>[], discount = 0) =>
  estimateOrder({ cart: cartOf(items, discount), stores, earlierOrders: [] });

describe('an estimated order', () => {
  it('proposes the collection, and prices what the shop itself delivers', () => {
    const made = estimate([item('a', 1000, 2)], [storeNamed('a', ['store', 'custom_store', 'custom_relay'])]);
    const [part] = made?.order.storeOrders ?? [];
    expect(part).toMatchObject({ shippingType: 'store', shippingFees: { amount: 0 }, total: { amount: 2000 } });
    expect(part?.shippingPrices).toEqual({
      store: { amount: 0, from: false },
      custom_store: { amount: 300, from: true },
      custom_relay: { amount: 200, from: false },
    });
    expect(made?.order.isPaymentOnDelivery).toBe(true);
    expect(made?.unpriced).toEqual({});
    expect(made?.seenAt).toBe(1000);
  });

  it('has the price of a distance, within the radius of the shop', () => {
    const made = estimate([item('a', 1000, 2)], [storeNamed('a', ['store', 'custom_store'])]);
    const [part] = made?.order.storeOrders ?? [];
    const tier = terms.distancePriceLevels[1];
    if (!part || !tier) throw new Error('No part was estimated.');
    expect(withTier(part, tier)).toMatchObject({ shippingFees: { amount: 600 }, total: { amount: 2600 } });
    expect(part.store.customShippingMaxDistance).toBe(10);
  });

  it('names the carriers as unpriced, and offers nothing at a price of its own making', () => {
    const made = estimate([item('a', 1000, 2)], [storeNamed('a', ['store', 'home', 'relay'])]);
    const [part] = made?.order.storeOrders ?? [];
    expect(Object.keys(part?.availableShippingTypes ?? {})).toEqual(['store']);
    expect(made?.unpriced).toEqual({ a: ['home', 'relay'] });
  });

  it('offers the collection alone at a shop whose terms are unknown', () => {
    const { thing, ...known } = storeNamed('a', ['store', 'custom_store']);
    const { deliveryTerms: _, ...without } = thing;
    const made = estimate([item('a', 1000, 2)], [{ ...known, thing: without }]);
    expect(Object.keys(made?.order.storeOrders[0]?.availableShippingTypes ?? {})).toEqual(['store']);
    expect(made?.unpriced).toEqual({ a: ['custom_store'] });
  });

  it('is impossible if no shop is known, and says which part is missing if one is', () => {
    expect(estimate([item('a', 1000, 2)], [])).toBeNull();
    const made = estimate([item('a', 1000, 2), item('b', 500, 1)], [storeNamed('a', ['store'])]);
    expect(made?.order.storeOrders.map(({ availableShippingTypes }) => Object.keys(availableShippingTypes))).toEqual([
      ['store'],
      [],
    ]);
  });

  it('sends files by email, whatever is known of the shop', () => {
    const made = estimate([item('a', 1000, 1, true)], []);
    expect(made?.order.storeOrders[0]).toMatchObject({ shippingType: 'demat', total: { amount: 1000 } });
  });

  it('deducts a coupon only if its shop is certain: otherwise its maximum is without it', () => {
    const stores = [storeNamed('a', ['store']), storeNamed('b', ['store'])];
    const one = estimate([item('a', 1000, 2)], stores, 200);
    expect(one?.order).toMatchObject({ total: { amount: 1800 } });
    const two = estimate([item('a', 1000, 2), item('b', 500, 1)], stores, 200);
    expect(two?.order).toMatchObject({ total: { amount: 2500 } });
    const changed = estimateOrder({
      cart: { ...cartOf([item('a', 1000, 2)], 200), estimated: true },
      stores,
      earlierOrders: [],
    });
    expect(changed?.order).toMatchObject({ total: { amount: 2000 } });
  });

  it('proposes the contact of the last order, with an address if one is known', () => {
    const before = storeOrder({ firstName: 'Léa', lastName: 'Petit', phoneNumber: '+33600000000', address });
    const made = estimateOrder({
      cart: cartOf([item('a', 1000, 2)]),
      stores: [storeNamed('a', ['store'])],
      earlierOrders: [{ storeOrders: [storeOrder({ lastName: 'Sans adresse' }), before] } as unknown as Order],
    });
    expect(made?.order.storeOrders[0]).toMatchObject({ firstName: 'Léa', lastName: 'Petit', address });
  });

  it('is agreed to with its total as the maximum', () => {
    const made = estimate([item('a', 1000, 2)], [storeNamed('a', ['store', 'home'])]);
    if (!made) throw new Error('No order was estimated.');
    const agreed = agreedTermsOf(made.order, serverValues(made.order, ''), [{ code: 'CODE', applies: true }], true);
    expect(agreed).toMatchObject({ most: 2000, coupons: [], parts: [{ store: 'a', shippingType: 'store', fees: 0 }] });
    expect(agreed.lines).toEqual([{ product: 'a', optionValues: [], quantity: 2, unitPrice: 1000 }]);
  });
});
