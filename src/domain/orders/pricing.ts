// Pricing: totals of lines, carts and coupons, in integer cents.

/** `MAX_ORDER_CENTS`. */
export const MOST_IN_WORDS = '1\u00a0000\u00a0000\u00a0€';

export interface PricedProduct {
  price: number | null;
  reducedPrice: number | null;
}

/** The reduced price, or else the price, plus the prices of the chosen option values; null without a price. */
export function unitPrice(product: PricedProduct, optionPrices: readonly number[]): number | null {
  const base = product.reducedPrice ?? product.price;
  return base === null ? null : optionPrices.reduce((sum, price) => sum + price, base);
}

export interface Discount {
  discountType: 'fix' | 'relative';
  /** Cents when fix, percent when relative. */
  discount: number;
}

/** Discount of a coupon on its store's lines, never above their total. */
export function discountOn(linesTotal: number, coupon: Discount | null): number {
  if (!coupon) return 0;
  const off = coupon.discountType === 'fix' ? coupon.discount : Math.round((linesTotal * coupon.discount) / 100);
  return Math.max(0, Math.min(linesTotal, off));
}

export interface PricedLine {
  storeId: string;
  unitPrice: number;
  quantity: number;
}

/** A coupon applies to the lines of its store; several stores may use the same code. */
export function cartTotals(
  lines: readonly PricedLine[],
  coupons: readonly (Discount & { storeId: string })[] = [],
): { total: number; totalAfterDiscount: number } {
  const sumOf = (some: readonly PricedLine[]) =>
    some.reduce((sum, { unitPrice: each, quantity }) => sum + each * quantity, 0);
  const total = sumOf(lines);
  const discounts = coupons.map((coupon) =>
    discountOn(sumOf(lines.filter(({ storeId }) => storeId === coupon.storeId)), coupon),
  );
  return { total, totalAfterDiscount: discounts.reduce((sum, discount) => sum - discount, total) };
}
