// What a change of several products makes of each of them. Guarantee: pure; one for which it makes no sense is left out.
import type { ProductChanges } from '#contract/own-products.ts';
import { inputToCents } from '#domain/money.ts';
import type { ShownProduct } from '#state/writes/shown-products.ts';

/** Set to what was typed, or moved by it. */
export type BulkWay = 'set' | 'move';

const whole = (typed: string) =>
  /^-?\d{1,6}$/.test(typed.replaceAll(/[\s+]/g, '')) ? Number(typed.replaceAll(/[\s+]/g, '')) : null;

/** '-10', '+ 2,5 %' → a number; null when it is no percentage that a price can bear. */
export function percentOf(typed: string): number | null {
  const text = typed
    .replaceAll(/[\s\u00a0\u202f%+]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.');
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const percent = Number(text);
  return percent > -100 && percent !== 0 ? percent : null;
}

/** What is wrong with what was typed; null when nothing is. */
export function mistakeIn(field: 'price' | 'stock', way: BulkWay, typed: string): string | null {
  if (field === 'stock') {
    const count = whole(typed);
    if (count === null) return 'Nombre entier attendu.';
    return way === 'set' && count < 0 ? 'Le stock ne peut pas être négatif.' : null;
  }
  if (way === 'move') return percentOf(typed) === null ? 'Pourcentage attendu, par exemple 5 ou -10.' : null;
  return inputToCents(typed) === null ? 'Montant incorrect.' : null;
}

/** Null: nothing to change of this one. */
export function bulkChange(
  field: 'price' | 'stock',
  way: BulkWay,
  typed: string,
  { price, priceDisabled, stock }: Pick<ShownProduct, 'price' | 'priceDisabled' | 'stock'>,
): ProductChanges | null {
  if (field === 'stock') {
    const count = whole(typed);
    if (count === null) return null;
    if (way === 'set') return stock === count ? null : { stock: count };
    return stock === null || count === 0 ? null : { stock: Math.max(0, stock + count) };
  }
  if (priceDisabled) return null;
  const amount = way === 'set' ? inputToCents(typed) : movedBy(price, percentOf(typed));
  return amount === null || amount === price ? null : { price: { amount } };
}

const movedBy = (price: number | null, percent: number | null) =>
  price === null || percent === null ? null : Math.max(1, Math.round((price * (100 + percent)) / 100));
