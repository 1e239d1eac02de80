// What was looked at on this device: the newest 100 products (home shows the last 4, from 4 on).
// Guarantee: stays on the device; written on idle, so looking at a product never waits for it.
import { atom, useAtomValue } from 'jotai';
import { engine } from '../page/engine-port.ts';

/** Ids of the products seen last, newest first; null until the device was asked. */
export const recentProductsAtom = atom<string[] | null>(null);
export const useRecentProducts = () => useAtomValue(recentProductsAtom);

/** Nothing is promised of what was looked at: a full device or a missing part of the app must not disturb the page. */
const unnoticed = (failure: unknown) => console.warn(failure);

/** Called by the product page once it shows a product. */
export const recordProductView = (productId: string) =>
  engine()
    .then(({ history }) => history.recordProductView(productId))
    .catch(unnoticed);

/** Called by the shop page: one view per visitor, shop and day, counted by the server when it can be reached. */
export const recordStoreView = (storeIri: string) =>
  engine()
    .then(({ history }) => history.recordStoreView(storeIri))
    .catch(unnoticed);
