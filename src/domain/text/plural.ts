// French plural: an s above one.

/** (1, 'produit') → '1 produit'; (2, 'produit') → '2 produits'. */
export function counted(count: number, noun: string): string {
  return `${count}\u00a0${pluralised(count, noun)}`;
}

export function pluralised(count: number, noun: string): string {
  return count > 1 ? `${noun}s` : noun;
}
