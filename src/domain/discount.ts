// Coupon discounts, as sent in euros or percent: validation with the same messages in form and server.
import { amountMistake, sentToCents } from './money.ts';

/** Null if valid. Less than a cent counts as missing. */
export function discountMistake(discountType: string, discount: number | null): string | null {
  const isPercent = discountType === 'relative';
  const amount = isPercent ? discount : sentToCents(discount);
  if (amount === null || amount === 0) return 'Montant requis';
  if (!isPercent) return amountMistake(amount);
  return Number.isInteger(amount) && amount >= 1 && amount <= 100 ? null : 'Pourcentage entier de 1 à 100 attendu.';
}
