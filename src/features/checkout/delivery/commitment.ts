// What a shopper agrees to who orders without a network: what the page shows, and nothing above it.
import { type Agreed, agreed } from '#contract/agreed.ts';
import type { Order } from '#contract/orders.ts';
import type { StoreOrder } from '#contract/store-orders.ts';
import { SHIPPING_LABELS } from '#domain/shipping.ts';
import { isForAdults } from '#domain/store-order.ts';
import type { ShownOrder } from '#state/writes/cart.ts';
import { fieldOf, partKey, type ShippingForm } from './shipping-values.ts';

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
      const { shippingType, pickupId, address } = typed;
      return [
        {
          ...values.contact,
          address,
          store: part.store.id,
          shippingType,
          fees: part.shippingFees.amount,
          distance: part.distance,
          pickupId: shippingType === 'relay' && pickupId !== '' ? pickupId : null,
        },
      ];
    }),
    paymentOnDelivery,
    ...(storeOrders.some(isForAdults) && { isAdult: values.isAdult }),
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

/** What is wrong with it: `fields` of the form, and `others` that have none here; both empty when nothing is. */
export function mistakesIn(given: Agreed, order: Order): { fields: Mistake[]; others: string[] } {
  const read = agreed.safeParse(given);
  const fields: Mistake[] = [];
  const others: string[] = [];
  for (const { path, message } of read.error?.issues ?? []) {
    const [where, index, ...rest] = path;
    const part = where === 'parts' ? order.storeOrders[Number(index)] : undefined;
    const field = part ? fieldOf(part.id, rest.join('.')) : null;
    if (field === null) others.push(message);
    else fields.push({ field, message });
  }
  return { fields, others };
}

interface Mistake {
  field: NonNullable<ReturnType<typeof fieldOf>>;
  message: string;
}
