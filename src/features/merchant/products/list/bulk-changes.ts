// Bulk changes: the result for each product.
// Guarantee: pure; products with no sensible result are omitted.
import { type ProductChanges, productChanges } from '#contract/merchant/own-products.ts';
import { violationsIn } from '#contract/violations.ts';
import { amountMistake, formatCents, inputToCents, sentToCents } from '#domain/money.ts';
import { inputToChange, inputToNumber } from '#domain/text/typed-numbers.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';

/** Sets the typed value, or adds it. */
export type BulkWay = 'set' | 'move';

const MOST_PERCENT = 1000;

/** '-10', '+ 2,5 %' → a number; null for an invalid percentage of a price. */
export function percentOf(typed: string): number | null {
  const percent = inputToChange(typed);
  return percent > -100 && percent < MOST_PERCENT && percent !== 0 ? percent : null;
}

/** Problem of the typed value; null without one. */
export function bulkMistake(field: 'price' | 'stock', way: BulkWay, typed: string): string | null {
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

/** Current and new value: '12,50 € → 13,75 €'; null without a change. */
export function bulkPreview(
  field: 'price' | 'stock',
  way: BulkWay,
  typed: string,
  product: Pick<ShownProduct, 'price' | 'priceDisabled' | 'stock'>,
): string | null {
  if (bulkMistake(field, way, typed) !== null) return null;
  const after = bulkChange(field, way, typed, product);
  if (!after) return null;
  if (field === 'stock') return `${product.stock ?? 'non suivi'} → ${after.stock}`;
  const cents = sentToCents(after.price ?? null);
  return cents === null
    ? null
    : `${product.price === null ? 'sans prix' : formatCents(product.price)} → ${formatCents(cents)}`;
}
