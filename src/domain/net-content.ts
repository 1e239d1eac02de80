// Net content of a product as text: '250 g', '75 cl', '6 pièces'.
import type { ContentBase } from './base-price.ts';
import type { WeightTerms } from './orders/weight-terms.ts';
import { inputToNumber } from './text/typed-numbers.ts';

interface Unit {
  /** As written after an amount. */
  name: string;
  per: 'le kilo' | 'le litre' | 'le mètre' | 'la pièce';
  /** Thousandths of the base in one unit. */
  thousandths: number;
}

const piece: Unit = { name: 'pièce', per: 'la pièce', thousandths: 1000 };
const units: Readonly<Record<string, Unit>> = {
  g: { name: 'g', per: 'le kilo', thousandths: 1 },
  kg: { name: 'kg', per: 'le kilo', thousandths: 1000 },
  ml: { name: 'ml', per: 'le litre', thousandths: 1 },
  cl: { name: 'cl', per: 'le litre', thousandths: 10 },
  l: { name: 'l', per: 'le litre', thousandths: 1000 },
  m: { name: 'm', per: 'le mètre', thousandths: 1000 },
  pièce: piece,
  piece,
  pièces: piece,
  pieces: piece,
};

const TYPED = /^(.*[^a-zè\s])\s*([a-zè]{1,6})$/;

/** The amount in thousandths of the unit; null if it cannot be read. */
function parse(text: string): { amount: number; unit: Unit } | null {
  const [, number = '', name = ''] = TYPED.exec(text.trim().toLowerCase().normalize('NFC')) ?? [];
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  const amount = Math.round(inputToNumber(number) * 1000);
  return unit && amount > 0 ? { amount, unit } : null;
}

/** A message for text that is no content; null for a valid or empty one. */
export const netContentMistake = (text: string): string | null =>
  text.trim() === '' || parse(text)
    ? null
    : 'Contenu attendu comme «\u00a0250 g\u00a0», «\u00a075 cl\u00a0» ou «\u00a06 pièces\u00a0».';

/** '0.75L' → '0,75 l'; other text stays. */
export function formatNetContent(text: string): string {
  const content = parse(text);
  if (!content) return text;
  const { amount, unit } = content;
  const name = unit === piece && amount >= 2000 ? `${unit.name}s` : unit.name;
  return `${String(amount / 1000).replace('.', ',')} ${name}`;
}

/** Null without a content, and for a single piece, whose price says it all. */
export function contentBaseOf(text: string | null): ContentBase | null {
  const content = parse(text ?? '');
  if (!content) return null;
  const { amount, unit } = content;
  if (unit === piece && amount === 1000) return null;
  return { per: unit.per, millionths: amount * unit.thousandths };
}

/** Whole grams of a weight: '1,18 kg' and '1180 g' are 1180. Null for any other content. */
export function gramsOf(text: string | null): number | null {
  const content = parse(text ?? '');
  if (content?.unit.per !== 'le kilo') return null;
  const grams = (content.amount * content.unit.thousandths) / 1000;
  return Number.isInteger(grams) ? grams : null;
}

/** A product's terms of a sale by weight; null without a tolerance. */
export function weightTermsOf(product: {
  netContent: string | null;
  weightTolerance: number | null;
}): WeightTerms | null {
  const grams = gramsOf(product.netContent);
  return grams === null || product.weightTolerance === null ? null : { grams, tolerance: product.weightTolerance };
}

/** Grams of a typed weight; without a unit it is in that of the announced weight. Null if it cannot be read. */
export const inputToGrams = (text: string, announced: number): number | null =>
  gramsOf(text) ?? gramsOf(`${text} ${announced < 1000 ? 'g' : 'kg'}`);
