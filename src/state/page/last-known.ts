// Last known counts of this device, for the first moments of a page, before the databases are open.
// Guarantee: numbers only; outbox and cart replace them when they open.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from './page-store.ts';
import { localItems } from './web-storage.ts';

interface Remembered {
  /** Writes that wait on this device. */
  waiting: number;
  /** Articles in the cart. */
  inCart: number;
}

export const rememberedAtom = atom<Remembered>({ waiting: 0, inCart: 0 });
export const useRemembered = () => useAtomValue(rememberedAtom);

/** After hydration, since the server renders the same page for everyone. */
export const restoreRemembered = () =>
  pageStore.set(rememberedAtom, { waiting: localItems.waiting.get(), inCart: localItems.inCart.get() });
