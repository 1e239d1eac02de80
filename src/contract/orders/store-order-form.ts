// What the shopper says of the delivery of a store order: the form looks at it before it is sent, the server once more.
import * as z from 'zod/mini';
import { line, text } from '../bounds.ts';
import { emailOrNone } from '../fields/email.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shippingType } from '../fields/values.ts';
import { MAX_ADDRESS_LINE, MAX_CITY, MAX_PERSON_NAME, MAX_TRACKING_CODE } from '../limits.ts';

/**
 * What the shopper may say of a store order, whose other fields may stand beside it as they were read; what a shipping type requires is checked by the server, path by path.
 */
export const storeOrderForm = z.object({
  shippingType: z.nullish(shippingType),
  firstName: z.optional(line(MAX_PERSON_NAME)),
  lastName: z.optional(line(MAX_PERSON_NAME)),
  phoneNumber: z.optional(phone),
  email: z.optional(emailOrNone),
  address: z.optional(
    z.object({
      address1: z.optional(line(MAX_ADDRESS_LINE)),
      address2: z.optional(line(MAX_ADDRESS_LINE)),
      postalCode: z.optional(postalCode),
      city: z.optional(line(MAX_CITY)),
    }),
  ),
  pickupId: z.optional(z.nullable(line(40))),
  isAdult: z.optional(z.boolean()),
  /** The merchant's part: the same call carries it. */
  trackingCode: z.nullish(line(MAX_TRACKING_CODE)),
  /** What the merchant saw when writing it: another value since then is refused with 409 `changed` {theirs}. */
  baseTrackingCode: z.optional(z.nullable(text(MAX_TRACKING_CODE))),
});
