// The filter of the order list, and its address.
import type { StoreOrderState } from '#contract/values.ts';
import { MERCHANT_STATES } from '#domain/store-order.ts';
import { paths } from '#paths';

export interface OrderFilter {
  /** Null: all the states that a merchant sees. */
  state: StoreOrderState | null;
  page: number;
}

/** From the query string; anything unknown counts as absent. */
export function readFilter(search: URLSearchParams): OrderFilter {
  const page = Number(search.get('page'));
  return {
    state: MERCHANT_STATES.find((state) => state === search.get('state')) ?? null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export function statesOf({ state }: Pick<OrderFilter, 'state'>): StoreOrderState[] {
  return state === null ? [...MERCHANT_STATES] : [state];
}

/** The address of the list with this filter. */
export function ordersAddress({ state = null, page = 1 }: Partial<OrderFilter>): string {
  const search = new URLSearchParams();
  if (state !== null) search.set('state', state);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `${paths.merchantOrders}?${search}` : paths.merchantOrders;
}
