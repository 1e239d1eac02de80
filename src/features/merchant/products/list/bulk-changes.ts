// What a change of several products makes of each of them. Guarantee: pure; one for which it makes no sense is left out.
import { type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsIn } from '#contract/violations.ts';
import { amountMistake, formatCents, inputToCents, sentToCents } from '#domain/money.ts';
import { inputToChange, inputToNumber } from '#domain/text/typed-numbers.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';

/** Set to what was typed, or moved by it. */
export type BulkWay = 'set' | 'move';

const MOST_PERCENT = 1000;

/** '-10', '+ 2,5 %' → a number; null when it is no percentage that a price can bear. */
export function percentOf(typed: string): number | null {
  const percent = inputToChange(typed);
  return percent > -100 && percent < MOST_PERCENT && percent !== 0 ? percent : null;
}

/** What is wrong with what was typed; null when nothing is. */
export function mistakeIn(field: 'price' | 'stock', way: BulkWay, typed: string): string | null {
  if (field === 'stock') {
    const count = countOf(way, typed);
    const [violation] = violationsIn(productChanges, { stock: way === 'set' ? count : Math.abs(count) });
    return violation?.message ?? null;
  }
  if (way === 'move') return percentOf(typed) === null ? 'Pourcentage attendu, par exemple 5 ou -10.' : null;
  return amountMistake(inputToCents(typed));
}

const countOf = (way: BulkWay, typed: string) => (way === 'set' ? inputToNumber(typed) : inputToChange(typed));

/** Null: nothing to change of this one. */
export function bulkChange(
  field: 'price' | 'stock',
  way: BulkWay,
  typed: string,
  { price, priceDisabled, stock }: Pick<ShownProduct, 'price' | 'priceDisabled' | 'stock'>,
): ProductChanges | null {
  if (field === 'stock') {
    const count = countOf(way, typed);
    if (!Number.isInteger(count)) return null;
    if (way === 'set') return stock === count ? null : { stock: count };
    return stock === null || count === 0 ? null : { stock: Math.max(0, stock + count) };
  }
  if (priceDisabled) return null;
  const amount = way === 'set' ? inputToCents(typed) : movedBy(price, percentOf(typed));
  return amount === null || amount === price ? null : { price: { amount } };
}

const movedBy = (price: number | null, percent: number | null) =>
  price === null || percent === null ? null : Math.max(Math.min(1, price), Math.round((price * (100 + percent)) / 100));

/** What stands now and what will: '12,50 € → 13,75 €'; null when nothing changes. */
export function bulkPreview(
  field: 'price' | 'stock',
  way: BulkWay,
  typed: string,
  product: Pick<ShownProduct, 'price' | 'priceDisabled' | 'stock'>,
): string | null {
  if (mistakeIn(field, way, typed) !== null) return null;
  const after = bulkChange(field, way, typed, product);
  if (!after) return null;
  if (field === 'stock') return `${product.stock ?? 'non suivi'} → ${after.stock}`;
  const cents = sentToCents(after.price ?? null);
  return cents === null
    ? null
    : `${product.price === null ? 'sans prix' : formatCents(product.price)} → ${formatCents(cents)}`;
}
