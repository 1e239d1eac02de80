// About how many bytes pictures have. Guarantee: a picture never changes under its name, so each is looked at once in a while; a
// size that nobody has asked for yet counts as much as such sizes usually have.
import { typicalBytes } from './picture-sizes.ts';
import { IMAGES_PREFIX, type Storage } from './storage.ts';

const REMEMBERED_AT_MOST = 50_000;
/** Looked at together. */
const AT_ONCE = 32;
const known = new WeakMap<Storage, Map<string, number>>();

/** @param paths on the site */
export async function pictureBytes(storage: Storage, paths: readonly string[]): Promise<number> {
  const sizes = known.get(storage) ?? new Map<string, number>();
  known.set(storage, sizes);
  const names = paths.map((path) => path.slice(IMAGES_PREFIX.length));
  const unknown = names.filter((name) => !sizes.has(name));
  if (sizes.size + unknown.length > REMEMBERED_AT_MOST) sizes.clear();
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
