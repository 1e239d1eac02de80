// Untrusted entries: deletes responses of other servers from the caches, before the precache is repaired.
import { cacheNames } from '#db/cache-names.ts';
import { apiPrefix } from './cached-endpoints.ts';
import { isApiAnswer, wholePicture } from './response-checks.ts';

/** Build files are verified by digest (precache.ts), the home page by its build (home-page-cache.ts). */
export async function removeUntrusted(): Promise<void> {
  for (const name of [cacheNames.answers, cacheNames.images, cacheNames.tiles, cacheNames.offlineBundles]) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const found = await cache.match(key, { ignoreVary: true });
      const isAnswer = new URL(key.url).pathname.startsWith(`${apiPrefix}/`);
      const isSound = found && (isAnswer ? isApiAnswer(found) : await wholePicture(found));
      if (!isSound) await cache.delete(key, { ignoreVary: true });
    }
  }
}
