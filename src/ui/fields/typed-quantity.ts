// Typed quantity: the number in a quantity field, or what is wrong with it.
import { MAX_QUANTITY } from '#contract/limits.ts';

interface QuantityLimits {
  minimum?: number;
  maximum?: number | undefined;
  /** Message for a number above the maximum. */
  excess?: string | undefined;
}

export function typedQuantity(
  text: string,
  { minimum = 1, maximum = MAX_QUANTITY, excess }: QuantityLimits = {},
): { quantity: number; mistake: null } | { quantity: null; mistake: string } {
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const limit = Math.min(maximum, MAX_QUANTITY);
  if (quantity < minimum) return { quantity: null, mistake: `Indiquez un nombre entier, à partir de ${minimum}.` };
  if (quantity <= limit) return { quantity, mistake: null };
  return { quantity: null, mistake: (limit < MAX_QUANTITY && excess) || `La quantité maximale est ${limit}.` };
}
