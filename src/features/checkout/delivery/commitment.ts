// Offline commitment: the terms that a shopper agrees to without a network.
// Guarantee: the terms are those on the page, with the displayed total as the maximum.

import { type AgreedTerms, agreedTerms } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { collectionPlace } from '#domain/orders/collection-place.ts';
import { asksForAddress, SHIPPING_LABELS } from '#domain/orders/shipping.ts';
import { slotWords } from '#domain/orders/slot-words.ts';
import { isForAdults } from '#domain/orders/store-order.ts';
import { asksForConsent } from '#domain/orders/withdrawal-exception.ts';
import type { EnteredCode, ShownOrder } from '#state/cart/cart.ts';
import {
  addressLine,
  chosenSlot,
  fieldOf,
  partKey,
  type ShippingForm,
  type ShippingValues,
  shippingTypeOf,
} from './shipping-values.ts';

export const totalOf = (storeOrders: readonly StoreOrder[]) =>
  storeOrders.reduce((sum, each) => sum + each.total.amount, 0);

/** `codes`: those of the cart. */
export function agreedTermsOf(
  order: Order,
  values: ShippingForm,
  codes: readonly EnteredCode[],
  paymentOnDelivery: boolean,
): AgreedTerms {
  const { storeOrders } = order;
  const totalBeforeDiscount = storeOrders.reduce((sum, each) => sum + each.totalBeforeDiscount.amount, 0);
  return {
    lines: storeOrders.flatMap(({ items }) =>
      items.map(({ product, optionValues, quantity, unitPrice, byWeight }) => ({
        product: product.id,
        optionValues: optionValues.map(({ id }) => id),
        quantity,
        unitPrice: unitPrice.amount,
        ...(byWeight && { byWeight }),
      })),
    ),
    coupons:
      totalBeforeDiscount > totalOf(storeOrders) ? codes.flatMap(({ code, applies }) => (applies ? code : [])) : [],
    parts: storeOrders.flatMap((part) => {
      const typed = values.parts[partKey(part.id)];
      if (!typed) return [];
      const { shippingType, pickupId, address, distance } = typed;
      const slot = chosenSlot(typed);
      return [
        {
          ...values.contact,
          email: shippingType === 'demat' ? values.contact.email : '',
          address,
          store: part.store.id,
          shippingType,
          fees: part.shippingFees.amount,
          // The form's value, not the last accepted one: the server refuses a distance that is not served.
          distance: shippingType === 'custom_store' && distance !== '' ? Number(distance) : null,
          pickupId: shippingType === 'relay' && pickupId !== '' ? pickupId : null,
          ...(slot && { slot }),
        },
      ];
    }),
    paymentOnDelivery,
    ...(storeOrders.some(isForAdults) && { isAdult: values.isAdult }),
    ...(storeOrders.some(({ items }) => items.some(asksForConsent)) && { digitalConsent: values.digitalConsent }),
    ifChanged: values.ifChanged,
    most: totalOf(storeOrders),
  };
}

/** The order as displayed while it is pending: lines minus discount plus fees equal the agreed total. */
export function shownOrderOf(order: Order, values: ShippingForm): ShownOrder {
  return {
    shops: order.storeOrders.map((part) => {
      const typed = values.parts[partKey(part.id)];
      const type = typed?.shippingType ?? shippingTypeOf(part);
      const slot = typed ? chosenSlot(typed) : null;
      const where = type === 'demat' ? values.contact.email : destinationOf({ ...part, shippingType: type }, typed);
      return {
        name: part.store.name,
        way: part.availableShippingTypes[type] || SHIPPING_LABELS[type],
        lines: part.items.map(({ product, quantity, total }) => ({
          name: product.name,
          quantity,
          total: total.amount,
        })),
        where,
        ...(slot && { when: slotWords(slot, new Date()) }),
        discount: part.totalBeforeDiscount.amount - part.total.amount,
        fees: part.shippingFees.amount,
      };
    }),
  };
}

/** One line: the collection place, or else the delivery address. */
function destinationOf(part: StoreOrder, typed: ShippingValues | undefined): string {
  const place = collectionPlace(part);
  // The store's name is already displayed.
  if (place) return [...(part.shippingType === 'store' ? [] : [place.name]), ...place.address].join(', ');
  return typed && part.shippingType && asksForAddress(part.shippingType) ? addressLine(typed.address) : '';
}

/** Validation errors of the agreed terms: `fields` of the form, and `others` without a field; both empty if valid. */
export function mistakesIn(terms: AgreedTerms, order: Order): { fields: Mistake[]; others: string[] } {
  const parsed = agreedTerms.safeParse(terms);
  const fields: Mistake[] = [];
  const others: string[] = [];
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [list, index, ...rest] = path;
    const part = list === 'parts' ? order.storeOrders[Number(index)] : undefined;
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
