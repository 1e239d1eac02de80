// Order counts by state, including pending writes.

import { useRef } from 'react';
import type { StoreOrderState } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { useStoreOrders } from '#state/merchant-orders/store-orders.ts';

interface Counted {
  order: Pick<StoreOrder, 'id' | 'state'>;
}
interface CountedList {
  data?: { 'hydra:totalItems': number } | undefined;
  orders?: readonly Counted[] | undefined;
  /** Time of the answer. */
  seenAt?: number | null;
}

/** Orders that entered a state from the list of the previous one, each with the time of the answer that does not contain it yet. */
type Arrivals = ReadonlyMap<number, CountedList['seenAt']>;
export const noArrivals: Arrivals = new Map();

/**
 * Both lists are read again after a write, and one answer comes first: an order that has left the list of the previous
 * state stays an arrival until the list of its new state has an answer of its own.
 */
export function arrivalsIn(
  state: StoreOrderState,
  list: CountedList,
  before: CountedList,
  known: Arrivals = noArrivals,
): Arrivals {
  const here = new Set(list.orders?.map(({ order }) => order.id));
  const states = new Map(before.orders?.map(({ order }) => [order.id, order.state]));
  const waited = [...known].filter(([id, seenAt]) => seenAt === list.seenAt && !states.has(id));
  const entering = [...states].filter(([, current]) => current === state).map(([id]) => [id, list.seenAt] as const);
  return new Map([...waited, ...entering].filter(([id]) => !here.has(id)));
}

/**
 * Number of orders in `state` including the pending writes of this device: the server's total of that list, minus
 * orders leaving it, plus arrivals. Null until the list is loaded.
 */
export function countWithArrivals(
  state: StoreOrderState,
  list: CountedList,
  arrivals: Arrivals = noArrivals,
): number | null {
  if (!list.data || !list.orders) return null;
  const left = list.orders.filter(({ order }) => order.state !== state).length;
  return list.data['hydra:totalItems'] - left + arrivals.size;
}

/** The orders to validate and to ship, and how many they are. */
export function useOrderCounts() {
  const payed = useStoreOrders({ state: ['payed'] });
  const validated = useStoreOrders({ state: ['validated'] });
  const arrivals = useRef(noArrivals);
  arrivals.current = arrivalsIn('validated', validated, payed, arrivals.current);
  return {
    payed,
    validated,
    toValidate: countWithArrivals('payed', payed),
    toShip: countWithArrivals('validated', validated, arrivals.current),
  };
}
