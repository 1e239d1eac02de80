// Picture uploads: detected by content, decoded within limits. A merchant's picture is stored without camera metadata,
// an imported one unchanged, so that an export returns it.
// Guarantees: the original and its name are never served, only sizes (picture-sizes.ts); names derive from the content,
// so repeated uploads and rollbacks are safe.
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { pictureTypes } from '#contract/merchant/media.ts';
import { invalid, Refusal } from '../runtime/errors.ts';
import { originalName, uploadStem } from './picture-names.ts';
import { decodePicture, MAX_PIXELS } from './picture-sizes.ts';
import type { Storage } from './storage.ts';

type PictureType = (typeof pictureTypes)[number];

const PICTURE_PROPERTY = 'file[0]';

export function detectPictureType(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}

/** One at a time: limits memory, and excludes the cleanup of originals. */
export const runExclusively = pLimit(1);

/** Stores a merchant's picture. @throws 415 or 422 for invalid pictures */
export function storeUpload(bytes: Buffer, sha256: string, storage: Storage): Promise<void> {
  if (detectPictureType(bytes) === null) {
    const message = 'Format non accepté\u00a0: envoyez une image JPEG, PNG ou WebP.';
    throw new Refusal({ status: 415, message, violations: [{ propertyPath: PICTURE_PROPERTY, message }] });
  }
  return runExclusively(async () => {
    const name = originalName(uploadStem(sha256));
    if (!(await storage.files.touch(name))) await storage.files.put(name, await reencode(bytes));
  });
}

/** Twice the largest served size. */
const MAX_SIDE = 2160;
const STORED_QUALITY = 90;

/** Upright, within the maximum size and without camera metadata: position, time, device. */
async function reencode(bytes: Buffer): Promise<Buffer> {
  await requirePixelLimit(bytes);
  return decodePicture(bytes)
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: STORED_QUALITY })
    .toBuffer()
    .catch(() => {
      throw unreadablePicture('Cette image est illisible.');
    });
}

/** Stores an imported picture; an existing one is touched, which protects it from the cleanup. */
export async function storeOriginal(bytes: Buffer, sha256: string, storage: Storage): Promise<void> {
  const name = originalName(uploadStem(sha256));
  if (!(await storage.files.touch(name))) await storage.files.put(name, bytes);
}

const unreadablePicture = (message: string) => invalid([{ propertyPath: PICTURE_PROPERTY, message }]);

/** Rejects pictures that are too large or not completely decodable. */
export async function requireDecodable(bytes: Buffer): Promise<void> {
  await requirePixelLimit(bytes);
  await decodePicture(bytes)
    .resize({ width: 240 })
    .raw()
    .toBuffer()
    .catch(() => {
      throw unreadablePicture('Cette image est illisible.');
    });
}

/** Reads the dimensions from the header, without decoding. */
async function requirePixelLimit(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadablePicture('Cette image est illisible.');
    });
  if (width * height > MAX_PIXELS) {
    throw unreadablePicture(
      `Cette image est trop grande\u00a0: ${MAX_PIXELS / 1_000_000} millions de pixels au maximum.`,
    );
  }
}
