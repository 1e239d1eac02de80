// French plurals with a regular -s.

/** (1, 'produit') → '1 produit'; (2, 'produit') → '2 produits'. */
export function countWithNoun(count: number, noun: string): string {
  return `${count}\u00a0${pluralize(count, noun)}`;
}

export function pluralize(count: number, noun: string): string {
  return count > 1 ? `${noun}s` : noun;
}
