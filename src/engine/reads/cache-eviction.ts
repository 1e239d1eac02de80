// Cache eviction: frees storage by deleting the worker's pictures and public answers, and at last offline bundles.
import { cacheNames } from '#db/cache-names.ts';
import { showDeviceAlert } from '#state/page/device-alerts.ts';

/** Cache Storage is missing on pages without TLS. */
const deleteCache = async (name: keyof typeof cacheNames): Promise<boolean> =>
  'caches' in globalThis && globalThis.caches.delete(cacheNames[name]);

export const evictableCaches = {
  pictures: () => deleteCache('images'),
  answers: () => deleteCache('answers'),
  /** The user chose to store it, so its deletion is reported. */
  async offlineBundles() {
    await deleteCache('offlineBundles');
    // The list exists only while it has entries.
    if (await deleteCache('offlineBundleList')) showDeviceAlert('untaken');
  },
};
