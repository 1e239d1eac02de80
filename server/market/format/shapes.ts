// Shapes of market-wide files: settings, categories, people, relay points, events, pages.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import { line, link, list, requiredLine, slug } from '#contract/bounds.ts';
import { pagePlaces } from '#contract/catalogue/content.ts';
import { email } from '#contract/fields/email.ts';
import { postalCode } from '#contract/fields/phone.ts';
import { type ShippingType, shaped, shippingTypes } from '#contract/fields/values.ts';
import { degrees } from '#contract/merchant/store-changes.ts';
import { eurosOrZero, kilogramsShape, percent, picture, relayHoursLines, withDefault } from './shape-parts.ts';

const normalizeSetting = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? { value: String(value) } : value;
const setting = z.pipe(
  z.transform(normalizeSetting),
  z.strictObject({ value: line(4000), picture: withDefault(z.nullable(picture), null) }),
);
export type Setting = z.output<typeof setting>;

const carrierPrices = list(
  z.strictObject({
    maxWeight: kilogramsShape,
    price: eurosOrZero,
  }),
  50,
);
export type CarrierPrice = z.output<typeof carrierPrices>[number];

const names = Object.fromEntries(shippingTypes.map((type) => [type, z.optional(requiredLine(120))]));

/** market.yaml */
export const marketShape = z.strictObject({
  configuration: withDefault(
    z.record(shaped(/^[A-Za-z][A-Za-z0-9]*$/, 60, 'Nom de réglage attendu, comme siteName.'), setting),
    {},
  ),
  vatRates: withDefault(list(z.strictObject({ rate: percent, name: requiredLine(80) }), 20), []),
  deliveryMethods: withDefault(z.strictObject(names as Record<ShippingType, z.ZodMiniOptional<z.ZodMiniString>>), {}),
  deliveryPrices: z.optional(z.strictObject({ home: z.optional(carrierPrices), relay: z.optional(carrierPrices) })),
  featured: z.optional(
    z.strictObject({ products: z.optional(list(slug, 100)), categories: z.optional(list(slug, 100)) }),
  ),
});

const categoryFields = {
  slug,
  name: requiredLine(120, 'Nom requis'),
  picture: withDefault(z.nullable(picture), null),
  labelFermier: withDefault(z.boolean(), false),
  labelFermierDescription: withDefault(line(4000), ''),
  labelFermierUrl: withDefault(link, null),
};
const TOO_DEEP = 'Trois niveaux de catégories au maximum.';
const categoryLevel3 = z.strictObject({ ...categoryFields, children: withDefault(list(z.any(), 0, TOO_DEEP), []) });
const categoryLevel2 = z.strictObject({ ...categoryFields, children: withDefault(list(categoryLevel3, 500), []) });
export const categoryShape = z.strictObject({
  ...categoryFields,
  children: withDefault(list(categoryLevel2, 500), []),
});
/** categories.yaml */
export const categoriesShape = list(categoryShape, 500);
export type WrittenCategory = Omit<z.output<typeof categoryLevel3>, 'children'> & { children: WrittenCategory[] };
export interface Category extends Omit<WrittenCategory, 'children' | 'slug'> {
  parent: string | null;
  /** Among its siblings. */
  position: number;
}

export const relayPointShape = z.strictObject({
  id: shaped(/^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/, 60, 'Identifiant incorrect.'),
  name: requiredLine(120, 'Nom requis'),
  latitude: degrees(90),
  longitude: degrees(180),
  address1: requiredLine(120),
  postalCode: postalCode.check(z.minLength(1, 'Champ obligatoire')),
  city: requiredLine(80),
  hours: withDefault(relayHoursLines, []),
});
/** relay-points.yaml */
export const relayPointsShape = list(relayPointShape, 5000);
export type FolderRelayPoint = Omit<z.output<typeof relayPointShape>, 'id'>;

/** people.yaml: administrators and store owners. Passwords are not part of the format. */
export const peopleShape = list(
  z.strictObject({
    email,
    username: requiredLine(120, 'Nom requis'),
    /** Absent: unchanged. */
    admin: z.optional(z.boolean()),
  }),
  5000,
);
export type FolderPerson = Omit<z.output<typeof peopleShape>[number], 'email'>;

/** events/SLUG.md */
export const eventShape = z.strictObject({
  name: requiredLine(120, 'Nom requis'),
  picture: withDefault(z.nullable(picture), null),
  description: withDefault(line(4000), ''),
});
export type Event = z.output<typeof eventShape>;

/** pages/SLUG.md */
export const pageShape = z.strictObject({
  name: requiredLine(120, 'Nom requis'),
  place: z.enum(pagePlaces, `Un de\u00a0: ${pagePlaces.join(', ')}.`),
  position: withDefault(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
  description: requiredLine(50_000, 'Texte requis'),
});
export type FolderPage = z.output<typeof pageShape>;

/** terms/NAME.md: each file is a version of the terms, in the order of names. */
export const termsShape = z.strictObject({ description: requiredLine(100_000, 'Texte requis') });
