// What an order comes to with another delivery, by the prices that the market gave with it: shown at once, also without a
// network. Amounts in cents; the market computes them again.

import type { ShippingType } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { moneyOf } from '#domain/money.ts';
import { type DistancePriceLevel, isServed, takesPaymentOnDelivery } from '#domain/orders/shipping.ts';

/** Null when the market has not said what it costs. */
export function withWay(part: StoreOrder, type: ShippingType): StoreOrder | null {
  const price = part.shippingPrices?.[type];
  const anew = { shippingType: type, distance: null, pickupId: null, place: null };
  return price ? { ...priced(part, price.amount), ...anew } : null;
}

/** `tier`: one that its shop serves for this amount. */
export function withTier(part: StoreOrder, tier: DistancePriceLevel): StoreOrder | null {
  const price = part.shippingPrices?.custom_store;
  if (!price) return null;
  const fees = price.from ? tier.price : price.amount;
  return { ...priced(part, fees), shippingType: 'custom_store', distance: tier.distance };
}

/** What a tier comes to for what is in the part: nothing from the amount on that its shop brings for free. */
export function priceOfTier(part: StoreOrder, tier: DistancePriceLevel): number {
  const goods = part.total.amount - part.shippingFees.amount;
  const chosen = isServed(tier, goods) ? withTier(part, tier) : null;
  return chosen?.shippingFees.amount ?? tier.price;
}

/** While no distance is chosen it costs what the nearest does, or more: the shop's own price is not added to a tier's. */
export function untilMeasured(part: StoreOrder): StoreOrder {
  const price = part.shippingPrices?.custom_store;
  const isMeasured = part.distance !== null || part.store.distancePriceLevels.length === 0;
  return part.shippingType !== 'custom_store' || isMeasured || !price ? part : priced(part, price.amount);
}

function priced(part: StoreOrder, fees: number): StoreOrder {
  const more = fees - part.shippingFees.amount;
  return {
    ...part,
    shippingFees: moneyOf(fees),
    total: moneyOf(part.total.amount + more),
    totalBeforeDiscount: moneyOf(part.totalBeforeDiscount.amount + more),
  };
}

/** The order with this part in the place of what it was, and what follows from it for how it may be paid. */
export function withPart(order: Order, part: StoreOrder): Order {
  const storeOrders = order.storeOrders.map((each) => (each.id === part.id ? untilMeasured(part) : each));
  const isKnown = storeOrders.every(({ store }) => store.paymentOnDelivery !== undefined);
  if (!isKnown) return { ...order, storeOrders };
  const takes = ({ shippingType, store }: StoreOrder) =>
    takesPaymentOnDelivery(shippingType, store.paymentOnDelivery ?? false);
  const accepting = storeOrders.filter(takes);
  const declining = storeOrders.filter((each) => !takes(each));
  return {
    ...order,
    storeOrders,
    isPaymentOnDelivery: declining.length === 0 && accepting.length > 0,
    paymentOnDeliveryMessage: {
      storeDecline: declining.map(({ store }) => store.name),
      storeAccept: accepting.map(({ store }) => store.name),
    },
  };
}
