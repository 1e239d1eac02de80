// The store of an order, and another place where it is collected.
import * as z from 'zod/mini';
import { collectionSlots } from '../fields/collection-slots.ts';
import { address, closedDays, geoCoordinates, image, money, openingHours } from '../fields/values.ts';

export const storeOfOrder = z.object({
  '@id': z.string(),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.nullable(image),
  phoneNumber: z.optional(z.nullable(z.object({ value: z.string() }))),
  address,
  geoCoordinates: z.optional(z.nullable(geoCoordinates)),
  openingHours: z.array(openingHours),
  closedDays: z.optional(z.array(closedDays)),
  /** Minutes from order to readiness. */
  preparationTime: z.optional(z.nullable(z.int())),
  collectionSlots: z.optional(z.nullable(collectionSlots)),
  minimumDelivery: money,
  customShippingMaxDistance: z.nullable(z.int()),
  distancePriceLevels: z.array(z.object({ distance: z.int(), price: money, minimumOrderValue: money })),
  relayPoint: z.string(),
  relayPointInformation: z.string(),
  /** The store accepts payment on delivery. */
  paymentOnDelivery: z.optional(z.boolean()),
});

/** A collection place other than the store. */
export const collectedFrom = z.object({
  name: z.string(),
  information: z.string(),
  address,
  /** For a relay point that still exists. */
  geoCoordinates: z.optional(z.nullable(geoCoordinates)),
  /** `day` 1 (Monday) to 7; two entries of one day are two windows; times HHmm. */
  hours: z.array(z.object({ day: z.int(), openHour: z.string(), closeHour: z.string() })),
});
