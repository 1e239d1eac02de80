// Product rules that involve several fields or an amount; the contract has the rules of single fields.
// Guarantee: forms, tables and server apply the same rules with the same messages.
import { MAX_WEIGHT_TOLERANCE } from '#contract/limits.ts';
import type { ProductChanges } from '#contract/merchant/own-products.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { amountMistake, sentToCents } from './money.ts';
import { gramsOf, netContentMistake } from './net-content.ts';
import { exceptionOf } from './orders/withdrawal-exception.ts';

export interface ProductPrices {
  /** Cents. */
  price: number | null;
  reducedPrice: number | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
}
export interface CheckedProduct extends ProductPrices {
  stock: number | null;
  netContent: string | null;
  weightTolerance: number | null;
}

/** Before the product is created. */
export const emptyProduct: CheckedProduct = {
  price: null,
  reducedPrice: null,
  indicativePrice: false,
  priceDisabled: false,
  stock: null,
  netContent: null,
  weightTolerance: null,
};

/** Prices after the changes; NaN for an invalid amount. An indicative price has no reduced price. */
export function pricesAfter(before: ProductPrices, changes: ProductChanges): ProductPrices {
  const { indicativePrice = before.indicativePrice, priceDisabled = before.priceDisabled } = changes;
  const reducedBefore = indicativePrice ? null : before.reducedPrice;
  return {
    price: changes.price === undefined ? before.price : sentToCents(changes.price),
    reducedPrice: changes.reducedPrice === undefined ? reducedBefore : sentToCents(changes.reducedPrice),
    indicativePrice,
    priceDisabled,
  };
}

export function hasPriceChanges({ price, reducedPrice, indicativePrice, priceDisabled }: ProductChanges): boolean {
  return [price, reducedPrice, indicativePrice, priceDisabled].some((change) => change !== undefined);
}

/** Violations of a changed product, by field. */
export function productMistakes(changes: ProductChanges, before: CheckedProduct): Violation[] {
  return [
    ...(hasPriceChanges(changes) ? priceMistakes(pricesAfter(before, changes)) : []),
    ...stockMistakes(changes, before),
    ...optionMistakes(changes),
    ...contentMistakes(changes, before),
    ...toleranceMistakes(changes),
    ...exceptionMistakes(changes),
  ];
}

function priceMistakes({ price, reducedPrice, indicativePrice, priceDisabled }: ProductPrices): Violation[] {
  const invalid = [...amountViolations('price', price), ...amountViolations('reducedPrice', reducedPrice)];
  if (invalid.length > 0) return invalid;
  const missing = price === null && !priceDisabled ? [{ propertyPath: 'price', message: 'Prix requis' }] : [];
  if (reducedPrice === null) return missing;
  const at = { propertyPath: 'reducedPrice' };
  if (indicativePrice)
    return [...missing, { ...at, message: 'Un prix «\u00a0à partir de\u00a0» ne peut pas être réduit.' }];
  const isLess = price === null || reducedPrice < price;
  return isLess ? missing : [{ ...at, message: 'Le prix réduit doit être inférieur au prix.' }];
}

function stockMistakes({ stockManagement, stock }: ProductChanges, before: CheckedProduct): Violation[] {
  const isMissing = stockManagement === true && (stock === undefined ? before.stock : stock) === null;
  return isMissing ? [{ propertyPath: 'stock', message: 'Stock requis' }] : [];
}

const optionMistakes = ({ options = [] }: ProductChanges): Violation[] =>
  options.flatMap(({ values }, at) =>
    values.flatMap(({ price }, place) => amountViolations(`options.${at}.values.${place}.price`, sentToCents(price))),
  );

const NO_WEIGHT = 'Vendu au poids\u00a0: indiquez son poids, comme «\u00a01,2 kg\u00a0» ou «\u00a0800 g\u00a0».';

function contentMistakes(changes: ProductChanges, before: CheckedProduct): Violation[] {
  const { netContent = before.netContent, weightTolerance = before.weightTolerance } = changes;
  const isWeightMissing = weightTolerance !== null && gramsOf(netContent) === null;
  const message = netContentMistake(changes.netContent ?? '') ?? (isWeightMissing ? NO_WEIGHT : null);
  return message === null ? [] : [{ propertyPath: 'netContent', message }];
}

function toleranceMistakes({ weightTolerance: percent = null }: ProductChanges): Violation[] {
  const isValid = percent === null || (Number.isInteger(percent) && percent >= 1 && percent <= MAX_WEIGHT_TOLERANCE);
  const message = `Nombre entier de 1 à ${MAX_WEIGHT_TOLERANCE} attendu.`;
  return isValid || Number.isNaN(percent) ? [] : [{ propertyPath: 'weightTolerance', message }];
}

function exceptionMistakes({ withdrawalException: value }: ProductChanges): Violation[] {
  const isKnown = value === undefined || value === null || exceptionOf(value) !== null;
  return isKnown ? [] : [{ propertyPath: 'withdrawalException', message: 'Exception inconnue.' }];
}

function amountViolations(propertyPath: string, cents: number | null): Violation[] {
  const message = cents === null ? null : amountMistake(cents);
  return message === null ? [] : [{ propertyPath, message }];
}
