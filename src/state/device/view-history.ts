// View history: the newest 100 products viewed on this device (the home page shows 4).
// Guarantee: stays on the device; written on idle.
import { atom, useAtomValue } from 'jotai';
import { getEngine } from '../page/engine-port.ts';

/** Product ids, newest first; null while loading. */
export const recentProductsAtom = atom<string[] | null>(null);
export const useRecentProducts = () => useAtomValue(recentProductsAtom);

/** The history is optional: a full device or missing code must not disturb the page. */
const unnoticed = (failure: unknown) => console.warn(failure);

/** Called by the product page. */
export const recordViewedProduct = (productId: string) =>
  getEngine()
    .then(({ history }) => history.storeProductView(productId))
    .catch(unnoticed);

/** Called by the store page: the server counts one view per visitor, store and day. */
export const recordViewedStore = (storeIri: string) =>
  getEngine()
    .then(({ history }) => history.sendStoreView(storeIri))
    .catch(unnoticed);
