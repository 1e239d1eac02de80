// How much of a page has moved by itself (the browser's own layout-shift score) since its document was there.
import type { Page } from '@playwright/test';

/** 0 when nothing has. Asked of observers: a page whose clock is held lists no entries. */
export const movesOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const reported = <Entry extends PerformanceEntry>(type: string) =>
      new Promise<Entry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries() as Entry[])).observe({ type, buffered: true });
        // Where there is none, nothing comes.
        requestIdleCallback(() => resolve([]));
      });
    const [document] = await reported<PerformanceNavigationTiming>('navigation');
    if (!document) throw new Error('The browser does not say when the document was there');
    return (await reported<PerformanceEntry & { value: number }>('layout-shift'))
      .filter(({ startTime }) => startTime > document.domInteractive)
      .reduce((sum, { value }) => sum + value, 0);
  });
