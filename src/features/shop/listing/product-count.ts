import { pluralised } from '#domain/plural.ts';

/** '12 produits'; a blank of the same height while the number is not known. */
export function productCount(total: number | undefined): string {
  return total === undefined ? '\u00a0' : `${total} ${pluralised(total, 'produit')}`;
}
