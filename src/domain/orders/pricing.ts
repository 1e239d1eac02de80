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

/** Discount on lines, never above their total. */
export function discountOn(linesTotal: number, coupon: Discount | null): number {
  if (!coupon) return 0;
  const off = coupon.discountType === 'fix' ? coupon.discount : Math.round((linesTotal * coupon.discount) / 100);
  return Math.max(0, Math.min(linesTotal, off));
}

export interface PricedLine {
  storeId: string;
  productId: string;
  unitPrice: number;
  quantity: number;
}

/** What a coupon is for. */
export interface CouponScope {
  storeId: string;
  /** Null: all products of the store. */
  productIds: readonly string[] | null;
}

/** Codes are entered in capitals or not. */
export const isSameCode = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

export const isDiscounted = (
  { storeId, productId }: Pick<PricedLine, 'storeId' | 'productId'>,
  coupon: CouponScope,
): boolean => storeId === coupon.storeId && (coupon.productIds?.includes(productId) ?? true);

/** Total of lines, in cents. */
export const totalOf = (lines: readonly Pick<PricedLine, 'unitPrice' | 'quantity'>[]): number =>
  lines.reduce((sum, { unitPrice: each, quantity }) => sum + each * quantity, 0);

/** Discount of a coupon on the lines that it is for. */
export const discountOnLines = (lines: readonly PricedLine[], coupon: Discount & CouponScope): number =>
  discountOn(totalOf(lines.filter((line) => isDiscounted(line, coupon))), coupon);

/** `coupons`: at most one per store. */
export function cartTotals(
  lines: readonly PricedLine[],
  coupons: readonly (Discount & CouponScope)[] = [],
): { total: number; totalAfterDiscount: number } {
  const total = totalOf(lines);
  const discounts = coupons.map((coupon) => discountOnLines(lines, coupon));
  return { total, totalAfterDiscount: discounts.reduce((sum, discount) => sum - discount, total) };
}
