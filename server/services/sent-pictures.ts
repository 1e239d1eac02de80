// Takes in the pictures that merchants send: told by their bytes, decoded within limits, drawn anew in every size.
// Guarantees: nothing of the file that was sent is served, neither its name nor what a camera wrote into it; the files are
// named by their content, so that sending the same picture again, or a write that is undone after, leaves nothing wrong.
import sharp from 'sharp';
import type { pictureTypes } from '#contract/media.ts';
import { invalid, Refusal } from '../runtime/errors.ts';
import { LARGEST_SIDE, variantNames, writeVariants } from './picture-variants.ts';
import type { Storage } from './storage.ts';

type PictureType = (typeof pictureTypes)[number];

/** 8000 × 5000: more is no photograph of a product, and takes 120 MB to decode. */
const PIXELS_AT_MOST = 40_000_000;
const PROPERTY = 'file[0]';
/** The edition changes when the variants do. */
const PREFIX = 'sent1-';

/** The stem of the files of a picture with these bytes. */
export const stemOfSent = (sha256: string): string => `${PREFIX}${sha256.slice(0, 40)}`;
/** The stem in the name of a file; null for the market's own pictures. */
export const stemOfSentFile = (name: string): string | null => /^sent\d+-[0-9a-f]{40}(?=-)/.exec(name)?.[0] ?? null;

/** The private file that holds a picture as it was before its sizes were made; only imported ones have it. */
export const originalOf = (stem: string): string => `original-${stem}`;

const filesOf = (stem: string) => variantNames(stem, { portrait: true });

export function typeOfBytes(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}

let last: Promise<unknown> = Promise.resolve();
/** One at a time: decoding is what takes most memory of all the server does. */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => {});
  return next;
}

/** Writes a picture in every size, unless it is there already. Refuses what is none with 415 or 422. */
export function keepPicture(bytes: Buffer, sha256: string, storage: Storage): Promise<void> {
  if (typeOfBytes(bytes) === null) {
    const message = 'Format non accepté\u00a0: envoyez une image JPEG, PNG ou WebP.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PROPERTY, message }] });
  }
  return alone(async () => {
    const stem = stemOfSent(sha256);
    const final = filesOf(stem).at(-1) ?? '';
    // A picture in use again is not old any more.
    if (await storage.touchImage(final)) return;
    const { data, info } = await decoded(bytes);
    await writeVariants(stem, { data, ...info }, storage, { portrait: true, portraitFit: 'inside' });
  });
}

const unreadable = (message: string) => invalid([{ propertyPath: PROPERTY, message }]);

/** Its pixels, upright and no larger than they are looked at; refused when it is none or too large. */
export async function decoded(bytes: Buffer) {
  // Its first lines say how large it is: nothing is unpacked to know it.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable('Cette image est illisible.');
    });
  if (width * height > PIXELS_AT_MOST) {
    throw unreadable(`Cette image est trop grande\u00a0: ${PIXELS_AT_MOST / 1_000_000} millions de pixels au maximum.`);
  }
  return sharp(bytes, { limitInputPixels: PIXELS_AT_MOST, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable('Cette image est illisible.');
    });
}
