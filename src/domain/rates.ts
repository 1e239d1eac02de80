// Rates in percent as they are typed, in basis points in code.
import { centsToInput } from './money.ts';

/** '5,5', '20 %' to basis points; null if it is no percentage up to 100. */
export function parseRate(typed: string): number | null {
  const plain = typed
    .replace(/\s*%?\s*$/, '')
    .trim()
    .replace(',', '.');
  const rate = Math.round(Number(plain) * 100);
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) && rate <= 10_000 ? rate : null;
}

/** 750 → '7,5'. */
export const formatRate = (rate: number): string => centsToInput(rate).replace(/,?0+$/, '');
