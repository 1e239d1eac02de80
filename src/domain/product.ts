// When a product may be ordered, and what its stock says. Days are 'YYYY-MM-DD' in Europe/Paris.
import { isEShop, type StoreKind } from './store.ts';

export const LOW_STOCK = 10;

export interface SellableProduct {
  price: unknown | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  store: StoreKind;
}

/** Its shop sells online, and it has a firm price. */
export function isOrderable(product: SellableProduct): boolean {
  return isEShop(product.store) && product.price !== null && !product.indicativePrice && !product.priceDisabled;
}

/** The options of a product to which a line of a cart has no answer: the merchant may have added one since. */
export function unansweredOptions<O extends { values: readonly { id: string }[] }>(
  options: readonly O[],
  chosenIds: readonly string[],
): O[] {
  return options.filter(({ values }) => !values.some(({ id }) => chosenIds.includes(id)));
}

/** 'Tomme (Affinage, Emballage)'. */
export const askedOf = (name: string, options: readonly { name: string }[]): string =>
  `${name} (${options.map((option) => option.name).join(', ')})`;

export type StockNotice = { kind: 'none' } | { kind: 'low'; left: number } | { kind: 'out' };

/** Null stock is unlimited. */
export function stockNotice(stock: number | null): StockNotice {
  if (stock === null || stock >= LOW_STOCK) return { kind: 'none' };
  return stock <= 0 ? { kind: 'out' } : { kind: 'low', left: stock };
}

/** 'Plus que N exemplaire(s) disponible(s) !' below ten, 'Rupture de stock' at none, else nothing. */
export function stockSentence(stock: number | null): string | null {
  const notice = stockNotice(stock);
  if (notice.kind === 'none') return null;
  return notice.kind === 'out' ? 'Rupture de stock' : `Plus que ${notice.left} exemplaire(s) disponible(s) !`;
}

/** A date of today or later shows the product as pre-order. */
export function isPreOrder(preOrderDate: string | null, today: string): boolean {
  return preOrderDate !== null && preOrderDate >= today;
}

/** On the product page: may the wanted quantity still grow, given what the cart holds of the product already? */
export function canIncrement(stock: number | null, wanted: number, inCart: number): boolean {
  return stock === null || (stock > 0 && wanted + inCart < stock);
}

/** In the cart: may a line grow? Both the line and all lines of the product stay within the stock. */
export function canIncreaseLine(stock: number | null, lineQuantity: number, productQuantity: number): boolean {
  return stock === null || (lineQuantity < stock && productQuantity < stock);
}
