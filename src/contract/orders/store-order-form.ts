// What the shopper says of the delivery of a store order: the form looks at it before it is sent, the server once more.
import * as z from 'zod/mini';
import { line, text } from '../bounds.ts';
import { emailOrNone } from '../fields/email.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shippingType } from '../fields/values.ts';

/**
 * What the shopper may say of a store order, whose other fields may stand beside it as they were read; what a shipping type requires is checked by the server, path by path.
 */
export const storeOrderForm = z.object({
  shippingType: z.nullish(shippingType),
  firstName: z.optional(line(80)),
  lastName: z.optional(line(80)),
  phoneNumber: z.optional(phone),
  email: z.optional(emailOrNone),
  address: z.optional(
    z.object({
      address1: z.optional(line(120)),
      address2: z.optional(line(120)),
      postalCode: z.optional(postalCode),
      city: z.optional(line(80)),
    }),
  ),
  pickupId: z.optional(z.nullable(line(40))),
  isAdult: z.optional(z.boolean()),
  /** The merchant's part: the same call carries it. */
  trackingCode: z.nullish(line(60)),
  /** What the merchant saw when writing it: another value since then is refused with 409 `changed` {theirs}. */
  baseTrackingCode: z.optional(z.nullable(text(60))),
});
