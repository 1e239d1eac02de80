// Commission of the market on what a store sells: its setting, and shares of amounts. Rates in basis points.

import { centsToInput } from '../money.ts';

/** Setting of the market: percent, such as '2,5'. */
export const COMMISSION_SETTING = 'commission';

/** Percent as written to basis points; null if it is none. */
export function parseCommission(written: string): number | null {
  const plain = written.trim().replace(',', '.');
  const rate = Math.round(Number(plain) * 100);
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) && rate <= 10_000 ? rate : null;
}

/** 750 → '7,5'. */
export const formatRate = (rate: number): string => centsToInput(rate).replace(/,?0+$/, '');

/** Cents, rounded half up. */
export const commissionOf = (base: number, rate: number): number => Math.round((base * rate) / 10_000);

/** Share of the commission on a base that `refunded` cents of it give back. */
export const commissionShare = (commission: number, refunded: number, base: number): number =>
  base === 0 ? 0 : Number((2n * BigInt(commission) * BigInt(refunded) + BigInt(base)) / (2n * BigInt(base)));
