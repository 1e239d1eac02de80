// The one place in the page that empties what the worker keeps: pictures and public answers, and last what was taken along, which
// can be fetched again, when room is short.
import { cacheNames } from '#db/cache-names.ts';
import { tellDevice } from '#state/page/device-alerts.ts';

/** There is none on a page served without TLS. */
const giveUp = async (name: keyof typeof cacheNames): Promise<boolean> =>
  'caches' in globalThis && globalThis.caches.delete(cacheNames[name]);

export const sparedCaches = {
  pictures: () => giveUp('images'),
  answers: () => giveUp('answers'),
  /** Somebody chose to keep it: said, where there was any. */
  async taken() {
    await giveUp('taken');
    // There is a list as long as there is something on it.
    if (await giveUp('takenList')) tellDevice('untaken');
  },
};
