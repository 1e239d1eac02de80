// About how many bytes pictures have. Guarantee: a picture never changes under its name, so its size is cached; a size that
// nobody has asked for yet counts as much as such sizes usually have.
import { LRUCache } from 'lru-cache';
import { typicalBytes } from './picture-sizes.ts';
import { IMAGES_PREFIX, type Storage } from './storage.ts';

const MOST_SIZES = 50_000;
/** Looked at together. */
const AT_ONCE = 32;
const caches = new WeakMap<Storage, LRUCache<string, number>>();

/** @param paths on the site */
export async function pictureBytes(storage: Storage, paths: readonly string[]): Promise<number> {
  const sizes = caches.get(storage) ?? new LRUCache<string, number>({ max: MOST_SIZES });
  caches.set(storage, sizes);
  const names = paths.map((path) => path.slice(IMAGES_PREFIX.length));
  const unknown = names.filter((name) => !sizes.has(name));
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    await Promise.all(
      unknown.slice(from, from + AT_ONCE).map(async (name) => {
        const size = await storage.imageSize(name);
        if (size !== null) sizes.set(name, size);
      }),
    );
  }
  return names.reduce((sum, name) => sum + (sizes.get(name) ?? typicalBytes(name)), 0);
}
