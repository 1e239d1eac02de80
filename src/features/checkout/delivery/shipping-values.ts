// What the shopper types for the order and for the part of each shop, what is asked for each way of delivery, and what is sent.

import type { ShippingType } from '#contract/fields/values.ts';
import type { ChangeRule } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { asksForAddress, distanceChoices, REQUIRED_FIELDS } from '#domain/orders/shipping.ts';

/** Who the shops may call or write to: asked once, however many they are. */
export interface Contact {
  lastName: string;
  firstName: string;
  phoneNumber: string;
  email: string;
}

export interface ShippingValues {
  shippingType: ShippingType;
  address: { address1: string; address2: string; postalCode: string; city: string };
  pickupId: string;
  /** Kilometres of the chosen tier as the select holds them; empty before a choice. */
  distance: string;
}

/** `s12` → values: a letter first, since a form field named by digits alone would become an array. */
export interface ShippingForm {
  contact: Contact;
  parts: Record<string, ShippingValues>;
  payment: '' | 'online' | 'delivery';
  isAdult: boolean;
  /** Of an order that waits for the network. */
  ifChanged: ChangeRule;
}
export const partKey = (storeOrderId: number) => `s${storeOrderId}`;

/** Of a field that may not stay empty. */
export const filled = (value: string) => value.trim() !== '' || 'Champ obligatoire';
/** Of a field that may not stay empty, nor hold what it is not made for. */
export const filledBy = (rule: (value: string) => string | true) => (value: string) => {
  const isFilled = filled(value);
  return isFilled === true ? rule(value) : isFilled;
};

export const emptyAddress = { address1: '', address2: '', postalCode: '', city: '' };

/** Store when the order has none; the first one offered when the shop does not offer it. */
export function shippingTypeOf(storeOrder: Pick<StoreOrder, 'shippingType' | 'availableShippingTypes'>): ShippingType {
  const offered = Object.keys(storeOrder.availableShippingTypes) as ShippingType[];
  if (storeOrder.shippingType && offered.includes(storeOrder.shippingType)) return storeOrder.shippingType;
  return offered.includes('store') ? 'store' : (offered[0] ?? 'store');
}

/** As one of the parts has it. A file goes to the account, unless another address was written down for this very order. */
export function contactOf({ storeOrders }: Pick<Order, 'storeOrders'>, userEmail: string): Contact {
  const named = storeOrders.find(({ lastName, firstName, phoneNumber }) => lastName || firstName || phoneNumber);
  return {
    lastName: named?.lastName ?? '',
    firstName: named?.firstName ?? '',
    phoneNumber: named?.phoneNumber ?? '',
    email: storeOrders.find(({ email, shippingType }) => shippingType === 'demat' && email !== '')?.email ?? userEmail,
  };
}

export function valuesOf(storeOrder: StoreOrder): ShippingValues {
  return {
    shippingType: shippingTypeOf(storeOrder),
    address: { ...storeOrder.address },
    pickupId: storeOrder.pickupId ?? '',
    distance: storeOrder.distance === null ? '' : String(storeOrder.distance),
  };
}

/** The choices of distance of a shop, nearest first; none when it has no tiers. */
export function distancesOf(storeOrder: StoreOrder) {
  const levels = storeOrder.store.distancePriceLevels.map((level) => ({
    distance: level.distance,
    price: level.price.amount,
    minimumOrderValue: level.minimumOrderValue.amount,
  }));
  return distanceChoices(levels, storeOrder.store.customShippingMaxDistance);
}

export function asksForPerson(type: ShippingType): boolean {
  return REQUIRED_FIELDS[type].includes('lastName');
}

/** Body of the save call: only what the type asks for, so that a relay never follows into a home delivery. */
export function bodyOf(values: ShippingValues, { email, ...person }: Contact, storeOrder: StoreOrder) {
  const type = values.shippingType;
  return {
    shippingType: type,
    items: storeOrder.items.map((item) => item['@id']),
    store: storeOrder.store['@id'],
    ...(asksForPerson(type) ? person : {}),
    ...(type === 'demat' ? { email } : {}),
    ...(asksForAddress(type) ? { address: values.address } : {}),
    pickupId: type === 'relay' && values.pickupId !== '' ? values.pickupId : null,
  };
}

/** What the contract says is wrong with a body before it is sent: what is far too long would not even be looked at. */
export function violationsIn(body: object): Violation[] {
  const issues = storeOrderForm.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ propertyPath: path.join('.'), message }));
}

const OF_CONTACT: readonly string[] = ['lastName', 'firstName', 'phoneNumber', 'email'] satisfies (keyof Contact)[];
const OF_PART: readonly string[] = [
  'address.address1',
  'address.address2',
  'address.postalCode',
  'address.city',
  'pickupId',
  'distance',
];

/** The field that says what is wrong with `path` of the part; null when none is drawn for it. */
export function fieldOf(storeOrderId: number, path: string): `contact.${keyof Contact}` | 'isAdult' | null {
  if (path === 'isAdult') return path;
  if (OF_CONTACT.includes(path)) return `contact.${path as keyof Contact}`;
  // Its name is a field's too: react-hook-form cannot tell by the type which of them.
  return OF_PART.includes(path) ? (`parts.${partKey(storeOrderId)}.${path}` as 'contact.email') : null;
}

/** Splits the server's violations into those of a drawn field and those said on top of the shop's part. */
export function sortViolations(storeOrderId: number, violations: readonly Violation[]) {
  const fields: { field: NonNullable<ReturnType<typeof fieldOf>>; message: string }[] = [];
  const general: string[] = [];
  for (const { propertyPath, message } of violations) {
    const field = fieldOf(storeOrderId, propertyPath);
    if (field === null) general.push(message);
    else fields.push({ field, message });
  }
  return { fields, general };
}

/** As one line; empty when nothing was typed. */
export const addressLine = ({ address1, postalCode, city }: ShippingValues['address']): string =>
  [address1, `${postalCode} ${city}`]
    .map((piece) => piece.trim())
    .filter(Boolean)
    .join(', ');
