// What the shopper types for the part of one shop, what is asked for each way of delivery, and what is sent.
import type { ChangeRule } from '#contract/commitment.ts';
import type { Violation } from '#contract/hydra.ts';
import type { StoreOrder } from '#contract/store-orders.ts';
import type { ShippingType } from '#contract/values.ts';
import { centsToInput } from '#domain/money.ts';
import { distanceChoices, REQUIRED_FIELDS } from '#domain/shipping.ts';

export interface ShippingValues {
  shippingType: ShippingType;
  lastName: string;
  firstName: string;
  phoneNumber: string;
  email: string;
  address: { address1: string; address2: string; postalCode: string; city: string };
  pickupId: string;
  /** Kilometres of the chosen tier as the select holds them; empty before a choice. */
  distance: string;
}

/** `s12` → values: a letter first, since a form field named by digits alone would become an array. */
export interface ShippingForm {
  parts: Record<string, ShippingValues>;
  payment: '' | 'online' | 'delivery';
  /** Of an order that waits for the network. */
  ifChanged: ChangeRule;
}
export const partKey = (storeOrderId: number) => `s${storeOrderId}`;

export const emptyAddress = { address1: '', address2: '', postalCode: '', city: '' };

/** Store when the order has none; the first one offered when the shop does not offer it. */
export function shippingTypeOf(storeOrder: Pick<StoreOrder, 'shippingType' | 'availableShippingTypes'>): ShippingType {
  const offered = Object.keys(storeOrder.availableShippingTypes) as ShippingType[];
  if (storeOrder.shippingType && offered.includes(storeOrder.shippingType)) return storeOrder.shippingType;
  return offered.includes('store') ? 'store' : (offered[0] ?? 'store');
}

export function valuesOf(storeOrder: StoreOrder, userEmail: string): ShippingValues {
  return {
    shippingType: shippingTypeOf(storeOrder),
    lastName: storeOrder.lastName,
    firstName: storeOrder.firstName,
    phoneNumber: storeOrder.phoneNumber,
    email: storeOrder.email || userEmail,
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

export function asksForAddress(type: ShippingType): boolean {
  return REQUIRED_FIELDS[type].includes('address.city');
}

export function asksForPerson(type: ShippingType): boolean {
  return REQUIRED_FIELDS[type].includes('lastName');
}

/** Body of the save call: only what the type asks for, so that a relay never follows into a home delivery. */
export function bodyOf(values: ShippingValues, storeOrder: StoreOrder) {
  const type = values.shippingType;
  const contact = { lastName: values.lastName, firstName: values.firstName, phoneNumber: values.phoneNumber };
  return {
    shippingType: type,
    items: storeOrder.items.map((item) => item['@id']),
    store: storeOrder.store['@id'],
    ...(asksForPerson(type) ? contact : {}),
    ...(type === 'demat' ? { email: values.email } : {}),
    ...(asksForAddress(type) ? { address: values.address } : {}),
    pickupId: type === 'relay' && values.pickupId !== '' ? values.pickupId : null,
  };
}

const KNOWN: readonly string[] = [
  'lastName',
  'firstName',
  'phoneNumber',
  'email',
  'address.address1',
  'address.address2',
  'address.postalCode',
  'address.city',
  'pickupId',
  'distance',
];

/** Splits the server's violations into those of a drawn field and those said on top of the shop's part. */
export function sortViolations(violations: readonly Violation[]): { fields: Violation[]; general: string[] } {
  const fields = violations.filter((violation) => KNOWN.includes(violation.propertyPath));
  const general = violations.filter((violation) => !KNOWN.includes(violation.propertyPath));
  return { fields, general: general.map((violation) => violation.message) };
}

/** Who and where, as one line; empty when nothing was typed. */
export function summaryOf(values: ShippingValues): string {
  const person = `${values.firstName} ${values.lastName}`.trim();
  const place = [values.address.address1, `${values.address.postalCode} ${values.address.city}`.trim()];
  return [person, ...place].filter((piece) => piece !== '').join(', ');
}

/** '15' or '12,50', as amounts stand inside the sentences about minimums. */
export function wholeEuros(cents: number): string {
  return centsToInput(cents).replace(/,00$/, '');
}
