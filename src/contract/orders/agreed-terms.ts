// What the shopper agreed to when an order was committed without a network.
import * as z from 'zod/mini';
import { line, list, quantity, text } from '../bounds.ts';
import { emailOrNone } from '../fields/email.ts';
import { phone, postalCode } from '../fields/phone.ts';
import { shippingType, uuid } from '../fields/values.ts';

const cents = z.int().check(z.minimum(0), z.maximum(1_000_000_00));

/** A line as it was shown; `unitPrice` in cents. */
const agreedLine = z.object({
  product: uuid,
  optionValues: list(uuid, 20),
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
  firstName: line(80),
  lastName: line(80),
  phoneNumber: phone,
  email: emailOrNone,
  address: z.object({ address1: line(120), address2: line(120), postalCode, city: line(80) }),
});

/**
 * What to do when something is no longer as agreed. ask: nothing, until the shopper has said yes. drop: without what ran out,
 * but at no higher price. cancel: nothing at all.
 */
export const changeRules = ['ask', 'drop', 'cancel'] as const;
export type ChangeRule = (typeof changeRules)[number];

export const agreed = z.object({
  lines: list(agreedLine, 200),
  /** Its code. */
  coupon: z.nullable(text(40)),
  parts: list(agreedPart, 200),
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
