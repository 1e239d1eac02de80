// Whether data are spared on this device: the person's own choice, else what the browser says of its connection (Save-Data).
// Guarantee: false during the first view, which is the same for everyone; known right after it. Whatever fetches ahead, in the
// page and, told by it, in the worker, goes by this one rule. It comes with the first script: registering the worker, which
// mends an app whose parts are gone, waits for no part.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from '../page/page-store.ts';
import { saved } from '../page/web-storage.ts';

export const dataSaverAtom = atom(false);

export const useDataSaver = () => useAtomValue(dataSaverAtom);

/** As it stands on the device. */
export function sparesData(): boolean {
  const byBrowser = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  return saved.dataSaver.get() ?? byBrowser;
}

/** For the screens; called once the first view is taken over. */
export const readDataSaver = () => pageStore.set(dataSaverAtom, sparesData());

export function chooseDataSaver(on: boolean): void {
  saved.dataSaver.set(on);
  readDataSaver();
}

const isVerySlow = () =>
  (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType?.endsWith('2g') === true;

/** Whether anything is asked for before somebody wants to see it: not where data are spared, nor on a very slow line. */
export const fetchesAhead = () => !sparesData() && !isVerySlow();

/** The same for a screen, which follows the choice as it is made. */
export const useFetchesAhead = () => !useDataSaver() && !isVerySlow();

/** Of the pictures of a page, those that the worker may fetch or has only to take over: most lie far below what is seen. */
export const picturesToKeep = (images: Iterable<HTMLImageElement>): string[] =>
  [...images]
    .filter(({ currentSrc, naturalWidth }) => currentSrc.includes('/media/') && (naturalWidth > 0 || fetchesAhead()))
    .map(({ currentSrc }) => currentSrc);
