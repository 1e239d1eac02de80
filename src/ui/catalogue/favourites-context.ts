// Favourites context: the marked products and stores, and how to mark one, for cards and pages.
import { createContext } from 'react';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';

export type FavouriteThing = { kind: 'product'; thing: ProductSummary } | { kind: 'store'; thing: StoreSummary };

export interface FavouriteChoice {
  iris: ReadonlySet<string>;
  onToggle: (thing: FavouriteThing) => void;
}

/** Null: nothing can be marked here. */
export const FavouritesContext = createContext<FavouriteChoice | null>(null);
