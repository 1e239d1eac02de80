// Coupon endpoints, for the merchant; shoppers enter the code in the cart.
import * as z from 'zod/mini';
import { boundedList, iri, itemsPerPage, pageNumber, requiredTextLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { grouped, money, patternText, uuid } from '../fields/values.ts';
import { MAX_COUPON_CODE, MAX_COUPON_PRODUCTS, MAX_COUPON_USES } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** fix: an amount off; relative: a percentage. */
export const discountTypes = ['fix', 'relative'] as const;

export const coupon = z.object({
  '@id': z.string(),
  '@type': z.literal('Coupon'),
  id: z.string(),
  code: z.string(),
  discountType: z.enum(discountTypes),
  /** `convertedAmount` in euros or percent; `amount` in cents or percent. */
  discount: z.object({ amount: z.int(), convertedAmount: z.number() }),
  /** Instant; null if it never ends. */
  expirationDate: z.nullable(z.string()),
  /** Price of the store's articles from which it applies; null: from the first. */
  minimumAmount: z.optional(z.nullable(money)),
  /** In all; null: without a limit. */
  maxUses: z.optional(z.nullable(z.int())),
  oncePerPerson: z.optional(z.boolean()),
  /** IRIs of the only products that it is for; null: all of the store. */
  products: z.optional(z.nullable(z.array(z.string()))),
  /** Orders placed with it. */
  uses: z.optional(z.int()),
  active: z.boolean(),
  /** IRI of the store. */
  store: z.optional(z.string()),
  version: z.int(),
});
export type Coupon = z.output<typeof coupon>;

const NOT_A_COUNT = 'Nombre entier attendu, à partir de 1.';

const written = {
  code: requiredTextLine(MAX_COUPON_CODE, 'Code requis'),
  /** Euros or percent. */
  discount: z.nullable(
    z.number({ error: ({ input }) => (input === undefined ? 'Montant requis' : 'Montant incorrect.') }),
  ),
  discountType: z.enum(discountTypes, 'Type de montant requis'),
  /** Last day YYYY-MM-DD, or an instant; null if it never ends. */
  expirationDate: z.nullable(patternText(/^\d{4}-\d{2}-\d{2}([ T].*)?$/, 40, 'Date incorrecte.')),
  /** Euros. */
  minimumAmount: z.nullable(z.number('Montant incorrect.')),
  maxUses: z.nullable(
    z
      .int(NOT_A_COUNT)
      .check(z.minimum(1, NOT_A_COUNT), z.maximum(MAX_COUPON_USES, `${grouped(MAX_COUPON_USES)} au maximum.`)),
  ),
  oncePerPerson: z.boolean(),
  products: z.nullable(boundedList(iri, MAX_COUPON_PRODUCTS)),
  active: z.boolean(),
};
export const couponChanges = z.partial(z.object(written));
export type CouponChanges = z.output<typeof couponChanges>;

const own = z.object({ id: uuid });

export const couponEndpoints = {
  'coupons.ofStore': {
    method: 'GET',
    path: '/stores/:id/coupons',
    access: 'merchant',
    offline: 'snapshot',
    params: own,
    query: z.strictObject({ page: z.optional(pageNumber), itemsPerPage: z.optional(itemsPerPage) }),
    answer: collection(coupon),
  },
  'coupons.get': {
    method: 'GET',
    path: '/coupons/:id',
    access: 'merchant',
    offline: 'snapshot',
    params: own,
    answer: coupon,
  },
  'coupons.create': {
    method: 'POST',
    path: '/coupons',
    access: 'merchant',
    offline: 'queued',
    body: z.extend(couponChanges, {
      code: written.code,
      discount: written.discount,
      discountType: written.discountType,
    }),
    answer: coupon,
    status: 201,
  },
  'coupons.update': {
    method: 'PUT',
    path: '/coupons/:id',
    access: 'merchant',
    offline: 'queued',
    params: own,
    body: couponChanges,
    answer: coupon,
    versioned: true,
  },
} as const satisfies Record<string, Endpoint>;
