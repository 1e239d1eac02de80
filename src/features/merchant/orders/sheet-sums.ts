// Sums of a day's orders, by article.
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';

export interface SheetSum {
  key: string;
  name: string;
  /** 'Affinage : 6 mois', one each. */
  options: string[];
  quantity: number;
}

/** One entry per article and options, by name. */
export function sheetSums(orders: readonly { items: readonly StoreOrderItem[] }[]): SheetSum[] {
  const sums = new Map<string, SheetSum>();
  for (const { product, optionValues, quantity } of orders.flatMap(({ items }) => items)) {
    const key = [product.id, ...optionValues.map(({ id }) => id).toSorted()].join('|');
    const options = optionValues.map(({ option, name }) => `${option}\u00a0: ${name}`);
    const sum = sums.get(key) ?? { key, name: product.name, options, quantity: 0 };
    sums.set(key, { ...sum, quantity: sum.quantity + quantity });
  }
  return [...sums.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'fr'));
}
