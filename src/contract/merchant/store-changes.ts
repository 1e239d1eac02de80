// What a merchant may write of the shop.
import * as z from 'zod/mini';
import { iri, line, link, list, moneySent, requiredLine } from '../bounds.ts';
import { openingHoursSent } from '../fields/opening-hours.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shaped, shippingType, shippingTypes } from '../fields/values.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CITY,
  MAX_CLOSED_DAYS,
  MAX_DESCRIPTION,
  MAX_DISTANCE_TIERS,
  MAX_INFORMATION,
  MAX_KILOMETRES,
  MAX_LONG_DESCRIPTION,
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

const day = shaped(/^\d{4}-\d{2}-\d{2}$/, 10, 'Date incorrecte.');
export const closedDaysSent = z.object({ from: day, to: day });

export const distancePriceLevels = list(
  z.object({ distance: kilometres, price: moneySent, minimumOrderValue: moneySent }),
  MAX_DISTANCE_TIERS,
);

/** What a merchant may write of the shop; what is not named stays as it is. */
export const storeChanges = z.partial(
  z.object({
    name: requiredLine(MAX_NAME, 'Nom requis'),
    description: line(MAX_DESCRIPTION),
    aboutText: line(MAX_LONG_DESCRIPTION),
    website: link,
    twitter: link,
    facebook: link,
    snapchat: link,
    instagram: link,
    sMoneyAccount: z.nullable(line(MAX_PAYMENT_ACCOUNT)),
    address: z.object({
      address1: line(MAX_ADDRESS_LINE),
      address2: line(MAX_ADDRESS_LINE),
      postalCode,
      city: line(MAX_CITY),
    }),
    phoneNumber: z.nullable(z.object({ value: phone })),
    placeOfSales: line(MAX_DESCRIPTION),
    additionalInformation: line(MAX_DESCRIPTION),
    openingHours: list(openingHoursSent, MAX_OPENING_ROWS),
    closedDays: list(closedDaysSent, MAX_CLOSED_DAYS),
    preparationTime: z.nullable(
      z
        .int('Nombre entier de minutes attendu.')
        .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(MAX_PREPARATION_MINUTES, '60 jours au maximum.')),
    ),
    geoCoordinates: z.nullable(z.object({ latitude: degrees(90), longitude: degrees(180) })),
    youtubeVideoId: z.nullable(shaped(/^[A-Za-z0-9_-]{11}$/, 11, 'Vidéo YouTube inconnue.')),
    logo: z.nullable(iri),
    /** In the order shown. */
    images: list(iri, MAX_STORE_IMAGES),
    deliveryMethods: list(shippingType, shippingTypes.length),
    paymentOnDelivery: z.boolean(),
    paymentOnDeliveryInformation: line(MAX_INFORMATION),
    freeDeliveryPriceFromAmount: moneySent,
    customShippingPrice: moneySent,
    minimumDelivery: moneySent,
    customShippingMaxDistance: z.nullable(kilometres),
    distancePriceLevels,
    relayPoint: line(MAX_NAME),
    relayPointInformation: line(MAX_INFORMATION),
    relayPointPrice: moneySent,
    /** Terms that are accepted now; none is ever taken back. */
    acceptedTermAndConditions: list(iri, 100),
  }),
);
export type StoreChanges = z.output<typeof storeChanges>;
