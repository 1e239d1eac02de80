// A picture as it was given: its file, or the words it was drawn from. Guarantee: read back, it is the same picture.
import { type Drawing, stemOf } from '../../drawing/pictures.ts';
import { originalOf } from '../../services/sent-pictures.ts';
import type { Storage } from '../../services/storage.ts';
import { drawingOf } from '../folder/folder-pictures.ts';
import type { Entry } from '../format/entries.ts';
import type { DrawingKind } from '../format/shape-parts.ts';
import { largestOf } from '../held/same-pictures.ts';

export type Original = { draw: string; kind?: DrawingKind; large?: true } | { bytes: Buffer };

/** Null when its files are gone. */
export async function givenBack(stem: string, entry: Entry, field: string, storage: Storage): Promise<Original | null> {
  const original = await storage.readFile(originalOf(stem)).catch(() => null);
  if (original && original[0] !== '{'.charCodeAt(0)) return { bytes: original };
  const drawn = original && wordsOf(JSON.parse(original.toString()) as Drawing, stem, entry, field);
  if (drawn) return drawn;
  const bytes = await storage.readImage(largestOf(stem)).catch(() => null);
  return bytes && { bytes };
}

/** Without whose it is, where the place says so; null when the words alone would draw another picture. */
function wordsOf({ kind, recipe }: Drawing, stem: string, entry: Entry, field: string): Original | null {
  const draw = recipe
    .split(' ')
    .filter((word) =>
      kind === 'still-life'
        ? !word.startsWith('@stall-')
        : word !== entry.key || !['sign', 'scene', 'banner'].includes(kind),
    )
    .join(' ');
  const large = true as const;
  const ways = [{ draw }, { draw, large }, { draw, kind }, { draw, kind, large }];
  return ways.find((written) => stemOf(drawingOf(entry, written, field)) === stem) ?? null;
}
