// Whether anything is asked for before somebody wants to see it: the one rule of whatever fetches ahead, in the page and,
// told by it, in the worker. Guarantee: nothing where data are spared (the person's choice, else the browser's), nothing on
// a very slow line.
import { sparesData, useDataSaver } from './data-saver.ts';

const isVerySlow = () =>
  (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType?.endsWith('2g') === true;

export const fetchesAhead = () => !sparesData() && !isVerySlow();

/** The same for a screen, which follows the choice as it is made. */
export const useFetchesAhead = () => !useDataSaver() && !isVerySlow();

/** Of the pictures of a page, those that the worker may fetch or has only to take over: most lie far below what is seen. */
export const picturesToKeep = (images: Iterable<HTMLImageElement>): string[] =>
  [...images]
    .filter(({ currentSrc, naturalWidth }) => currentSrc.includes('/media/') && (naturalWidth > 0 || fetchesAhead()))
    .map(({ currentSrc }) => currentSrc);
