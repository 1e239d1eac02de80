// Shared values: money, pictures, addresses, and rules of single fields with French messages.
// Guarantee: amounts are integer cents; instants are ISO 8601 in UTC.
import * as z from 'zod/mini';

/** '4000', '999 999' */
export const grouped = (count: number): string =>
  count < 10_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** Checks the length first and stops there, so that no other rule reads more than `max` characters. */
export const lengthAtMost = (max: number, message = `${grouped(max)} caractères au maximum.`) =>
  z.maxLength(max, { error: message, abort: true });
/** A text that matches a pattern, with one message for every mistake. */
export const patternText = (pattern: RegExp, max: number, message: string) =>
  z.string().check(lengthAtMost(max, message), z.regex(pattern, message));

export const uuid = patternText(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  36,
  'Identifiant incorrect.',
);

/** A table by names. */
export const recordOf = <T extends z.ZodMiniType>(value: T) => z.catchall(z.object({}), value);

/** `amount` in cents, `convertedAmount` in euros, `stringValue` as typed in a form ('12,50'). */
export const money = z.object({ amount: z.int(), convertedAmount: z.number(), stringValue: z.string() });
export type Money = z.output<typeof money>;

/** Paths of one picture in the sizes that exist, each relative to the site. inset: whole picture; outbound: cropped square. */
export const image = z.object({
  '@id': z.string(),
  caption: z.string(),
  '240_inset_path': z.string(),
  '480_inset_path': z.string(),
  '480_outbound_path': z.string(),
  '720_inset_path': z.string(),
  '1080_inset_path': z.string(),
  '480_inset_portrait_path': z.optional(z.string()),
});
export type Image = z.output<typeof image>;

export const address = z.object({
  address1: z.string(),
  address2: z.string(),
  postalCode: z.string(),
  city: z.string(),
});
export type Address = z.output<typeof address>;

export const geoCoordinates = z.object({ latitude: z.number(), longitude: z.number() });
export type GeoCoordinates = z.output<typeof geoCoordinates>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
/** One row of opening hours; times HHmm, null when that half of the day is closed. */
export const openingHours = z.object({
  days: z.array(z.enum(weekdays)),
  morningOpeningHour: z.nullable(z.string()),
  morningCloseHour: z.nullable(z.string()),
  afternoonOpeningHour: z.nullable(z.string()),
  afternoonCloseHour: z.nullable(z.string()),
  interrupt: z.boolean(),
});
export type OpeningHours = z.output<typeof openingHours>;

/** Closing period of a store, YYYY-MM-DD, both days included. `stopsOrders`: no orders meanwhile. */
export const closedDays = z.object({ from: z.string(), to: z.string(), stopsOrders: z.optional(z.boolean()) });
export type ClosedDays = z.output<typeof closedDays>;

export const shippingTypes = ['store', 'home', 'relay', 'custom_store', 'custom_relay', 'demat'] as const;
export const shippingType = z.enum(shippingTypes, 'Mode de livraison inconnu.');
export type ShippingType = z.output<typeof shippingType>;

export const storeOrderStates = [
  'new',
  'payment_pending',
  'payed',
  'payment_declined',
  'validated',
  'shipped',
  'canceled',
] as const;
export const storeOrderState = z.enum(storeOrderStates);
export type StoreOrderState = z.output<typeof storeOrderState>;
