// VAT of a sale: what is contained in the price of each line and of the delivery, by rate.
// Guarantee: shares sum to the amount paid, to the cent. Rates in basis points: 550 is 5.5 %.

/** An amount of one rate. Null: the product had no rate. Cents. */
export interface TaxedAmount {
  rate: number | null;
  /** What was paid, tax included. */
  withTax: number;
  tax: number;
}

export interface SaleVat {
  /** In the order of the lines, less their share of the discount. */
  lines: TaxedAmount[];
  delivery: TaxedAmount[];
  /** Sums of lines and delivery, lowest rate first. */
  byRate: TaxedAmount[];
}

/** Tax contained in an amount, rounded half up to the cent. */
export const taxIn = (withTax: number, rate: number | null): number =>
  Math.round((withTax * (rate ?? 0)) / (10_000 + (rate ?? 0)));

/**
 * Splits an amount in proportion to weights: whole cents that sum to it. Remaining cents go to the largest remainders;
 * of equal ones, to the first. Without any weight all of it goes to the first.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  // Products of large amounts exceed the exact numbers.
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = products.map((product) => Number(product / BigInt(whole)));
  const remainders = products.map((product, index) => ({ index, left: Number(product % BigInt(whole)) }));
  remainders.sort((a, b) => b.left - a.left || a.index - b.index);
  const missing = amount - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of remainders.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** `discounted`: false for an article that the coupon is not for. */
export interface DiscountedLine {
  total: number;
  discounted?: boolean | undefined;
}

/** Share of each line in the discount of a coupon. */
export const discountShares = (lines: readonly DiscountedLine[], discount: number): number[] =>
  split(
    discount,
    lines.map(({ total, discounted = true }) => (discounted ? total : 0)),
  );

interface Sale {
  lines: readonly (DiscountedLine & { vatRate: number | null })[];
  /** The coupon's. */
  discount: number;
  shippingFees: number;
}

const taxed = (rate: number | null, withTax: number): TaxedAmount => ({ rate, withTax, tax: taxIn(withTax, rate) });

/** A sale of one store. Delivery follows what is delivered: its price is split over the rates of the lines. */
export function saleVat({ lines, discount, shippingFees }: Sale): SaleVat {
  const shares = discountShares(lines, discount);
  const paid = lines.map(({ total, vatRate }, index) => taxed(vatRate, total - (shares[index] ?? 0)));
  // Before the discount, which may leave nothing of the goods.
  const goods = sumByRate(lines.map(({ total, vatRate }) => taxed(vatRate, total)));
  const fees = split(
    shippingFees,
    goods.map(({ withTax }) => withTax),
  );
  const delivery = goods.map(({ rate }, index) => taxed(rate, fees[index] ?? 0)).filter(({ withTax }) => withTax > 0);
  return { lines: paid, delivery, byRate: sumByRate([...paid, ...delivery]) };
}

/** Lowest rate first; amounts without a rate before them. */
export function sumByRate(amounts: readonly TaxedAmount[]): TaxedAmount[] {
  const sums = new Map<number | null, TaxedAmount>();
  for (const { rate, withTax, tax } of amounts) {
    const sum = sums.get(rate) ?? { rate, withTax: 0, tax: 0 };
    sums.set(rate, { rate, withTax: sum.withTax + withTax, tax: sum.tax + tax });
  }
  return [...sums.values()].sort((a, b) => (a.rate ?? -1) - (b.rate ?? -1));
}

/** 'dont TVA 5,5 %'. `rate`: percent. */
export const vatLabel = (rate: number): string => `dont TVA ${String(rate).replace('.', ',')}\u00a0%`;
