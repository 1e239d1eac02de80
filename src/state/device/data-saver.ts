// Data saver: the user's setting, or else the browser's Save-Data.
// Guarantee: false during the first view, which is the same for everyone. All prefetching, in the page and in the
// worker, follows this setting. Part of the first script, since the registration of the worker must not wait for other
// code.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from '../page/page-store.ts';
import { localItems } from '../page/web-storage.ts';

export const dataSaverAtom = atom(false);

export const useDataSaver = () => useAtomValue(dataSaverAtom);

/** Current value on the device. */
export function isDataSaverOn(): boolean {
  const byBrowser = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  return localItems.dataSaver.get() ?? byBrowser;
}

/** Publishes it to the screens, after hydration. */
export const readDataSaver = () => pageStore.set(dataSaverAtom, isDataSaverOn());

export function setDataSaver(on: boolean): void {
  localItems.dataSaver.set(on);
  readDataSaver();
}

const isVerySlow = () =>
  (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType?.endsWith('2g') === true;

/** Whether prefetching is allowed: no data saver, and no very slow connection. */
export const isPrefetchAllowed = () => !isDataSaverOn() && !isVerySlow();

/** Hook that follows the setting. */
export const useIsPrefetchAllowed = () => !useDataSaver() && !isVerySlow();

/** Pictures of the page for the worker to cache: loaded ones, and with prefetching also those below the fold. */
export const picturesToCache = (images: Iterable<HTMLImageElement>): string[] =>
  [...images]
    .filter(
      ({ currentSrc, naturalWidth }) => currentSrc.includes('/media/') && (naturalWidth > 0 || isPrefetchAllowed()),
    )
    .map(({ currentSrc }) => currentSrc);
