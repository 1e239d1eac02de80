// Picture sizes: creates each from the original at its first request and stores it.
// Guarantees: fixed sizes only; parallel requests create a size once; no enlargement; only pixels of the original are
// served.
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { originalName } from './picture-names.ts';
import { isFileName, type Storage } from './storage.ts';

interface PictureSize {
  width: number;
  height: number;
  /** inside: fits within the bounds; cover: cropped to fill them. */
  fit: 'inside' | 'cover';
  quality: number;
  /** Mean file size in the demo market. */
  typicalBytes: number;
}

const square = (side: number, fit: PictureSize['fit'], quality: number, typicalBytes: number): PictureSize => {
  return { width: side, height: side, fit, quality, typicalBytes };
};

/** Phones show middle sizes at two or three device pixels, which hides a lower quality. */
const pictureSizesByName: Readonly<Record<string, PictureSize>> = {
  '240_inset': square(240, 'inside', 72, 2400),
  '480_inset': square(480, 'inside', 55, 4100),
  '480_outbound': square(480, 'cover', 55, 4400),
  '720_inset': square(720, 'inside', 59, 6900),
  '1080_inset': square(1080, 'inside', 68, 7800),
  /** Portrait format of technical pictures. */
  '480_inset_portrait': { width: 480, height: 640, fit: 'inside', quality: 78, typicalBytes: 10_200 },
};
/** libwebp needs 50 ms for the largest size; effort 6 would need 20 ms more to save 3 %. */
const EFFORT = 4;

const FILE = /^(?<stem>sent\d+-[0-9a-f]{40})-(?<size>\w+)\.webp$/;

function parseFileName(file: string): { stem: string; size: PictureSize } | null {
  const { stem = '', size: name = '' } = FILE.exec(file)?.groups ?? {};
  const size = Object.hasOwn(pictureSizesByName, name) ? pictureSizesByName[name] : undefined;
  return size ? { stem, size } : null;
}

/** @returns estimated bytes of a size not created yet; 0 for other files */
export const typicalBytes = (file: string): number => parseFileName(file)?.size.typicalBytes ?? 0;

/** 8000 × 5000: a larger picture is no product photo and needs 120 MB to decode. */
export const MAX_PIXELS = 40_000_000;

/** Decodes the first frame: upright, opaque. Fails on damaged files. */
export const decodePicture = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

/** Decoding needs the most memory of all tasks, so two run at a time. */
const limit = pLimit(2);

export interface PictureSizes {
  /** Creates the file unless it exists. @returns null for unknown sizes and pictures */
  read(file: string): Promise<Buffer | null>;
}

export function createPictureSizes(storage: Storage): PictureSizes {
  const inProgress = new Map<string, Promise<Buffer | null>>();

  async function make(file: string, stem: string, { width, height, fit, quality }: PictureSize) {
    const original = await storage.files.read(originalName(stem));
    if (!original) return null;
    const resized = decodePicture(original).resize({ width, height, fit, withoutEnlargement: true });
    const bytes = await resized.webp({ quality, effort: EFFORT }).toBuffer();
    await storage.images.put(file, bytes);
    return bytes;
  }

  return {
    async read(file) {
      const stored = isFileName(file) ? await storage.images.read(file) : null;
      const parts = parseFileName(file);
      if (stored || !parts) return stored;
      let making = inProgress.get(file);
      if (!making) {
        making = limit(make, file, parts.stem, parts.size).finally(() => inProgress.delete(file));
        inProgress.set(file, making);
      }
      return making;
    },
  };
}
