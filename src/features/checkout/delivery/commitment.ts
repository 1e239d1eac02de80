// What a shopper agrees to who orders without a network: what the page shows, and nothing above it.
import { type Agreed, agreed } from '#contract/commitment.ts';
import type { Order } from '#contract/orders.ts';
import type { StoreOrder } from '#contract/store-orders.ts';
import { SHIPPING_LABELS } from '#domain/shipping.ts';
import type { ShownOrder } from '#state/writes/cart.ts';
import { partKey, type ShippingForm } from './shipping-values.ts';

export const totalOf = (storeOrders: readonly StoreOrder[]) =>
  storeOrders.reduce((sum, each) => sum + each.total.amount, 0);

/** `coupon`: the code of the cart. */
export function agreedOf(
  order: Order,
  values: ShippingForm,
  coupon: string | null,
  paymentOnDelivery: boolean,
): Agreed {
  const { storeOrders } = order;
  const before = storeOrders.reduce((sum, each) => sum + each.totalBeforeDiscount.amount, 0);
  return {
    lines: storeOrders.flatMap(({ items }) =>
      items.map(({ product, optionValues, quantity, unitPrice }) => ({
        product: product.id,
        optionValues: optionValues.map(({ id }) => id),
        quantity,
        unitPrice: unitPrice.amount,
      })),
    ),
    coupon: before > totalOf(storeOrders) ? coupon : null,
    parts: storeOrders.flatMap((part) => {
      const typed = values.parts[partKey(part.id)];
      if (!typed) return [];
      const { shippingType, pickupId, distance: _, ...contact } = typed;
      return [
        {
          ...contact,
          store: part.store.id,
          shippingType,
          fees: part.shippingFees.amount,
          distance: part.distance,
          pickupId: shippingType === 'relay' && pickupId !== '' ? pickupId : null,
        },
      ];
    }),
    paymentOnDelivery,
    ifChanged: values.ifChanged,
    most: totalOf(storeOrders),
  };
}

/** How it is drawn while it waits. */
export function shownOf(order: Order, values: ShippingForm): ShownOrder {
  return {
    shops: order.storeOrders.map((part) => {
      const type = values.parts[partKey(part.id)]?.shippingType ?? 'store';
      return {
        name: part.store.name,
        way: part.availableShippingTypes[type] || SHIPPING_LABELS[type],
        lines: part.items.map(({ product, quantity, total }) => ({
          name: product.name,
          quantity,
          total: total.amount,
        })),
      };
    }),
  };
}

/** What is wrong with it, by the field of the form; empty when nothing is. */
export function mistakesIn(given: Agreed, order: Order): { field: string; message: string }[] {
  const read = agreed.safeParse(given);
  if (read.success) return [];
  return read.error.issues.flatMap(({ path, message }) => {
    const [where, index, ...rest] = path;
    const part = where === 'parts' ? order.storeOrders[Number(index)] : undefined;
    return part ? [{ field: `parts.${partKey(part.id)}.${rest.join('.')}`, message }] : [];
  });
}
