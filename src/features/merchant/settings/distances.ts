// Distances as they are typed. Guarantee: what is no distance is never sent as one.

/** '12', '12 km' and '12,7' → 12, so that nobody further away is promised anything; null when it is no distance. */
export function kilometresOf(typed: string): number | null {
  const match = /^\s*(\d{1,5})(?:[.,]\d+)?\s*(?:km)?\s*$/i.exec(typed);
  return match ? Number(match[1]) : null;
}

export const isDistance = (typed: string) => kilometresOf(typed) !== null || 'Nombre entier de kilomètres attendu.';
