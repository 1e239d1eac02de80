// The discount of a coupon, in euros or percent, as it is sent: what may not be given out, in the words of form and server alike.
import { amountMistake, sentToCents } from './money.ts';

/** Null when nothing is wrong. Less than a cent is nothing. */
export function discountMistake(discountType: string, discount: number | null): string | null {
  const isPercent = discountType === 'relative';
  const amount = isPercent ? discount : sentToCents(discount);
  if (amount === null || amount === 0) return 'Montant requis';
  if (!isPercent) return amountMistake(amount);
  return Number.isInteger(amount) && amount >= 1 && amount <= 100 ? null : 'Pourcentage entier de 1 à 100 attendu.';
}
