// What the frame around every page needs before the whole category tree and the pages' texts are there: names and links
// only, so that a first view stays small.
import { atom, type createStore, useAtomValue } from 'jotai';
import type { CarriedView, ShellLinks } from '#contract/wire/first-view.ts';

const shellLinksAtom = atom<ShellLinks | null>(null);

/** Null when the page came without (the shell kept on the device). */
export const useShellLinks = () => useAtomValue(shellLinksAtom);

/** For addresses that must be whole. The server says it with a filled page; in the shell there is nobody to read it. */
export const useSiteOrigin = () => useAtomValue(shellLinksAtom)?.origin ?? '';

export function seedShell(store: ReturnType<typeof createStore>, view: CarriedView): void {
  store.set(shellLinksAtom, view.shell);
}
