// Filter of the order list, and its address.
import type { StoreOrderState } from '#contract/fields/values.ts';
import { MAX_LIST_SEARCH } from '#contract/limits.ts';
import { MERCHANT_STATES } from '#domain/orders/store-order.ts';
import { paths } from '#paths';

export interface OrderFilter {
  /** Null: all states visible to merchants. */
  state: StoreOrderState | null;
  /** Search text; '' without a search. */
  search: string;
  page: number;
}

/** Limit of the server, characters. */

/** From the query string; anything unknown counts as absent. */
export function readOrderFilter(search: URLSearchParams): OrderFilter {
  const page = Number(search.get('page'));
  return {
    state: MERCHANT_STATES.find((state) => state === search.get('state')) ?? null,
    search: (search.get('q') ?? '').trim().slice(0, MAX_LIST_SEARCH),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export function statesOf({ state }: Pick<OrderFilter, 'state'>): StoreOrderState[] {
  return state === null ? [...MERCHANT_STATES] : [state];
}

/** The address of the list with this filter. */
export function ordersAddress({ state = null, search = '', page = 1 }: Partial<OrderFilter>): string {
  const query = new URLSearchParams();
  if (state !== null) query.set('state', state);
  if (search !== '') query.set('q', search);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${paths.merchantOrders}?${query}` : paths.merchantOrders;
}
