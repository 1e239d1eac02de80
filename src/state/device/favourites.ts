// Favourites: products and stores marked on this device, with what was last seen of them.
// Guarantee: readable without a network and without an account; a logout deletes them; never sent to the server.
import { useMemo, useSyncExternalStore } from 'react';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { favouriteNotes } from '../page/web-storage.ts';

/** What was known at the last look, so that the next one can tell the news. */
export interface SeenProduct {
  /** Displayed price in cents; null without one. */
  price: number | null;
  isSoldOut: boolean;
}
interface SeenStore {
  /** Id of its newest product; null if unknown. */
  newest: string | null;
}
export type Favourite =
  | { kind: 'product'; thing: ProductSummary; seen: SeenProduct }
  | { kind: 'store'; thing: StoreSummary; seen: SeenStore };

/** Other versions may have stored other shapes; pages check the things themselves. */
function parse(text: string | null): Favourite[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each?.thing?.['@id'] === 'string' && each.seen) : [];
  } catch {
    return [];
  }
}

export const favourites = (): Favourite[] => parse(favouriteNotes.get());

/** Newest first; empty on the server. */
export function useFavourites(): readonly Favourite[] {
  const text = useSyncExternalStore(favouriteNotes.subscribe, favouriteNotes.get, () => null);
  return useMemo(() => parse(text), [text]);
}
