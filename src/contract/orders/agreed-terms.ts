// What the shopper agreed to when an order was committed without a network.
import * as z from 'zod/mini';
import { line, list, quantity, text } from '../bounds.ts';
import { emailOrNone } from '../fields/email.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shippingType, uuid } from '../fields/values.ts';
import {
  MAX_ADDRESS_LINE,
  MAX_CART_LINES,
  MAX_CITY,
  MAX_COUPON_CODE,
  MAX_OPTIONS,
  MAX_ORDER_CENTS,
  MAX_PERSON_NAME,
} from '../limits.ts';

const cents = z.int().check(z.minimum(0), z.maximum(MAX_ORDER_CENTS));

/** A line as it was shown; `unitPrice` in cents. */
const agreedLine = z.object({
  product: uuid,
  optionValues: list(uuid, MAX_OPTIONS),
  quantity,
  unitPrice: cents,
});

/** How one shop's part travels, and what that costs at most, in cents. */
const agreedPart = z.object({
  store: uuid,
  shippingType,
  fees: cents,
  distance: z.nullable(z.int()),
  pickupId: z.nullable(line(40)),
  firstName: line(MAX_PERSON_NAME),
  lastName: line(MAX_PERSON_NAME),
  phoneNumber: phone,
  email: emailOrNone,
  address: z.object({
    address1: line(MAX_ADDRESS_LINE),
    address2: line(MAX_ADDRESS_LINE),
    postalCode,
    city: line(MAX_CITY),
  }),
});

/**
 * What to do when something is no longer as agreed. ask: nothing, until the shopper has said yes. drop: without what ran out,
 * but at no higher price. cancel: nothing at all.
 */
export const changeRules = ['ask', 'drop', 'cancel'] as const;
export type ChangeRule = (typeof changeRules)[number];

export const agreed = z.object({
  lines: list(agreedLine, MAX_CART_LINES),
  /** Its code. */
  coupon: z.nullable(text(MAX_COUPON_CODE)),
  parts: list(agreedPart, MAX_CART_LINES),
  paymentOnDelivery: z.boolean(),
  /** Of who orders; not there: nobody asked. */
  isAdult: z.optional(z.boolean()),
  ifChanged: z.enum(changeRules, 'Choix inconnu.'),
  /** Cents, delivery included. */
  most: cents,
});
export type Agreed = z.output<typeof agreed>;

/** In the detail of `order-changed`: what became different, and what it would be now; null when that cannot be ordered as it is. */
export interface OrderChanged {
  changes: string[];
  now: Pick<Agreed, 'lines' | 'coupon' | 'parts' | 'most'> | null;
}
