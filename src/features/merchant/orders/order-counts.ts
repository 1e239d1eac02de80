// How many orders are in a state, the waiting writes counted.

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
 * How many orders are in `state` once the writes that wait on this device are counted: the server's total of that list,
 * less those that a waiting write takes out of it, plus those that one brings in from the list of the state before.
 * Null as long as the list is not known.
 */
export function countInState(state: StoreOrderState, list: CountedList, before?: CountedList): number | null {
  if (!list.data || !list.orders) return null;
  const left = list.orders.filter(({ order }) => order.state !== state).length;
  const here = new Set(list.orders.map(({ order }) => order.id));
  const arrived = (before?.orders ?? []).filter(({ order }) => order.state === state && !here.has(order.id)).length;
  return list.data['hydra:totalItems'] - left + arrived;
}
