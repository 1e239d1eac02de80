// Commission of the market on what a store sells: its setting, and shares of amounts. Rates in basis points.

/** Setting of the market: percent, such as '2,5'. */
export const COMMISSION_SETTING = 'commission';

/** Cents, rounded half up. */
export const commissionOf = (base: number, rate: number): number => Math.round((base * rate) / 10_000);

/** Share of the commission on a base that `refunded` cents of it give back. */
export const commissionShare = (commission: number, refunded: number, base: number): number =>
  base === 0 ? 0 : Number((2n * BigInt(commission) * BigInt(refunded) + BigInt(base)) / (2n * BigInt(base)));
