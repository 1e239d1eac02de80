// Short messages that come and go: the flash bar (5 s), the toast (3 s), and the 'article ajouté' dialog.
// Guarantee: a newer message replaces an older one and gets its full time.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Image } from '#contract/values.ts';
import { pageStore } from './page-store.ts';

const flashMs = 5000;
const toastMs = 3000;

export type NoticeStatus = 'success' | 'error';
export interface Notice {
  id: number;
  text: string;
  status: NoticeStatus;
  /** Where more is said about it. */
  link?: NoticeLink | undefined;
}
export interface NoticeLink {
  to: string;
  word: string;
}

export const flashAtom = atom<Notice | null>(null);
export const toastAtom = atom<Notice | null>(null);

/** What was just put into the cart; null closes the dialog. */
export interface CartAddition {
  product: { name: string; image: Image | null; storeName: string; storeSlug: string };
  quantity: number;
  /** Kept on the device, not answered by the server yet. */
  waiting: boolean;
}
const cartAdditionAtom = atom<CartAddition | null>(null);

let lastId = 0;
function show(target: typeof flashAtom, forMs: number, text: string, status: NoticeStatus, link?: NoticeLink): void {
  lastId += 1;
  const id = lastId;
  pageStore.set(target, { id, text, status, link });
  setTimeout(() => {
    if (pageStore.get(target)?.id === id) pageStore.set(target, null);
  }, forMs);
}

export const flash = (text: string, status: NoticeStatus = 'success', link?: NoticeLink) =>
  show(flashAtom, flashMs, text, status, link);
export const toast = (text: string, status: NoticeStatus = 'success') => show(toastAtom, toastMs, text, status);

export const useFlash = () => flash;
export const useToast = () => toast;
export const useNotices = () => [useAtomValue(flashAtom), useAtomValue(toastAtom)].filter((notice) => notice !== null);
export function dismissNotice(id: number): void {
  for (const shown of [flashAtom, toastAtom]) if (pageStore.get(shown)?.id === id) pageStore.set(shown, null);
}

/** Something has to be said over the page: what says it is fetched, however early it is. */
const overlayWantedAtom = atom(false);
export const wantOverlay = () => pageStore.set(overlayWantedAtom, true);
export const useOverlayWanted = () => useAtomValue(overlayWantedAtom);

export const announceAddition = (addition: CartAddition) => pageStore.set(cartAdditionAtom, addition);
export const useCartAddition = () => useAtomValue(cartAdditionAtom);
export const useCloseCartAddition = () => {
  const set = useSetAtom(cartAdditionAtom);
  return () => set(null);
};
