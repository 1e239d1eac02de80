// useSlots: days and slots of a collection at the store, with the places left.
// Guarantee: from the newest answer, or else from what the device knows of the store, then without places.
import type { CollectionSlot } from '#contract/fields/collection-slots.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { asksForSlot, offeredSlots, placesLeft, slotProblem } from '#domain/orders/collection-slots.ts';
import { momentOf } from '#domain/time/open-when.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useNow } from '#ui/text/use-now.ts';
import { slotKey } from '../shipping-values.ts';

const MINUTE_MS = 60_000;

export interface OfferedSlot extends CollectionSlot {
  key: string;
  /** Null: without a limit, or unknown. */
  left: number | null;
}
export interface OfferedDay {
  /** YYYY-MM-DD. */
  day: string;
  slots: OfferedSlot[];
}

/** @param isRefused the server has refused the choice, so that what is known is outdated */
export function useSlots({ store, items, slot: saved }: StoreOrder, isRefused: boolean) {
  const isAsked = asksForSlot(store) || isRefused;
  const query = useApiQuery('stores.collectionSlots', { params: { id: store.id } }, { enabled: isAsked });
  const now = useNow(MINUTE_MS);
  const current = { ...store, ...query.data };
  const articles = items.map(({ product }) => product);
  const { collectionSlots } = current;
  /** The order's own place may be among those taken. */
  const leftOf = (slot: CollectionSlot): number | null =>
    !collectionSlots || !query.data || (saved && slotKey(saved) === slotKey(slot))
      ? null
      : placesLeft(slot, collectionSlots, query.data.booked);
  const days = new Map<string, OfferedSlot[]>();
  const offered = isAsked && now !== null ? offeredSlots(current, new Date(now), articles) : [];
  for (const slot of offered) {
    const { day } = momentOf(new Date(slot.start));
    days.set(day, [...(days.get(day) ?? []), { ...slot, key: slotKey(slot), left: leftOf(slot) }]);
  }
  return {
    query,
    /** Null: none is asked for. */
    kind: !asksForSlot(current) ? null : collectionSlots?.minutes === null ? ('day' as const) : ('slot' as const),
    isReady: now !== null,
    days: [...days].map(([day, slots]): OfferedDay => ({ day, slots })),
    problemOf: (slot: CollectionSlot | null) =>
      slotProblem(current, slot, { now: new Date(), articles, left: slot && leftOf(slot) }),
  };
}
