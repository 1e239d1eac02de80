// What an order comes to while its delivery is chosen, before the market has answered.
import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import {
  priceOfTier,
  withPart,
  withProvisionalFees,
  withShippingType,
  withTier,
} from '#features/checkout/payment/chosen-delivery.ts';
import { storeOrder } from '../support/store-order.ts';

const tiers: [number, number, number][] = [
  [5, 250, 0],
  [10, 500, 2500],
];
const part = (more: Partial<StoreOrder> = {}): StoreOrder => {
  const made = storeOrder({}, tiers);
  return {
    ...made,
    ...{ shippingType: 'store' as const, distance: null, pickupId: 'R1' },
    store: { ...made.store, paymentOnDelivery: true },
    shippingPrices: {
      store: { amount: 0, from: false },
      home: { amount: 790, from: false },
      custom_store: { amount: 250, from: true },
    },
    ...more,
  };
};
const goods = ({ total, shippingFees }: StoreOrder) => total.amount - shippingFees.amount;

describe('a way of delivery', () => {
  it('uses the market’s price, without values of another mode', () => {
    const home = withShippingType(part(), 'home');
    expect(home).toMatchObject({ shippingType: 'home', shippingFees: { amount: 790 }, pickupId: null, distance: null });
    expect(home && goods(home)).toBe(goods(part()));
  });

  it('has no price without an answer', () => {
    expect(withShippingType(part(), 'demat')).toBeNull();
    expect(withShippingType({ ...part(), shippingPrices: undefined }, 'home')).toBeNull();
  });
});

describe('a distance', () => {
  const [near, far] = tiers.map(([distance, price, minimumOrderValue]) => ({ distance, price, minimumOrderValue }));
  if (!near || !far) throw new Error('no tiers');

  it('replaces the price of before: nothing is added to it', () => {
    const brought = withShippingType(part(), 'custom_store');
    if (!brought) throw new Error('no price');
    const measured = withTier(brought, far);
    expect(measured).toMatchObject({ distance: 10, shippingFees: { amount: 500 } });
    expect(measured && goods(measured)).toBe(goods(part()));
    expect(measured && withTier(measured, near)?.shippingFees.amount).toBe(250);
  });

  it('costs nothing where the delivery is free', () => {
    const free = part({ shippingPrices: { custom_store: { amount: 0, from: false } } });
    expect(withTier(free, far)?.shippingFees.amount).toBe(0);
  });

  it('is listed at its final price: zero with free delivery, its own price below the minimum', () => {
    const free = part({ shippingPrices: { custom_store: { amount: 0, from: false } } });
    expect([near, { ...far, minimumOrderValue: 0 }].map((tier) => priceOfTier(free, tier))).toEqual([0, 0]);
    expect([near, far].map((tier) => priceOfTier(part(), tier))).toEqual([250, 500]);
    expect([near, far].map((tier) => priceOfTier({ ...part(), shippingPrices: undefined }, tier))).toEqual([250, 500]);
    // 20,00 € of goods: too little for the far one.
    expect(priceOfTier(free, far)).toBe(500);
  });

  it('before a choice uses the nearest tier, not the price of a store without tiers', () => {
    const asked = withShippingType(part(), 'home');
    const answered: StoreOrder = { ...part(), ...asked, shippingType: 'custom_store' };
    expect(withProvisionalFees(answered).shippingFees.amount).toBe(250);
    expect(withProvisionalFees({ ...answered, distance: 10 }).shippingFees.amount).toBe(790);
  });
});

describe('an order', () => {
  const order = (...parts: StoreOrder[]) =>
    ({
      storeOrders: parts,
      isPaymentOnDelivery: true,
      paymentOnDeliveryMessage: { storeDecline: [], storeAccept: [] },
    }) as unknown as Order;

  it('excludes payment on delivery with a part by carrier, and offers it again without', () => {
    const collected = part();
    const sent = withPart(order(collected), withShippingType(collected, 'home') ?? collected);
    expect(sent.isPaymentOnDelivery).toBe(false);
    expect(sent.paymentOnDeliveryMessage.storeDecline).toEqual([collected.store.name]);
    expect(withPart(sent, collected).isPaymentOnDelivery).toBe(true);
  });

  it('is unchanged without payment data of a store', () => {
    const silent = part({ store: { ...part().store, paymentOnDelivery: undefined } });
    expect(withPart(order(silent), silent).isPaymentOnDelivery).toBe(true);
  });
});
