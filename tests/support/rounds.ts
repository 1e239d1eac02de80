// Parts of orders ready for collection, and their stops.

import type { OpeningHours } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { type RoundStop, stopsOf } from '#domain/round/round-stops.ts';
import { storeOrder } from './store-order.ts';

interface Waiting {
  id: number;
  /** The store's name and slug. */
  store: string;
  at?: [latitude: number, longitude: number];
  openingHours?: OpeningHours[];
  more?: Partial<StoreOrder>;
}

/** Paid, and collected at its store. */
export function waiting({ id, store: name, at, openingHours = [], more = {} }: Waiting): StoreOrder {
  const { store, ...order } = storeOrder({ id, state: 'payed', shippingType: 'store', ...more });
  const geoCoordinates = at ? { latitude: at[0], longitude: at[1] } : null;
  return { ...order, store: { ...store, id: name, slug: name, name, geoCoordinates, openingHours } };
}

/** One stop for each store, in the order given. */
export const stopsAt = (...parts: Omit<Waiting, 'id'>[]): RoundStop[] =>
  stopsOf(parts.map((part, index) => waiting({ ...part, id: index + 1 })));
