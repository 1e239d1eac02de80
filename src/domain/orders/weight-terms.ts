// Terms of a sale by weight: what the shopper agrees to with the order, and how pages and mails say it. Cents.
import { formatCents } from '../money.ts';

/** Agreed with the order. */
export interface WeightTerms {
  /** Grams of one unit, announced. */
  grams: number;
  /** Percent by which the weight may be less. */
  tolerance: number;
}

/** Once, before the hand-over: grams of all units, their price, and how much less it is than agreed. */
export interface Weighed {
  grams: number;
  price: number;
  less: number;
}

export type ItemByWeight = WeightTerms & { weighed?: Weighed | undefined };

/** '1,2 kg', '980 g'. */
export const formatGrams = (grams: number): string =>
  grams < 1000 ? `${grams}\u00a0g` : `${String(grams / 1000).replace('.', ',')}\u00a0kg`;

/** Grams: the least that is agreed for some units, all together. */
export const leastWeight = ({ grams, tolerance }: WeightTerms, units: number): number =>
  Math.ceil((grams * units * (100 - tolerance)) / 100);

/** 'environ 1,2 kg (au moins 1,08 kg)' */
export const aboutWeight = (terms: WeightTerms, units: number): string =>
  `environ ${formatGrams(terms.grams * units)} (au moins ${formatGrams(leastWeight(terms, units))})`;

/** What is agreed before the order, for some units and their price. */
export const weightNote = (terms: WeightTerms, units: number, cents: number): string =>
  `Vendu au poids\u00a0: ${aboutWeight(terms, units)}, prix ajusté à la pesée, jamais plus de ${formatCents(cents)}.`;

/** 'Pesé : 1,12 kg, soit 20,16 €' */
export const weighedNote = ({ grams, price, less }: Weighed): string =>
  `Pesé\u00a0: ${formatGrams(grams)}, ${less > 0 ? `soit ${formatCents(price)}` : 'au prix convenu'}`;
