// Quick filters of the directory, in the address: open now, collection. Both are read from the listed stores, so that
// they work on cached ones.
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { opennessOf } from '#domain/time/open-when.ts';

export const QUICK_FILTERS = [
  { key: 'ouvert', label: 'Ouvert' },
  { key: 'retrait', label: 'Retrait' },
] as const;

export type QuickFilter = (typeof QUICK_FILTERS)[number]['key'];

export const isOn = (search: URLSearchParams, key: QuickFilter): boolean => search.get(key) === '1';

interface QuickChoices {
  open: boolean;
  collect: boolean;
}

/** `now`: milliseconds since 1970. Stores without opening hours are never open. */
export function quickFiltered(
  stores: readonly StoreSummary[],
  { open, collect }: QuickChoices,
  now: number,
): readonly StoreSummary[] {
  if (!open && !collect) return stores;
  const at = new Date(now);
  return stores.filter(
    (store) =>
      (!collect || store.shippingTypes?.includes('store')) &&
      (!open || opennessOf({ openingHours: [], ...store }, at)?.open),
  );
}
