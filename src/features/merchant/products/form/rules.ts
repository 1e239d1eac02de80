// What is wrong with a field of a product before it is sent, in the server's own words: without a network nobody else says it.
// Guarantee: pure; true is nothing.

import { amountRule, inputToCents } from '#domain/money.ts';
import { parisDay } from '#domain/time/dates.ts';
import { decimalOf, wholeOf } from './product-changes.ts';
import type { ProductValues } from './product-values.ts';

type Rule<F extends keyof ProductValues> = (given: ProductValues[F], all: ProductValues) => string | true;

export const nameRule: Rule<'name'> = (given) => given.trim() !== '' || 'Nom requis';

export const categoryRule: Rule<'category'> = (given) => given !== '' || 'Catégorie requise';

export const priceRule: Rule<'price'> = (given, { priceDisabled }) => {
  if (priceDisabled) return true;
  if (given.trim() === '') return 'Prix requis';
  return amountRule(given);
};

export const reducedPriceRule: Rule<'reducedPrice'> = (given, { indicativePrice, price }) => {
  if (indicativePrice || given.trim() === '') return true;
  const rule = amountRule(given);
  if (rule !== true) return rule;
  const [reduced, whole] = [inputToCents(given) ?? 0, inputToCents(price)];
  return whole === null || reduced < whole || 'Le prix réduit doit être inférieur au prix.';
};

export const stockRule: Rule<'stock'> = (given, { stockManagement }) => {
  if (!stockManagement) return true;
  if (given.trim() === '') return 'Stock requis';
  if (/^-\d+$/.test(given.trim())) return 'Le stock ne peut pas être négatif.';
  return Number.isNaN(wholeOf(given)) ? 'Nombre entier attendu.' : wholeOf(given) <= 999_999 || '999999 au maximum.';
};

/** @param before what it was: a day that has come since stays as it is */
export const preOrderRule =
  (before: string, tomorrow: string): Rule<'preOrderDate'> =>
  (given) =>
    given === '' || given === before || given >= tomorrow || 'La date doit être au plus tôt demain.';

export const tomorrowOf = (now: Date) => parisDay(new Date(now.getTime() + 24 * 3_600_000));

export const centimetresRule: Rule<'length'> = (given) => {
  const value = wholeOf(given);
  return Number.isNaN(value) ? 'Nombre entier de centimètres attendu.' : value <= 1000 || '1000 cm au maximum.';
};

export const weightRule: Rule<'weight'> = (given) => {
  const value = decimalOf(given);
  return Number.isNaN(value) ? 'Nombre attendu.' : value <= 1000 || '1000 kg au maximum.';
};
