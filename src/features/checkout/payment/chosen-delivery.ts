// Chosen delivery: an order with other delivery choices, from the prices in the last answer. Shown at once, also
// offline; the server computes the final amounts. In cents.

import type { ShippingType } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { canPayOnDelivery, type DistancePriceLevel, isDistanceServed } from '#domain/orders/shipping.ts';

/** Null if the price is unknown. */
export function withShippingType(part: StoreOrder, type: ShippingType): StoreOrder | null {
  const price = part.shippingPrices?.[type];
  const choice = { shippingType: type, distance: null, pickupId: null, place: null, slot: null };
  return price ? { ...withFees(part, price.amount), ...choice } : null;
}

/** `tier`: served for this amount. */
export function withTier(part: StoreOrder, tier: DistancePriceLevel): StoreOrder | null {
  const price = part.shippingPrices?.custom_store;
  if (!price) return null;
  const fees = price.from ? tier.price : price.amount;
  return { ...withFees(part, fees), shippingType: 'custom_store', distance: tier.distance };
}

/** Price of a tier for the part; 0 above the store's free delivery amount. */
export function priceOfTier(part: StoreOrder, tier: DistancePriceLevel): number {
  const goods = part.total.amount - part.shippingFees.amount;
  const chosen = isDistanceServed(tier, goods) ? withTier(part, tier) : null;
  return chosen?.shippingFees.amount ?? tier.price;
}

/** Without a distance the price is the nearest tier's or more. */
export function withProvisionalFees(part: StoreOrder): StoreOrder {
  const price = part.shippingPrices?.custom_store;
  const isMeasured = part.distance !== null || part.store.distancePriceLevels.length === 0;
  return part.shippingType !== 'custom_store' || isMeasured || !price ? part : withFees(part, price.amount);
}

function withFees(part: StoreOrder, fees: number): StoreOrder {
  const more = fees - part.shippingFees.amount;
  return {
    ...part,
    shippingFees: moneyOf(fees),
    total: moneyOf(part.total.amount + more),
    totalBeforeDiscount: moneyOf(part.totalBeforeDiscount.amount + more),
  };
}

/** Replaces a part of the order, and derives the payment options. */
export function withPart(order: Order, part: StoreOrder): Order {
  const storeOrders = order.storeOrders.map((each) => (each.id === part.id ? withProvisionalFees(part) : each));
  return withPaymentOptions({ ...order, storeOrders });
}

/** Whether the order can be paid on delivery, by the chosen shipping types; unchanged if a store's rule is unknown. */
export function withPaymentOptions(order: Order): Order {
  const { storeOrders } = order;
  const isKnown = storeOrders.every(({ store }) => store.paymentOnDelivery !== undefined);
  if (!isKnown) return order;
  const isPayableOnDelivery = ({ shippingType, store }: StoreOrder) =>
    canPayOnDelivery(shippingType, store.paymentOnDelivery ?? false);
  const accepting = storeOrders.filter(isPayableOnDelivery);
  const declining = storeOrders.filter((each) => !isPayableOnDelivery(each));
  return {
    ...order,
    isPaymentOnDelivery: declining.length === 0 && accepting.length > 0,
    paymentOnDeliveryMessage: {
      storeDecline: declining.map(({ store }) => store.name),
      storeAccept: accepting.map(({ store }) => store.name),
    },
  };
}
