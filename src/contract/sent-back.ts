// Sent-back values: bodies that contain a value as it was answered, where the app sends another form.
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { couponEndpoints } from './merchant/coupons.ts';

/** Euros or percent, or the discount from an answer. */
const discount = z.pipe(
  z.nullable(z.union([z.number(), z.object({ convertedAmount: z.number() })], 'Montant requis')),
  z.transform((sent) => (typeof sent === 'object' && sent !== null ? sent.convertedAmount : sent)),
);

const { 'coupons.create': create, 'coupons.update': update } = couponEndpoints;

export const sentBackEndpoints = {
  'coupons.create': { ...create, body: z.extend(create.body, { discount }) },
  'coupons.update': { ...update, body: z.extend(update.body, { discount: z.optional(discount) }) },
} as const satisfies Record<string, Endpoint>;
