// Shapes of market-wide files: settings, categories, people, relay points, events, pages.
// Guarantee: unknown fields are mistakes.
import * as z from 'zod/mini';
import {
  eventFields,
  pageFields,
  pagePosition,
  relayPointFields,
  relayPointId,
} from '#contract/administration/content.ts';
import { boundedList, requiredTextLine, slug, textLine, webLink } from '#contract/bounds.ts';
import { email } from '#contract/fields/email.ts';
import { type ShippingType, shippingTypes } from '#contract/fields/values.ts';
import { settingsShape } from './settings.ts';
import { eurosOrZero, kilogramsShape, percent, picture, relayHoursLines, withDefault } from './shape-parts.ts';

const carrierPrices = boundedList(
  z.strictObject({
    maxWeight: kilogramsShape,
    price: eurosOrZero,
  }),
  50,
);
export type CarrierPrice = z.output<typeof carrierPrices>[number];

const names = Object.fromEntries(shippingTypes.map((type) => [type, z.optional(requiredTextLine(120))]));

/** market.yaml */
export const marketShape = z.strictObject({
  configuration: withDefault(settingsShape, {}),
  vatRates: withDefault(boundedList(z.strictObject({ rate: percent, name: requiredTextLine(80) }), 20), []),
  deliveryMethods: withDefault(z.strictObject(names as Record<ShippingType, z.ZodMiniOptional<z.ZodMiniString>>), {}),
  deliveryPrices: z.optional(z.strictObject({ home: z.optional(carrierPrices), relay: z.optional(carrierPrices) })),
  featured: z.optional(
    z.strictObject({ products: z.optional(boundedList(slug, 100)), categories: z.optional(boundedList(slug, 100)) }),
  ),
});

const categoryFields = {
  slug,
  name: requiredTextLine(120, 'Nom requis'),
  picture: withDefault(z.nullable(picture), null),
  labelFermier: withDefault(z.boolean(), false),
  labelFermierDescription: withDefault(textLine(4000), ''),
  labelFermierUrl: withDefault(webLink, null),
};
const TOO_DEEP = 'Trois niveaux de catégories au maximum.';
const categoryLevel3 = z.strictObject({
  ...categoryFields,
  children: withDefault(boundedList(z.any(), 0, TOO_DEEP), []),
});
const categoryLevel2 = z.strictObject({
  ...categoryFields,
  children: withDefault(boundedList(categoryLevel3, 500), []),
});
export const categoryShape = z.strictObject({
  ...categoryFields,
  children: withDefault(boundedList(categoryLevel2, 500), []),
});
/** categories.yaml */
export const categoriesShape = boundedList(categoryShape, 500);
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
export const termsShape = z.strictObject({ description: requiredTextLine(100_000, 'Texte requis') });
