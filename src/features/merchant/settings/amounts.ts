// Amounts and distances as they are typed, and as they are sent. Guarantee: what is no amount is never sent as one.
import type { MoneySent } from '#contract/bounds.ts';
import { inputToCents } from '#domain/money.ts';

/** 'Nothing' is an answer, too: no minimum, free. */
export const isAmount = (typed: string) => typed.trim() === '' || inputToCents(typed) !== null || 'Montant incorrect.';

export function amountSent(typed: string): MoneySent {
  const amount = inputToCents(typed);
  return amount === null ? null : { amount };
}

/** '12', '12 km' → 12; null when it is no whole number. */
export function kilometresOf(typed: string): number | null {
  const match = /^\s*(\d{1,5})\s*(?:km)?\s*$/i.exec(typed);
  return match ? Number(match[1]) : null;
}

export const isDistance = (typed: string) => kilometresOf(typed) !== null || 'Nombre entier de kilomètres attendu.';
