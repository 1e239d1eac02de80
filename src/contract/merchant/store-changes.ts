// Writable fields of a store.
import * as z from 'zod/mini';
import { boundedList, iri, moneySent, requiredTextLine, textLine, webLink } from '../bounds.ts';
import { collectionSlots } from '../fields/collection-slots.ts';
import { openingHoursSent } from '../fields/opening-hours.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { patternText, shippingType, shippingTypes } from '../fields/values.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_CLOSED_DAYS,
  MAX_DESCRIPTION,
  MAX_DISTANCE_TIERS,
  MAX_INFORMATION,
  MAX_KILOMETRES,
  MAX_LEGAL_FORM,
  MAX_LEGAL_NUMBER,
  MAX_LONG_DESCRIPTION,
  MAX_MEDIATOR,
  MAX_NAME,
  MAX_OPENING_ROWS,
  MAX_PAYMENT_ACCOUNT,
  MAX_PREPARATION_MINUTES,
  MAX_STORE_IMAGES,
} from '../limits.ts';

export const degrees = (most: number) =>
  z
    .number('Position incorrecte.')
    .check(z.minimum(-most, 'Position incorrecte.'), z.maximum(most, 'Position incorrecte.'));
export const kilometres = z
  .int('Nombre entier de kilomètres attendu.')
  .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_KILOMETRES, `${MAX_KILOMETRES} km au maximum.`));

const day = patternText(/^\d{4}-\d{2}-\d{2}$/, 10, 'Date incorrecte.');
export const closedDaysSent = z.object({ from: day, to: day, stopsOrders: z.optional(z.boolean()) });

export const distancePriceLevels = boundedList(
  z.object({ distance: kilometres, price: moneySent, minimumOrderValue: moneySent }),
  MAX_DISTANCE_TIERS,
);

/** Who sells, as the law wants it on offers and documents; checked by `#domain/legal-identity.ts`. */
export const legalIdentity = z.object({
  legalName: textLine(MAX_NAME),
  legalForm: textLine(MAX_LEGAL_FORM),
  siret: textLine(MAX_LEGAL_NUMBER),
  /** '' for a seller who charges no VAT. */
  vatNumber: textLine(MAX_LEGAL_NUMBER),
  /** '' for the market's. */
  mediator: z.optional(textLine(MAX_MEDIATOR)),
});

/** Absent fields do not change. */
export const storeChanges = z.partial(
  z.object({
    name: requiredTextLine(MAX_NAME, 'Nom requis'),
    description: textLine(MAX_DESCRIPTION),
    aboutText: textLine(MAX_LONG_DESCRIPTION),
    website: webLink,
    twitter: webLink,
    facebook: webLink,
    snapchat: webLink,
    instagram: webLink,
    sMoneyAccount: z.nullable(textLine(MAX_PAYMENT_ACCOUNT)),
    address: z.object({
      address1: textLine(MAX_ADDRESS_LINE),
      address2: textLine(MAX_ADDRESS_LINE),
      postalCode,
      city: textLine(MAX_CITY),
    }),
    phoneNumber: z.nullable(z.object({ value: phone })),
    legalIdentity: z.nullable(legalIdentity),
    placeOfSales: textLine(MAX_DESCRIPTION),
    additionalInformation: textLine(MAX_DESCRIPTION),
    openingHours: boundedList(openingHoursSent, MAX_OPENING_ROWS),
    closedDays: boundedList(closedDaysSent, MAX_CLOSED_DAYS),
    preparationTime: z.nullable(
      z
        .int('Nombre entier de minutes attendu.')
        .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_PREPARATION_MINUTES, '60 jours au maximum.')),
    ),
    geoCoordinates: z.nullable(z.object({ latitude: degrees(90), longitude: degrees(180) })),
    youtubeVideoId: z.nullable(patternText(/^[A-Za-z0-9_-]{11}$/, 11, 'Vidéo YouTube inconnue.')),
    logo: z.nullable(iri),
    /** In display order. */
    images: boundedList(iri, MAX_STORE_IMAGES),
    /** Checked by `#domain/orders/slot-setting.ts`. */
    collectionSlots: z.nullable(collectionSlots),
    deliveryMethods: boundedList(shippingType, shippingTypes.length),
    paymentOnDelivery: z.boolean(),
    paymentOnDeliveryInformation: textLine(MAX_INFORMATION),
    freeDeliveryPriceFromAmount: moneySent,
    customShippingPrice: moneySent,
    minimumDelivery: moneySent,
    customShippingMaxDistance: z.nullable(kilometres),
    distancePriceLevels,
    relayPoint: textLine(MAX_NAME),
    relayPointInformation: textLine(MAX_INFORMATION),
    relayPointPrice: moneySent,
    /** Terms accepted by this request; an acceptance is never withdrawn. */
    acceptedTermAndConditions: boundedList(iri, 100),
  }),
);
export type StoreChanges = z.output<typeof storeChanges>;
