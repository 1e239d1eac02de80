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

/** What is wrong with it: `fields` of the form, and `others` that have none here; both empty when nothing is. */
export function mistakesIn(given: Agreed, order: Order): { fields: Mistake[]; others: string[] } {
  const read = agreed.safeParse(given);
  const fields: Mistake[] = [];
  const others: string[] = [];
  for (const { path, message } of read.error?.issues ?? []) {
    const [where, index, ...rest] = path;
    const part = where === 'parts' ? order.storeOrders[Number(index)] : undefined;
    if (part && atFields.includes(String(rest[0])))
      fields.push({ field: `parts.${partKey(part.id)}.${rest.join('.')}`, message });
    else others.push(message);
  }
  return { fields, others };
}

/** Where the form can say it. */
const atFields = ['lastName', 'firstName', 'phoneNumber', 'email', 'address', 'pickupId', 'distance'];

interface Mistake {
  field: string;
  message: string;
}
