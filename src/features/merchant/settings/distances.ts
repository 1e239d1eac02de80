// Distances as typed.
// Guarantee: an invalid distance is never sent.

/**
 * '12', '12 km' and '12,7' → 12, rounded down so that no customer further away is promised a delivery; null if invalid.
 */
export function kilometresOf(typed: string): number | null {
  const match = /^\s*(\d{1,5})(?:[.,]\d+)?\s*(?:km)?\s*$/i.exec(typed);
  return match ? Number(match[1]) : null;
}

export const isDistance = (typed: string) => kilometresOf(typed) !== null || 'Nombre entier de kilomètres attendu.';
