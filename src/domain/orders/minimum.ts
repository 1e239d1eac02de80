// Minimum of a store's part of an order. Amounts in cents.
import type { ShippingType } from '#contract/fields/values.ts';
import { MAX_ORDER_CENTS } from '#contract/limits.ts';
import { type Discount, discountOn } from './pricing.ts';

/** Whether the part is below the store's minimum; digital parts have none. */
export function isBelowMinimum(type: ShippingType | null, totalWithoutFees: number, minimumDelivery: number): boolean {
  return type !== 'demat' && minimumDelivery > 0 && totalWithoutFees <= minimumDelivery;
}

/**
 * Smallest total of a store's lines, before its coupon, that reaches the minimum; cents. Null without a minimum, or if
 * no total reaches it.
 */
export function leastTotal(minimumDelivery: number, coupon: Discount | null): number | null {
  const isTooLittle = (total: number) => isBelowMinimum(null, total - discountOn(total, coupon), minimumDelivery);
  if (!isTooLittle(0) || isTooLittle(MAX_ORDER_CENTS)) return null;
  let [tooLittle, enough] = [0, MAX_ORDER_CENTS];
  while (enough - tooLittle > 1) {
    const between = Math.floor((tooLittle + enough) / 2);
    if (isTooLittle(between)) tooLittle = between;
    else enough = between;
  }
  return enough;
}
