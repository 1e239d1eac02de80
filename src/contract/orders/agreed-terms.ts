// Agreed terms: the content, prices and conditions of an order committed without a network.
import * as z from 'zod/mini';
import { boundedList, boundedText, quantity, textLine } from '../bounds.ts';
import { byWeight } from '../catalogue/products.ts';
import { slotSent } from '../fields/collection-slots.ts';
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

/** A displayed cart line; `unitPrice` in cents. */
const agreedLine = z.object({
  product: uuid,
  optionValues: boundedList(uuid, MAX_OPTIONS),
  quantity,
  unitPrice: cents,
  byWeight,
});

/** Delivery of one store's part, and its highest fee, cents. */
const agreedPart = z.object({
  store: uuid,
  shippingType,
  fees: cents,
  distance: z.nullable(z.int()),
  pickupId: z.nullable(textLine(40)),
  /** Absent without a choice, and in terms of earlier versions. */
  slot: z.optional(slotSent),
  firstName: textLine(MAX_PERSON_NAME),
  lastName: textLine(MAX_PERSON_NAME),
  phoneNumber: phone,
  email: emailOrNone,
  address: z.object({
    address1: textLine(MAX_ADDRESS_LINE),
    address2: textLine(MAX_ADDRESS_LINE),
    postalCode,
    city: textLine(MAX_CITY),
  }),
});

/**
 * Policy if something differs from the agreed terms.
 * - ask: place nothing until the shopper confirms.
 * - drop: leave out missing articles, at no higher price.
 * - cancel: place nothing.
 */
export const changeRules = ['ask', 'drop', 'cancel'] as const;
export type ChangeRule = (typeof changeRules)[number];

export const agreedTerms = z.object({
  lines: boundedList(agreedLine, MAX_CART_LINES),
  /** Codes of coupons. Older devices send one, as `coupon`. */
  coupons: z.optional(boundedList(boundedText(MAX_COUPON_CODE), MAX_CART_LINES)),
  coupon: z.optional(z.nullable(boundedText(MAX_COUPON_CODE))),
  parts: boundedList(agreedPart, MAX_CART_LINES),
  paymentOnDelivery: z.boolean(),
  /** The buyer is an adult; absent if the question was not shown. */
  isAdult: z.optional(z.boolean()),
  /** As in the delivery form. */
  digitalConsent: z.optional(z.boolean()),
  ifChanged: z.enum(changeRules, 'Choix inconnu.'),
  /** Cents, delivery included. */
  most: cents,
});
export type AgreedTerms = z.output<typeof agreedTerms>;

/** Codes of coupons in agreed terms. */
export const agreedCoupons = ({ coupons, coupon }: Pick<AgreedTerms, 'coupons' | 'coupon'>): readonly string[] =>
  coupons ?? (coupon ? [coupon] : []);

/** Detail of `order-changed`: the differences, and the current terms; null if they cannot be ordered. */
export interface OrderChanged {
  changes: string[];
  now: Pick<AgreedTerms, 'lines' | 'coupons' | 'coupon' | 'parts' | 'most'> | null;
}
