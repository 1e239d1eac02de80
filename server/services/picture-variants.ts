// Makes the sizes every picture exists in, drawn by the market or sent by a merchant alike, all as WebP.
// Guarantee: the files are written in order, so that with the last one all are there; none is ever enlarged.
import sharp from 'sharp';
import type { Storage } from './storage.ts';

/** Pixels without transparency. */
export interface Rendering {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

type Variant = { name: string; side: number; fit: 'inside' | 'cover'; quality: number };

/**
 * inset: the whole picture inside a square of that side; outbound: cropped to fill it. Phones show them at two or three
 * pixels to one of the page, where a lower quality is not seen; AVIF gains nothing here at a price a server can pay.
 */
const variants: readonly Variant[] = [
  { name: '240_inset', side: 240, fit: 'inside', quality: 72 },
  { name: '480_inset', side: 480, fit: 'inside', quality: 55 },
  { name: '480_outbound', side: 480, fit: 'cover', quality: 55 },
  { name: '720_inset', side: 720, fit: 'inside', quality: 59 },
  { name: '1080_inset', side: 1080, fit: 'inside', quality: 68 },
];
/** What is shown as the upright sheet of a product. */
const portraitVariant = '480_inset_portrait';
const portraitSize = { width: 480, height: 640 };
/** The side of the largest variant: more pixels are never looked at. */
export const LARGEST_SIDE = 1080;

/**
 * Steps of libwebp: the second takes a quarter off for little time, the third another 7 % for as much time again, the sixth 4 %
 * more. Square cards of 480 are most of what a visit fetches and get all of it.
 */
const effortFor = (side: number, wide = false) => (side === 480 && !wide ? 6 : 2);

/** The files of a picture, in the order they are written: '{stem}-{variant}.webp'. */
export function variantNames(stem: string, { portrait }: { portrait: boolean }): string[] {
  const names = variants.map((variant) => variant.name);
  if (portrait) names.push(portraitVariant);
  return names.map((name) => `${stem}-${name}.webp`);
}

export async function writeVariants(
  stem: string,
  { data, width, height, channels }: Rendering,
  files: Pick<Storage, 'putImage'>,
  { portrait, portraitFit = 'cover' }: { portrait: boolean; portraitFit?: 'cover' | 'inside' },
): Promise<void> {
  const rendered = () => sharp(data, { raw: { width, height, channels } });
  const largest = Math.max(width, height);
  const isSquare = width === height;
  const made = new Map<number, Buffer>();

  for (const { name, side, fit, quality } of variants) {
    const shown = Math.min(side, largest);
    const isWhole = fit === 'inside' || isSquare;
    let bytes = isWhole ? made.get(shown) : undefined;
    if (!bytes) {
      const resized =
        isWhole && shown === largest ? rendered() : rendered().resize({ width: shown, height: shown, fit });
      bytes = await resized.webp({ quality, effort: effortFor(shown, width > height) }).toBuffer();
      if (isWhole) made.set(shown, bytes);
    }
    await files.putImage(`${stem}-${name}.webp`, bytes);
  }
  if (portrait) {
    const bytes = await rendered()
      .resize({ ...portraitSize, fit: portraitFit, withoutEnlargement: portraitFit === 'inside' })
      .webp({ quality: 78, effort: effortFor(portraitSize.width) })
      .toBuffer();
    await files.putImage(`${stem}-${portraitVariant}.webp`, bytes);
  }
}
