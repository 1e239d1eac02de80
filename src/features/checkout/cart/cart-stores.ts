// Cart lines grouped by store, and what each group still needs.
import type { Option } from '#contract/catalogue/products.ts';
import { unansweredOptions } from '#domain/product.ts';
import type { CartState } from '#state/cart/cart.ts';
import { additionOf } from '#state/cart/use-add-to-cart.ts';
import type { MissingAmount } from '../minimum/missing-amounts.ts';

export type LineItem = CartState['cart']['items'][number];

export interface StoreLines {
  store: LineItem['product']['store'];
  items: LineItem[];
}

/** Groups by store, in the order of the first line. */
export function linesByStore(items: readonly LineItem[]): StoreLines[] {
  const groups = new Map<string, StoreLines>();
  for (const item of items) {
    const { store } = item.product;
    const group = groups.get(store.id);
    if (group) group.items.push(item);
    else groups.set(store.id, { store, items: [item] });
  }
  return [...groups.values()];
}

/** Missing amount up to the store's minimum, cents; 0 if reached or unknown. Digital products have no minimum. */
export function missingAmountOf(items: readonly LineItem[]): number {
  if (items.every(({ product }) => product.dematerialized)) return 0;
  // A pending line from a product list lacks it.
  const knownItem = items.find(({ product }) => product.store.leastTotal !== undefined);
  const total = items.reduce((sum, item) => sum + item.total, 0);
  return Math.max(0, (knownItem?.product.store.leastTotal?.amount ?? 0) - total);
}

/** Stores of the cart whose minimum is not reached. */
export const missingAmountsIn = (items: readonly LineItem[]): MissingAmount[] =>
  linesByStore(items)
    .map((part) => ({ storeId: part.store.id, storeName: part.store.name, cents: missingAmountOf(part.items) }))
    .filter(({ cents }) => cents > 0);

/** Options of a line without a chosen value. */
export const missingOptionsOf = ({ product, optionValues }: LineItem): Option[] =>
  unansweredOptions(
    product.options ?? [],
    optionValues.map(({ id }) => id),
  );

/** The line's addition with the missing options. */
export function withChosenOptions({ product, optionValues, quantity }: LineItem, valueIds: readonly string[]) {
  const ids = [...optionValues.map(({ id }) => id), ...valueIds];
  const chosen = (product.options ?? []).flatMap(({ name: option, values }) =>
    values.filter(({ id }) => ids.includes(id)).map((value) => ({ ...value, option })),
  );
  return additionOf(product, chosen, quantity);
}
