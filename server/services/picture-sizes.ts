// The sizes a picture is served in: each is made from the original at its first request, and stored.
// Guarantees: no other size can be asked for; a size is made once, however many ask at the same time; no picture is
// enlarged; nothing but the pixels of the original is served.
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { originalOf } from './picture-names.ts';
import type { Storage } from './storage.ts';

interface Size {
  width: number;
  height: number;
  /** inside: the whole picture within these bounds; cover: cropped to fill them. */
  fit: 'inside' | 'cover';
  quality: number;
  /** About how large its files are: the mean of the demonstration market. */
  typicalBytes: number;
}

const square = (side: number, fit: Size['fit'], quality: number, typicalBytes: number): Size => {
  return { width: side, height: side, fit, quality, typicalBytes };
};

/** Phones show the middle ones at two or three pixels to one of the page, where a lower quality is not seen. */
const sizes: Readonly<Record<string, Size>> = {
  '240_inset': square(240, 'inside', 72, 2400),
  '480_inset': square(480, 'inside', 55, 4100),
  '480_outbound': square(480, 'cover', 55, 4400),
  '720_inset': square(720, 'inside', 59, 6900),
  '1080_inset': square(1080, 'inside', 68, 7800),
  /** The upright sheet of a product. */
  '480_inset_portrait': { width: 480, height: 640, fit: 'inside', quality: 78, typicalBytes: 10_200 },
};
/** libwebp takes 50 ms for the largest size; the highest effort (6) would take 20 ms more to save 3 %. */
const EFFORT = 4;

const FILE = /^(?<stem>sent\d+-[0-9a-f]{40})-(?<size>\w+)\.webp$/;

function partsOf(file: string): { stem: string; size: Size } | null {
  const { stem = '', size: name = '' } = FILE.exec(file)?.groups ?? {};
  const size = Object.hasOwn(sizes, name) ? sizes[name] : undefined;
  return size ? { stem, size } : null;
}

/** @returns about how many bytes a size has that was not made yet; 0 for what is none */
export const typicalBytes = (file: string): number => partsOf(file)?.size.typicalBytes ?? 0;

/** 8000 × 5000: more is no photograph of a product, and takes 120 MB to decode. */
export const PIXELS_AT_MOST = 40_000_000;

/** Its pixels: upright, opaque, the first frame only. Decoding fails where the file is damaged. */
export const decode = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_AT_MOST, failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

/** Two at a time: decoding takes the most memory of all the server does. */
const limit = pLimit(2);

export interface PictureSizes {
  /** Makes this file unless it is there. Nothing happens when it is no size of a picture that exists. */
  prepare(file: string): Promise<void>;
}

export function pictureSizes(storage: Storage): PictureSizes {
  const inProgress = new Map<string, Promise<void>>();

  async function make(file: string, stem: string, { width, height, fit, quality }: Size): Promise<void> {
    const original = await storage.readFile(originalOf(stem)).catch(() => null);
    if (!original) return;
    const resized = decode(original).resize({ width, height, fit, withoutEnlargement: true });
    await storage.putImage(file, await resized.webp({ quality, effort: EFFORT }).toBuffer());
  }

  return {
    async prepare(file) {
      const parts = partsOf(file);
      if (!parts || (await storage.hasImage(file))) return;
      let making = inProgress.get(file);
      if (!making) {
        making = limit(make, file, parts.stem, parts.size).finally(() => inProgress.delete(file));
        inProgress.set(file, making);
      }
      await making;
    },
  };
}
