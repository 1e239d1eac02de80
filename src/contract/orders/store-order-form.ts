// Store order form: the shopper's delivery details, validated by the form and by the server.
import * as z from 'zod/mini';
import { boundedText, textLine } from '../bounds.ts';
import { slotSent } from '../fields/collection-slots.ts';
import { emailOrNone } from '../fields/email.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shippingType } from '../fields/values.ts';
import { MAX_ADDRESS_LINE, MAX_CITY, MAX_PERSON_NAME, MAX_TRACKING_CODE } from '../limits.ts';

/**
 * Other fields of a store order may be present and are ignored; the server checks the required fields of each shipping
 * type.
 */
export const storeOrderForm = z.object({
  shippingType: z.nullish(shippingType),
  firstName: z.optional(textLine(MAX_PERSON_NAME)),
  lastName: z.optional(textLine(MAX_PERSON_NAME)),
  phoneNumber: z.optional(phone),
  email: z.optional(emailOrNone),
  address: z.optional(
    z.object({
      address1: z.optional(textLine(MAX_ADDRESS_LINE)),
      address2: z.optional(textLine(MAX_ADDRESS_LINE)),
      postalCode: z.optional(postalCode),
      city: z.optional(textLine(MAX_CITY)),
    }),
  ),
  pickupId: z.optional(z.nullable(textLine(40))),
  /** For collection at a store with slots. */
  slot: z.optional(z.nullable(slotSent)),
  isAdult: z.optional(z.boolean()),
  /** Asks for files at once, and gives up the right of withdrawal for them; absent if the question was not shown. */
  digitalConsent: z.optional(z.boolean()),
  /** The merchant's field; it shares this call. */
  trackingCode: z.nullish(textLine(MAX_TRACKING_CODE)),
  /** The merchant's base value; if the current value differs, the write is refused with 409 `changed` {theirs}. */
  baseTrackingCode: z.optional(z.nullable(boundedText(MAX_TRACKING_CODE))),
});
