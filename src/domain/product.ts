// Products: when one can be ordered, and its stock notice.
// Days are 'YYYY-MM-DD' in Europe/Paris.
import { isOnlineStore, type StoreKind } from './store.ts';

export const LOW_STOCK = 10;

export interface SellableProduct {
  price: unknown | null;
  indicativePrice: boolean;
  priceDisabled: boolean;
  store: StoreKind;
}

/** The store sells online, and the product has a firm price. */
export function isOrderable(product: SellableProduct): boolean {
  return isOnlineStore(product.store) && product.price !== null && !product.indicativePrice && !product.priceDisabled;
}

/** The options of a product to which a line of a cart has no answer: the merchant may have added one since. */
export function unansweredOptions<O extends { values: readonly { id: string }[] }>(
  options: readonly O[],
  chosenIds: readonly string[],
): O[] {
  return options.filter(({ values }) => !values.some(({ id }) => chosenIds.includes(id)));
}

/** 'Tomme (Affinage, Emballage)'. */
export const nameWithOptions = (name: string, options: readonly { name: string }[]): string =>
  `${name} (${options.map((option) => option.name).join(', ')})`;

export type StockNotice = { kind: 'none' } | { kind: 'low'; left: number } | { kind: 'out' };

/** Null stock is unlimited. */
export function stockNotice(stock: number | null): StockNotice {
  if (stock === null || stock >= LOW_STOCK) return { kind: 'none' };
  return stock <= 0 ? { kind: 'out' } : { kind: 'low', left: stock };
}

/** 'Plus que N exemplaire(s) disponible(s) !' below ten, 'Rupture de stock' at none, otherwise null. */
export function stockSentence(stock: number | null): string | null {
  const notice = stockNotice(stock);
  if (notice.kind === 'none') return null;
  return notice.kind === 'out' ? 'Rupture de stock' : `Plus que ${notice.left} exemplaire(s) disponible(s) !`;
}

/** A date of today or later shows the product as pre-order. */
export function isPreOrder(preOrderDate: string | null, today: string): boolean {
  return preOrderDate !== null && preOrderDate >= today;
}

/** Whether the quantity on the product page can grow, including the quantity in the cart. */
export function canIncrement(stock: number | null, wanted: number, inCart: number): boolean {
  return stock === null || (stock > 0 && wanted + inCart < stock);
}

/** Whether a cart line can grow: the line and the product's total stay in stock. */
export function canIncreaseLine(stock: number | null, lineQuantity: number, productQuantity: number): boolean {
  return stock === null || (lineQuantity < stock && productQuantity < stock);
}

/** Largest quantity that a cart line can have; undefined without a limit. */
export function largestLineQuantity(
  stock: number | null,
  lineQuantity: number,
  productQuantity: number,
): number | undefined {
  return stock === null ? undefined : Math.max(lineQuantity, stock - (productQuantity - lineQuantity));
}
