// Amounts: integer cents inside, French words outside. Guarantee: no floating-point sum ever stands for an amount.
import type { Money } from '#contract/values.ts';

const NBSP = '\u00a0';

/** 1250 → '12,50 €', 123456 → '1 234,56 €' (with no-break spaces). */
export function formatCents(cents: number): string {
  return `${centsToInput(cents).replace(/\B(?=(\d{3})+,)/g, '\u202f')}${NBSP}€`;
}

/** 1250 → '12,50', as typed in a form. */
export function centsToInput(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(Math.trunc(cents));
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`;
}

/** '12,5', '12.50 €' → 1250; null when it is not an amount of euros with at most two decimals. */
export function inputToCents(text: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0\u202f€]/g, ''));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function moneyOf(cents: number): Money {
  return { amount: cents, convertedAmount: cents / 100, stringValue: centsToInput(cents) };
}

export function moneyOrNull(cents: number | null): Money | null {
  return cents === null ? null : moneyOf(cents);
}
