// Shapes of market-wide files: settings, categories, people, relay points, events, pages.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import { categoryFields, rateName, termsText } from '#contract/administration/catalogue.ts';
import {
  eventFields,
  pageFields,
  pagePosition,
  relayPointFields,
  relayPointId,
} from '#contract/administration/content.ts';
import { boundedList, requiredTextLine, slug } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import { MAX_CARRIER_PRICES, MAX_CATEGORIES, MAX_FEATURED, MAX_NAME } from '#contract/limits.ts';
import { settingsShape } from './settings.ts';
import { eurosOrZero, kilogramsShape, percent, picture, relayHoursLines, withDefault } from './shape-parts.ts';

const carrierPrices = boundedList(
  z.strictObject({
    maxWeight: kilogramsShape,
    price: eurosOrZero,
  }),
  MAX_CARRIER_PRICES,
);
export type CarrierPrice = z.output<typeof carrierPrices>[number];

const names = Object.fromEntries(shippingTypes.map((type) => [type, z.optional(requiredTextLine(MAX_NAME))]));

/** market.yaml */
export const marketShape = z.strictObject({
  configuration: withDefault(settingsShape, {}),
  vatRates: withDefault(boundedList(z.strictObject({ rate: percent, name: rateName }), 20), []),
  deliveryMethods: withDefault(z.strictObject(names as Record<ShippingType, z.ZodMiniOptional<z.ZodMiniString>>), {}),
  deliveryPrices: z.optional(z.strictObject({ home: z.optional(carrierPrices), relay: z.optional(carrierPrices) })),
  featured: z.optional(
    z.strictObject({
      products: z.optional(boundedList(slug, MAX_FEATURED)),
      categories: z.optional(boundedList(slug, MAX_FEATURED)),
    }),
  ),
});

const writtenFields = {
  slug,
  name: categoryFields.name,
  picture: withDefault(z.nullable(picture), null),
  labelFermier: withDefault(categoryFields.labelFermier, false),
  labelFermierDescription: withDefault(categoryFields.labelFermierDescription, ''),
  labelFermierUrl: withDefault(categoryFields.labelFermierUrl, null),
};
const TOO_DEEP = 'Trois niveaux de catégories au maximum.';
const categoryLevel3 = z.strictObject({
  ...writtenFields,
  children: withDefault(boundedList(z.any(), 0, TOO_DEEP), []),
});
const categoryLevel2 = z.strictObject({
  ...writtenFields,
  children: withDefault(boundedList(categoryLevel3, MAX_CATEGORIES), []),
});
export const categoryShape = z.strictObject({
  ...writtenFields,
  children: withDefault(boundedList(categoryLevel2, MAX_CATEGORIES), []),
});
/** categories.yaml */
export const categoriesShape = boundedList(categoryShape, MAX_CATEGORIES);
export type WrittenCategory = Omit<z.output<typeof categoryLevel3>, 'children'> & { children: WrittenCategory[] };
export interface Category extends Omit<WrittenCategory, 'children' | 'slug'> {
  parent: string | null;
  /** Among its siblings. */
  position: number;
}

export const relayPointShape = z.strictObject({
  id: relayPointId,
  ...relayPointFields,
  hours: withDefault(relayHoursLines, []),
});
/** relay-points.yaml */
export const relayPointsShape = boundedList(relayPointShape, 5000);
export type FolderRelayPoint = Omit<z.output<typeof relayPointShape>, 'id'>;

/** people.yaml: administrators and store owners. Passwords are not part of the format. */
export const peopleShape = boundedList(
  z.strictObject({
    email,
    username: requiredTextLine(120, 'Nom requis'),
    /** Absent: unchanged. */
    admin: z.optional(z.boolean()),
  }),
  5000,
);
export type FolderPerson = Omit<z.output<typeof peopleShape>[number], 'email'>;

/** events/SLUG.md */
export const eventShape = z.strictObject({
  name: eventFields.name,
  picture: withDefault(z.nullable(picture), null),
  description: withDefault(eventFields.description, ''),
});
export type Event = z.output<typeof eventShape>;

/** pages/SLUG.md */
export const pageShape = z.strictObject({
  name: pageFields.name,
  place: pageFields.place,
  position: withDefault(pagePosition, 0),
  description: pageFields.description,
});
export type FolderPage = z.output<typeof pageShape>;

/** terms/NAME.md: each file is a version of the terms, in the order of names. */
export const termsShape = z.strictObject({ description: termsText });
