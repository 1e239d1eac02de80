// The values that several calls share: money, pictures, addresses, and the rules of single fields with their French messages.
// Guarantee: amounts are integer cents; instants are ISO 8601 in UTC.
import * as z from 'zod/mini';

/** Its length is looked at first, and ends the reading: no rule runs on more than `max` characters. */
const atMost = (max: number, message = `${max} caractères au maximum.`) =>
  z.maxLength(max, { error: message, abort: true });
/** A text of one shape, with the same words for whatever else it is. */
export const shaped = (pattern: RegExp, max: number, message: string) =>
  z.string().check(atMost(max, message), z.regex(pattern, message));
/** A list with an end. What is longer is not gone through. */
export const list = <T extends z.ZodMiniType>(member: T, max: number, message = `${max} au maximum.`) => {
  const ended = z.array(z.any()).check(z.maxLength(max, { error: message, abort: true }));
  return z.pipe(ended, z.array(member)) as unknown as z.ZodMiniArray<T>;
};

export const uuid = shaped(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  36,
  'Identifiant incorrect.',
);
export const slug = shaped(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 120, 'Adresse incorrecte.');
export const iri = shaped(/^\/[a-z_]+\/[A-Za-z0-9-]+$/, 80, 'Référence incorrecte.');
/** Identity column: orders and store orders are numbered. */
export const serial = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,8}$/, 9, 'Numéro incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);

/** A text that is read by a program, kept as it is. */
export const text = (max: number) => z.string().check(atMost(max));

/** `amount` in cents, `convertedAmount` in euros, `stringValue` as typed in a form ('12,50'). */
export const money = z.object({ amount: z.int(), convertedAmount: z.number(), stringValue: z.string() });
export type Money = z.output<typeof money>;
/** An amount as it is sent: euros, what was typed ('12,50'; empty is no amount), or cents; an answered amount may be sent back as it is. */
export const moneySent = z.nullable(
  z.union([z.number(), z.object({ stringValue: text(40) }), z.object({ amount: z.int() })], 'Montant incorrect.'),
);
export type MoneySent = z.output<typeof moneySent>;

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

/** Days on which a shop is closed, YYYY-MM-DD, the last one included. */
export const closedDays = z.object({ from: z.string(), to: z.string() });
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

export const quantity = z
  .int('La quantité doit être un nombre entier.')
  .check(z.minimum(1, 'La quantité minimale est 1.'), z.maximum(999, 'La quantité maximale est 999.'));
/** A line of free text, at most `max` characters. */
export const line = (max: number) => z.string().check(z.trim(), atMost(max));
/** A sign that somebody sees: no blank, control or zero-width character, no filler and no empty Braille cell. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The same, refused when it shows nothing. */
export const requiredLine = (max: number, message = 'Champ obligatoire') =>
  z.string(message).check(z.trim(), atMost(max), z.regex(visible, message));

/** An address on the web, or null. */
export const link = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      atMost(300),
      z.regex(/^https:\/\/[^\s/\\.?#@]+(?:\.[^\s/\\.?#@]+)+(?:[/?#]\S*)?$/i, 'Adresse https:// attendue.'),
    ),
);

/** 'true' or 'false' as they stand in an address. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
);
export const direction = z.enum(['ASC', 'DESC']);
export const pageNumber = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,5}$/, 6, 'Numéro de page incorrect.')]),
  z.transform((value: number | string) => Number(value)),
);
export const itemsPerPage = z.pipe(
  z.union([z.number(), shaped(/^[1-9][0-9]{0,2}$/, 3, 'Nombre incorrect.')]),
  z.transform((value: number | string) => Math.min(200, Number(value))),
);
