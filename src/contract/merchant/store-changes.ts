// What a merchant may write of the shop.
import * as z from 'zod/mini';
import { iri, line, link, list, moneySent, requiredLine } from '../bounds.ts';
import { openingHoursSent } from '../fields/opening-hours.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shaped, shippingType, shippingTypes } from '../fields/values.ts';

const degrees = (most: number) =>
  z
    .number('Position incorrecte.')
    .check(z.minimum(-most, 'Position incorrecte.'), z.maximum(most, 'Position incorrecte.'));
export const kilometres = z
  .int('Nombre entier de kilomètres attendu.')
  .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(1000, '1000 km au maximum.'));

const day = shaped(/^\d{4}-\d{2}-\d{2}$/, 10, 'Date incorrecte.');
export const closedDaysSent = z.object({ from: day, to: day });

export const distancePriceLevels = list(
  z.object({ distance: kilometres, price: moneySent, minimumOrderValue: moneySent }),
  50,
);

/** What a merchant may write of the shop; what is not named stays as it is. */
export const storeChanges = z.partial(
  z.object({
    name: requiredLine(120, 'Nom requis'),
    description: line(4000),
    aboutText: line(20_000),
    website: link,
    twitter: link,
    facebook: link,
    snapchat: link,
    instagram: link,
    sMoneyAccount: z.nullable(line(80)),
    address: z.object({ address1: line(120), address2: line(120), postalCode, city: line(80) }),
    phoneNumber: z.nullable(z.object({ value: phone })),
    placeOfSales: line(4000),
    additionalInformation: line(4000),
    openingHours: list(openingHoursSent, 20),
    closedDays: list(closedDaysSent, 50),
    preparationTime: z.nullable(
      z
        .int('Nombre entier de minutes attendu.')
        .check(z.minimum(0, 'Nombre positif attendu.'), z.maximum(86_400, '60 jours au maximum.')),
    ),
    geoCoordinates: z.nullable(z.object({ latitude: degrees(90), longitude: degrees(180) })),
    youtubeVideoId: z.nullable(shaped(/^[A-Za-z0-9_-]{11}$/, 11, 'Vidéo YouTube inconnue.')),
    logo: z.nullable(iri),
    /** In the order shown. */
    images: list(iri, 30),
    deliveryMethods: list(shippingType, shippingTypes.length),
    paymentOnDelivery: z.boolean(),
    paymentOnDeliveryInformation: line(2000),
    freeDeliveryPriceFromAmount: moneySent,
    customShippingPrice: moneySent,
    minimumDelivery: moneySent,
    customShippingMaxDistance: z.nullable(kilometres),
    distancePriceLevels,
    relayPoint: line(120),
    relayPointInformation: line(2000),
    relayPointPrice: moneySent,
    /** Terms that are accepted now; none is ever taken back. */
    acceptedTermAndConditions: list(iri, 100),
  }),
);
export type StoreChanges = z.output<typeof storeChanges>;
