// Shell links: names and links of the page frame, before the full categories and pages are loaded. Keeps the first view
// small.
import { atom, type createStore, useAtomValue } from 'jotai';
import type { CarriedView, ShellLinks } from '#contract/wire/first-view.ts';

const shellLinksAtom = atom<ShellLinks | null>(null);

/** Null in the cached shell. */
export const useShellLinks = () => useAtomValue(shellLinksAtom);

/** For absolute addresses. Empty in the cached shell, which no crawler reads. */
export const useSiteOrigin = () => useAtomValue(shellLinksAtom)?.origin ?? '';

export function seedShell(store: ReturnType<typeof createStore>, view: CarriedView): void {
  store.set(shellLinksAtom, view.shell);
}
