// Short messages: flash bar (5 s), toast (3 s), and the 'article ajouté' dialog.
// Guarantee: a newer message replaces an older one and gets its full time; a navigation ends messages of the previous
// page.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Image } from '#contract/fields/values.ts';
import { pageStore } from './page-store.ts';

export const flashMs = 5000;
const toastMs = 3000;
/** A message this shortly before a navigation belongs to the new page, milliseconds. */
const aheadMs = 2000;

export type FlashStatus = 'success' | 'error';
export interface Flash {
  id: number;
  text: string;
  /** On the clock of the page. */
  at: number;
  status: FlashStatus;
  /** Link to details. */
  link?: FlashLink | undefined;
}
export interface FlashLink {
  to: string;
  word: string;
}

export const flashAtom = atom<Flash | null>(null);
export const toastAtom = atom<Flash | null>(null);

/** The last added article; null closes the dialog. */
export interface CartAddition {
  product: { name: string; image: Image | null; storeName: string; storeSlug: string };
  quantity: number;
  /** Stored on the device, not answered by the server yet. */
  waiting: boolean;
}
const cartAdditionAtom = atom<CartAddition | null>(null);

let lastId = 0;
function show(target: typeof flashAtom, forMs: number, text: string, status: FlashStatus, link?: FlashLink): void {
  lastId += 1;
  const id = lastId;
  pageStore.set(target, { id, text, at: performance.now(), status, link });
  setTimeout(() => {
    if (pageStore.get(target)?.id === id) pageStore.set(target, null);
  }, forMs);
}

export const flash = (text: string, status: FlashStatus = 'success', link?: FlashLink) =>
  show(flashAtom, flashMs, text, status, link);
export const toast = (text: string, status: FlashStatus = 'success') => show(toastAtom, toastMs, text, status);

export const useFlash = () => flash;
export const useToast = () => toast;
export const useFlashes = () => [useAtomValue(flashAtom), useAtomValue(toastAtom)].filter((shown) => shown !== null);
export function dismissFlash(id: number): void {
  for (const shown of [flashAtom, toastAtom]) if (pageStore.get(shown)?.id === id) pageStore.set(shown, null);
}

let openPage = '';
/** Ends messages of the previous page. */
export function passFlashes(pathname: string): void {
  if (pathname === openPage) return;
  openPage = pathname;
  const now = performance.now();
  for (const shown of [flashAtom, toastAtom]) {
    if (now - (pageStore.get(shown)?.at ?? now) > aheadMs) pageStore.set(shown, null);
  }
}

/** Loads the overlays before idle, since a message needs them. */
const overlayWantedAtom = atom(false);
export const wantOverlay = () => pageStore.set(overlayWantedAtom, true);
export const useOverlayWanted = () => useAtomValue(overlayWantedAtom);

export const announceAddition = (addition: CartAddition) => pageStore.set(cartAdditionAtom, addition);
/** The dialog replaces the flash message. */
export const takeOverFromFlash = () => pageStore.set(flashAtom, null);
export const useCartAddition = () => useAtomValue(cartAdditionAtom);
export const useCloseCartAddition = () => {
  const set = useSetAtom(cartAdditionAtom);
  return () => set(null);
};
