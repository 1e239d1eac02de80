// The lines of a cart, grouped by shop.
import type { CartState } from '#state/writes/cart.ts';

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
