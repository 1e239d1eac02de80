// What a day's orders add up to on the shelf.
import type { StoreOrderItem } from '#contract/orders/store-orders.ts';

export interface SheetSum {
  key: string;
  name: string;
  /** 'Affinage : 6 mois', one each. */
  options: string[];
  quantity: number;
}

/** Each article once, with the same choices, by its name. */
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
