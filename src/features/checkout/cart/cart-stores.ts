// The lines of a cart: grouped by shop, and what each still asks of the shopper.
import type { Option } from '#contract/catalogue/products.ts';
import { unansweredOptions } from '#domain/product.ts';
import type { CartState } from '#state/cart/cart.ts';
import { additionOf } from '#state/cart/use-add-to-cart.ts';

export type LineItem = CartState['cart']['items'][number];

export interface Stall {
  store: LineItem['product']['store'];
  items: LineItem[];
}

/** The lines under their shops, in the order in which each shop first came into the cart. */
export function stallsOf(items: readonly LineItem[]): Stall[] {
  const stalls = new Map<string, Stall>();
  for (const item of items) {
    const { store } = item.product;
    const stall = stalls.get(store.id);
    if (stall) stall.items.push(item);
    else stalls.set(store.id, { store, items: [item] });
  }
  return [...stalls.values()];
}

/** Cents that its lines lack to be delivered; 0 when nothing is lacking, or it is not known. Files by mail ask for no minimum. */
export function lackingOf(items: readonly LineItem[]): number {
  if (items.every(({ product }) => product.dematerialized)) return 0;
  // A line that waits may not know it: its product was added from a list.
  const known = items.find(({ product }) => product.store.leastTotal !== undefined);
  const total = items.reduce((sum, item) => sum + item.total, 0);
  return Math.max(0, (known?.product.store.leastTotal?.amount ?? 0) - total);
}

/** The options of a line to which there is no answer yet. */
export const missingOf = ({ product, optionValues }: LineItem): Option[] =>
  unansweredOptions(
    product.options ?? [],
    optionValues.map(({ id }) => id),
  );

/** The same article with what was missing chosen, as it goes into the cart anew. */
export function answeredLine({ product, optionValues, quantity }: LineItem, valueIds: readonly string[]) {
  const ids = [...optionValues.map(({ id }) => id), ...valueIds];
  const chosen = (product.options ?? []).flatMap(({ name: option, values }) =>
    values.filter(({ id }) => ids.includes(id)).map((value) => ({ ...value, option })),
  );
  return additionOf(product, chosen, quantity);
}
