// Pictures of a folder that the market has already under another name: an export gives the largest size of a picture that a
// merchant sent, and read back it must be that picture.
import { createHash } from 'node:crypto';
import { variantNames } from '../../services/picture-variants.ts';
import { originalOf } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import { picturesOf, type Sources } from '../folder/folder-pictures.ts';
import { allEntries, type Market } from '../format/entries.ts';
import type { Held } from './holding.ts';

/** The size that is given back of a picture that was not kept as it came. */
export const largestOf = (stem: string): string => variantNames(stem, { portrait: false }).at(-1) ?? '';

export async function nameAsHeld(folder: Market, sources: Sources, { images }: Held, storage: Storage): Promise<void> {
  const known = new Set(images.map(({ stem }) => stem));
  const unknown = allEntries(folder)
    .flatMap(picturesOf)
    .filter(({ picture: { stem, written } }) => !known.has(stem) && written?.file?.endsWith('.webp'));
  if (unknown.length === 0) return;
  const stems = new Map<string, string>();
  for (const stem of known) {
    if (await storage.hasFile(originalOf(stem))) continue;
    const bytes = await storage.readImage(largestOf(stem)).catch(() => null);
    if (bytes) stems.set(createHash('sha256').update(bytes).digest('hex'), stem);
  }
  for (const { picture } of unknown) {
    const source = sources.pictures.get(picture.stem);
    const held = source && 'sha256' in source ? stems.get(source.sha256) : undefined;
    if (held !== undefined) picture.stem = held;
  }
}
