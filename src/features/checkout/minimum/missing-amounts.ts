// Missing amounts: what a store's part still needs to reach the store's minimum, in cents.
import { formatCents } from '#domain/money.ts';

export interface MissingAmount {
  storeId: string;
  storeName: string;
  cents: number;
}

/** HTML id of a store's part on the cart and delivery pages. */
export const partAnchor = (storeId: string) => `boutique-${storeId}`;

/** 'Encore 2,51 € chez Fromagerie du Châtel et 4,00 € chez Les Ruches'; empty if nothing is missing. */
export function missingAmountsMessage(missing: readonly MissingAmount[]): string {
  const each = missing.map(({ storeName, cents }) => `${formatCents(cents)} chez ${storeName}`);
  const last = each.pop();
  if (last === undefined) return '';
  return each.length === 0 ? `Encore ${last}` : `Encore ${each.join(', ')} et ${last}`;
}

/** Leads to the first part that lacks something, where its quantities can be changed. */
export function showMissing([first]: readonly MissingAmount[]): void {
  const part = first && document.getElementById(partAnchor(first.storeId));
  part?.scrollIntoView({ block: 'center' });
  part?.focus({ preventScroll: true });
}
