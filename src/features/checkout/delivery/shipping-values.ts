// Shipping form values: types, required fields, initial values, and the body of the save call.

import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import type { ChangeRule } from '#contract/orders/agreed-terms.ts';
import type { Order } from '#contract/orders/orders.ts';
import { storeOrderForm } from '#contract/orders/store-order-form.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { asksForAddress, distanceChoices, REQUIRED_FIELDS } from '#domain/orders/shipping.ts';

/** Contact for all stores, typed once. */
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
  /** Kilometres of the chosen tier, as in the select; empty before a choice. */
  distance: string;
  /** Collection slot, as written by `slotKey`; empty before a choice. */
  slot: string;
}

/** Parts by key `s12`: the letter comes first, since react-hook-form makes an array of numeric names. */
export interface ShippingForm {
  contact: Contact;
  parts: Record<string, ShippingValues>;
  payment: '' | 'online' | 'delivery';
  isAdult: boolean;
  /** Files at once, without the right of withdrawal. */
  digitalConsent: boolean;
  /** Rule for an order without a network. */
  ifChanged: ChangeRule;
}
export const slotKey = ({ start, end }: CollectionSlot): string => `${start}/${end}`;

/** The chosen slot, for collection at the store. */
export function chosenSlot({ shippingType, slot }: ShippingValues): CollectionSlot | null {
  const [start = '', end = ''] = slot.split('/');
  return shippingType === 'store' && end !== '' ? { start, end } : null;
}

export const partKey = (storeOrderId: number) => `s${storeOrderId}`;

/** Rule of a required field. */
export const requiredRule = (value: string) => value.trim() !== '' || 'Champ obligatoire';
/** Rule of a required field with a rule for its value. */
export const requiredAnd = (rule: (value: string) => string | true) => (value: string) => {
  const isPresent = requiredRule(value);
  return isPresent === true ? rule(value) : isPresent;
};

export const emptyAddress = { address1: '', address2: '', postalCode: '', city: '' };

/** Shipping type of the part; if it is missing or not offered, 'store' or the first one offered. */
export function shippingTypeOf(storeOrder: Pick<StoreOrder, 'shippingType' | 'availableShippingTypes'>): ShippingType {
  const offeredTypes = Object.keys(storeOrder.availableShippingTypes) as ShippingType[];
  if (storeOrder.shippingType && offeredTypes.includes(storeOrder.shippingType)) return storeOrder.shippingType;
  return offeredTypes.includes('store') ? 'store' : (offeredTypes[0] ?? 'store');
}

/** Contact from the first part that has one. Files go to the account's address, unless the order has another one. */
export function contactOf({ storeOrders }: Pick<Order, 'storeOrders'>, userEmail: string): Contact {
  const partWithContact = storeOrders.find(
    ({ lastName, firstName, phoneNumber }) => lastName || firstName || phoneNumber,
  );
  return {
    lastName: partWithContact?.lastName ?? '',
    firstName: partWithContact?.firstName ?? '',
    phoneNumber: partWithContact?.phoneNumber ?? '',
    email: storeOrders.find(({ email, shippingType }) => shippingType === 'demat' && email !== '')?.email ?? userEmail,
  };
}

export function valuesOf(storeOrder: StoreOrder): ShippingValues {
  return {
    shippingType: shippingTypeOf(storeOrder),
    address: { ...storeOrder.address },
    pickupId: storeOrder.pickupId ?? '',
    distance: storeOrder.distance === null ? '' : String(storeOrder.distance),
    slot: storeOrder.slot ? slotKey(storeOrder.slot) : '',
  };
}

/** Distance tiers of a store, nearest first; empty without tiers. */
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

/** Body of the save call: only the fields of the type, so that a home delivery has no relay point. */
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
    slot: chosenSlot(values),
  };
}

/**
 * Violations of a body by the contract's schema, before it is sent: the server refuses oversized bodies without
 * violations.
 */
export function violationsIn(body: object): Violation[] {
  const issues = storeOrderForm.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ propertyPath: path.join('.'), message }));
}

const CONTACT_FIELDS: readonly string[] = ['lastName', 'firstName', 'phoneNumber', 'email'] satisfies (keyof Contact)[];
const PART_FIELDS: readonly string[] = [
  'address.address1',
  'address.address2',
  'address.postalCode',
  'address.city',
  'pickupId',
  'distance',
  'slot',
];

/** Form field of a violation's path; null if it has none. */
export function fieldOf(
  storeOrderId: number,
  path: string,
): `contact.${keyof Contact}` | 'isAdult' | 'digitalConsent' | null {
  if (path === 'isAdult' || path === 'digitalConsent') return path;
  if (CONTACT_FIELDS.includes(path)) return `contact.${path as keyof Contact}`;
  // Also a valid field name, which react-hook-form's types cannot derive.
  return PART_FIELDS.includes(path) ? (`parts.${partKey(storeOrderId)}.${path}` as 'contact.email') : null;
}

/** Splits the server's violations into those with a field and general messages of the part. */
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

/** Address in one line; empty if nothing was typed. */
export const addressLine = ({ address1, postalCode, city }: ShippingValues['address']): string =>
  [address1, `${postalCode} ${city}`]
    .map((piece) => piece.trim())
    .filter(Boolean)
    .join(', ');
