// Takes in pictures: recognized by their bytes, decoded within limits. A merchant's picture is stored without what a camera
// wrote into it, an imported one as it came, so that an export gives it back.
// Guarantees: the stored picture is never served, nor the name it had, only sizes made from it (picture-sizes.ts); files are
// named by what was sent, so that sending a picture again, or undoing a write after it, leaves nothing wrong.
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { pictureTypes } from '#contract/merchant/media.ts';
import { invalid, Refusal } from '../runtime/errors.ts';
import { originalOf, stemOfSent } from './picture-names.ts';
import { decode, PIXELS_AT_MOST } from './picture-sizes.ts';
import type { Storage } from './storage.ts';

type PictureType = (typeof pictureTypes)[number];

const PROPERTY = 'file[0]';

export function typeOfBytes(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}

/** One at a time: decoding takes the most memory of all the server does, and originals are not removed beside it. */
export const exclusively = pLimit(1);

/** Stores a picture that a merchant sent. Refuses what is none with 415 or 422. */
export function keepPicture(bytes: Buffer, sha256: string, storage: Storage): Promise<void> {
  if (typeOfBytes(bytes) === null) {
    const message = 'Format non accepté\u00a0: envoyez une image JPEG, PNG ou WebP.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PROPERTY, message }] });
  }
  return exclusively(async () => {
    const name = originalOf(stemOfSent(sha256));
    if (!(await storage.touchFile(name))) await storage.putFile(name, await withoutMetadata(bytes));
  });
}

/** Twice as large as the largest size that is served. */
const LARGEST_SIDE = 2160;
const STORED_QUALITY = 90;

/** Upright, no larger than it will be needed, and without what a camera writes: place, time, device. */
async function withoutMetadata(bytes: Buffer): Promise<Buffer> {
  await requireFewPixels(bytes);
  return decode(bytes)
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: STORED_QUALITY })
    .toBuffer()
    .catch(() => {
      throw unreadable('Cette image est illisible.');
    });
}

/** Stores an imported picture unless it is there; then it is as young as one written now, since it is about to be used. */
export async function storeOriginal(bytes: Buffer, sha256: string, storage: Storage): Promise<void> {
  const name = originalOf(stemOfSent(sha256));
  if (!(await storage.touchFile(name))) await storage.putFile(name, bytes);
}

const unreadable = (message: string) => invalid([{ propertyPath: PROPERTY, message }]);

/** Refuses what is too large, and what cannot be decoded to its last byte. */
export async function requireDecodable(bytes: Buffer): Promise<void> {
  await requireFewPixels(bytes);
  await decode(bytes)
    .resize({ width: 240 })
    .raw()
    .toBuffer()
    .catch(() => {
      throw unreadable('Cette image est illisible.');
    });
}

/** Its first lines say how large it is: nothing is unpacked to know it. */
async function requireFewPixels(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable('Cette image est illisible.');
    });
  if (width * height > PIXELS_AT_MOST) {
    throw unreadable(`Cette image est trop grande\u00a0: ${PIXELS_AT_MOST / 1_000_000} millions de pixels au maximum.`);
  }
}
