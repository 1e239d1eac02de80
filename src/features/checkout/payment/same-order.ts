// Tells whether an order made anew asks for what its shopper agreed to before, so that its payment may simply be tried again.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';

/** The same articles at the same prices, travelling the same way to the same place for the same fee. */
export function isSameOrder(before: Order, anew: Order): boolean {
  const said = ({ storeOrders }: Order) => storeOrders.map(agreedTo).sort().join('\n');
  return said(before) === said(anew);
}

function agreedTo(part: StoreOrder): string {
  const { store, items, shippingType, shippingFees, total, distance, pickupId, place, address } = part;
  const lines = items.map(({ product, optionValues, quantity, unitPrice }) =>
    [product.id, ...optionValues.map(({ id }) => id).sort(), quantity, unitPrice.amount].join(' '),
  );
  return JSON.stringify([
    store.id,
    lines.sort(),
    [shippingType, distance, pickupId, place?.name, place?.address],
    [address.address1, address.address2, address.postalCode, address.city],
    [part.firstName, part.lastName, part.phoneNumber, part.email],
    [shippingFees.amount, total.amount],
  ]);
}
