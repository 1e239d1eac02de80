// Weighing of goods sold by weight: the price of the weight that is handed over.
// Guarantee: never more than the agreed price; the server and all devices compute the same amount. Amounts in cents.
import {
  aboutWeight,
  formatGrams,
  type ItemByWeight,
  leastWeight,
  type Weighed,
  type WeightTerms,
  weighedNote,
} from './weight-terms.ts';

/**
 * Price of the real weight. More than announced costs no more.
 * @param agreed for the announced weight
 */
export const weighedPrice = (agreed: number, announced: number, weight: number): number =>
  Math.min(agreed, Math.round((weight * agreed) / announced));

/** @param left units and amount that earlier refunds have left of the line */
export function weigh(terms: WeightTerms, left: { quantity: number; amount: number }, grams: number): Weighed {
  const price = weighedPrice(left.amount, terms.grams * left.quantity, grams);
  return { grams, price, less: left.amount - price };
}

/** Message for a weight that is not accepted; null for one that is. A slipped unit is a thousand times too much. */
export function weightMistake(terms: WeightTerms, units: number, grams: number): string | null {
  const least = leastWeight(terms, units);
  if (grams < least) {
    return `Au moins ${formatGrams(least)} convenus. Complétez, ou remboursez l’article.`;
  }
  return grams > 2 * terms.grams * units ? 'Plus du double du poids annoncé\u00a0: vérifiez l’unité.' : null;
}

/** For who prepares the order: 'À peser : environ 1,2 kg (au moins 1,08 kg)', or its weight. */
export const weightState = (item: ItemByWeight, units: number): string =>
  item.weighed ? weighedNote(item.weighed) : `À peser\u00a0: ${aboutWeight(item, units)}`;

/** Reason of what is given back, on the credit note. */
export const weighingReason = (lines: readonly { name: string; terms: WeightTerms; units: number; grams: number }[]) =>
  `Pesée\u00a0: ${lines
    .map(
      ({ name, terms, units, grams }) =>
        `${name}, ${formatGrams(grams)} au lieu de ${formatGrams(terms.grams * units)}`,
    )
    .join('\u00a0; ')}`;

/** How the terms of an article differ from the agreed ones, after its name; null if they do not. */
export function weightChange(
  agreed: WeightTerms | null | undefined,
  current: WeightTerms | null | undefined,
): { text: string; isWorse: boolean } | null {
  if (!agreed && !current) return null;
  if (!current) return { text: 'n’est plus vendu au poids', isWorse: true };
  const now = `est maintenant vendu au poids, ${aboutWeight(current, 1)}`;
  if (!agreed) return { text: now, isWorse: true };
  if (current.grams === agreed.grams && current.tolerance === agreed.tolerance) return null;
  const isWorse = current.grams < agreed.grams || leastWeight(current, 1) < leastWeight(agreed, 1);
  return { text: `${now}, au lieu d’${aboutWeight(agreed, 1)}`, isWorse };
}
