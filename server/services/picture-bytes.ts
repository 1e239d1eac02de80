// Picture sizes in bytes, approximately. Guarantee: known sizes are cached, since a picture never changes under its
// name; sizes not created yet are estimated.
import { LRUCache } from 'lru-cache';
import { IMAGES_PREFIX } from './picture-names.ts';
import { typicalBytes } from './picture-sizes.ts';
import type { Storage } from './storage.ts';

const MAX_CACHED_SIZES = 50_000;
/** Concurrent file lookups. */
const MAX_CONCURRENT = 32;
const sizeCaches = new WeakMap<Storage, LRUCache<string, number>>();

/** @param paths addresses on the site */
export async function estimateBytes(storage: Storage, paths: readonly string[]): Promise<number> {
  const sizes = sizeCaches.get(storage) ?? new LRUCache<string, number>({ max: MAX_CACHED_SIZES });
  sizeCaches.set(storage, sizes);
  const names = paths.map((path) => path.slice(IMAGES_PREFIX.length));
  const unknown = names.filter((name) => !sizes.has(name));
  for (let from = 0; from < unknown.length; from += MAX_CONCURRENT) {
    await Promise.all(
      unknown.slice(from, from + MAX_CONCURRENT).map(async (name) => {
        const file = await storage.images.find(name);
        if (file) sizes.set(name, file.size);
      }),
    );
  }
  return names.reduce((sum, name) => sum + (sizes.get(name) ?? typicalBytes(name)), 0);
}
