// What this device knew when it was last open, for the first moments of a page: the databases are not open yet, and a badge
// that comes later says something else before. Guarantee: of numbers only; the outbox and the cart take over as they open.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from './page-store.ts';
import { saved } from './web-storage.ts';

interface Remembered {
  /** Writes that wait on this device. */
  waiting: number;
  /** Articles in the cart. */
  inCart: number;
}

export const rememberedAtom = atom<Remembered>({ waiting: 0, inCart: 0 });
export const useRemembered = () => useAtomValue(rememberedAtom);

/** Once the page lives: the server drew it for everybody. */
export const recall = () => pageStore.set(rememberedAtom, { waiting: saved.waiting.get(), inCart: saved.inCart.get() });
