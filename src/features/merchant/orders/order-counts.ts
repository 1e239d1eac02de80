// Order counts by state, including pending writes.

import type { StoreOrderState } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';

interface Counted {
  order: Pick<StoreOrder, 'id' | 'state'>;
}
interface CountedList {
  data?: { 'hydra:totalItems': number } | undefined;
  orders?: readonly Counted[] | undefined;
}

/**
 * Number of orders in `state` including the pending writes of this device: the server's total of that list, minus
 * orders leaving it, plus orders entering it from the list of the previous state. Null until the list is loaded.
 */
export function countInState(state: StoreOrderState, list: CountedList, before?: CountedList): number | null {
  if (!list.data || !list.orders) return null;
  const left = list.orders.filter(({ order }) => order.state !== state).length;
  const here = new Set(list.orders.map(({ order }) => order.id));
  const arrived = (before?.orders ?? []).filter(({ order }) => order.state === state && !here.has(order.id)).length;
  return list.data['hydra:totalItems'] - left + arrived;
}
