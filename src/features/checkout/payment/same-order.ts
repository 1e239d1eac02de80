// Compares a new order with an earlier one, to retry its payment without a confirmation.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';

/** Same articles, prices, weights, delivery and fees. */
export function isSameOrder(before: Order, after: Order): boolean {
  const termsOf = ({ storeOrders }: Order) => storeOrders.map(termsOfPart).sort().join('\n');
  return termsOf(before) === termsOf(after);
}

function termsOfPart(part: StoreOrder): string {
  const { store, items, shippingType, shippingFees, total, distance, pickupId, place, address } = part;
  const lines = items.map(({ product, optionValues, quantity, unitPrice, byWeight }) =>
    [
      product.id,
      ...optionValues.map(({ id }) => id).sort(),
      ...[quantity, unitPrice.amount, byWeight?.grams, byWeight?.tolerance],
    ].join(' '),
  );
  return JSON.stringify([
    store.id,
    lines.sort(),
    [shippingType, distance, pickupId, place?.name, place?.address],
    [part.slot?.start, part.slot?.end],
    [address.address1, address.address2, address.postalCode, address.city],
    [part.firstName, part.lastName, part.phoneNumber, part.email],
    [shippingFees.amount, total.amount],
  ]);
}
