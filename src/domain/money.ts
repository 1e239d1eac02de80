// Amounts: integer cents in code, French notation in texts.
// Guarantee: amounts are never floating-point sums.
import type { MoneySent } from '#contract/bounds.ts';
import type { Money } from '#contract/fields/values.ts';
import { DIGITS, withoutBlanks } from './text/typed-numbers.ts';

const NBSP = '\u00a0';

/** 1250 → '12,50 €', 123456 → '1 234,56 €', -990 → '−9,90 €' (with no-break spaces and a minus sign). */
export function formatCents(cents: number): string {
  const amount = centsToInput(Math.abs(cents)).replace(/\B(?=(\d{3})+,)/g, '\u202f');
  return `${cents < 0 ? '−' : ''}${amount}${NBSP}€`;
}

/** 1250 → '12,50', as typed in a form. */
export function centsToInput(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(Math.trunc(cents));
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`;
}

/** 1500 → '15', 1250 → '12,50', for minimums in sentences. */
export const centsToShortText = (cents: number): string => centsToInput(cents).replace(/,00$/, '');

const AMOUNT = new RegExp(`^(${DIGITS})(?:(?:[.,](\\d{1,2}))?\\s*€?|\\s*€\\s*(\\d{2}))$`);

/** '12,5', '12.50 €', '12€50', '1 250' → cents; null unless it is an amount of euros with at most two decimals. */
export function inputToCents(text: string): number | null {
  const match = AMOUNT.exec(text.trim());
  if (!match) return null;
  return Number(withoutBlanks(match[1] ?? '')) * 100 + Number((match[2] ?? match[3] ?? '').padEnd(2, '0'));
}

/** Cents of a sent or answered amount (a coupon's percents count as euros): null if missing, NaN if invalid. */
export function sentToCents(sent: unknown): number | null {
  if (sent === null || sent === undefined) return null;
  if (typeof sent === 'number') {
    const cents = Math.round(sent * 100);
    return Math.abs(sent * 100 - cents) < 1e-6 ? cents : Number.NaN;
  }
  const { amount, convertedAmount, stringValue }: { [name in keyof Money]?: unknown } = Object(sent);
  if (typeof convertedAmount === 'number') return sentToCents(convertedAmount);
  if (typeof amount === 'number') return amount;
  if (typeof stringValue !== 'string') return Number.NaN;
  return stringValue.trim() === '' ? null : (inputToCents(stringValue) ?? Number.NaN);
}

/** Like `sentToCents`, for display: null if invalid. */
export function sentToShownCents(sent: unknown): number | null {
  const cents = sentToCents(sent);
  return Number.isNaN(cents) ? null : cents;
}

/** Value that a field sends: cents; null if empty. An invalid amount is sent as typed, and rejected. */
export function inputToSent(typed: string): MoneySent {
  if (typed.trim() === '') return null;
  const amount = inputToCents(typed);
  return amount === null ? { stringValue: typed } : { amount };
}

/** Inverse of `inputToSent`: the text of the field. */
export function sentToInput(sent: MoneySent): string {
  const cents = sentToCents(sent);
  if (cents === null) return '';
  if (!Number.isNaN(cents)) return centsToInput(cents);
  return typeof sent === 'object' && sent && 'stringValue' in sent ? sent.stringValue : '';
}

/** The highest price, fee or minimum, in cents. */
const MAX_AMOUNT_CENTS = 100_000_00;

/** Message for an amount field; null if the amount is valid. */
export function amountMistake(cents: number | null): string | null {
  if (cents === null || !Number.isInteger(cents) || cents < 0) return 'Montant incorrect.';
  return cents > MAX_AMOUNT_CENTS ? 'Montant trop élevé.' : null;
}

/** Rule of an amount field; empty input passes. */
export const amountRule = (typed: string): string | true =>
  typed.trim() === '' || (amountMistake(inputToCents(typed)) ?? true);

export function moneyOf(cents: number): Money {
  return { amount: cents, convertedAmount: cents / 100, stringValue: centsToInput(cents) };
}

export function moneyOrNull(cents: number | null): Money | null {
  return cents === null ? null : moneyOf(cents);
}
