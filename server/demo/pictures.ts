import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { scene, sign } from './drawing/scenes.ts';
import { stillLife } from './drawing/still-life.ts';
import { technicalSheet } from './drawing/technical.ts';

/**
 * The pictures of the market: each is drawn from a line of words, rendered once, and written in every size as WebP.
 * A picture is known by the hash of what it shows, so things that look the same share one set of files.
 */

export type PictureFiles = {
  putImage(fileName: string, bytes: Uint8Array): Promise<void>;
  hasImage(fileName: string): Promise<boolean>;
};

/** 'still-life' is square, 'sign' (the logo of a shop) too, 'scene' is 3 by 2, 'technical' is an upright sheet. */
export type PictureKind = 'still-life' | 'sign' | 'scene' | 'technical';
/**
 * A picture is rendered as large as it will be looked at: 1080 pixels for what is shown in full, 720 for most products,
 * 480 for logos. None is ever enlarged: its greater variants are the rendering itself.
 */
export type Drawing = { kind: PictureKind; recipe: string; side: 480 | 720 | 1080 };

/** The side of the square the drawings are written for. */
const drawnSide = 1080;
const svgDensity = 72;

const draw: Record<PictureKind, (recipe: string) => string> = {
  'still-life': stillLife,
  sign,
  scene,
  technical: technicalSheet,
};

type Variant = { name: string; side: number; fit: 'inside' | 'cover'; quality: number };

/** inset: the whole picture inside a square of that side; outbound: cropped to fill it. */
const variants: readonly Variant[] = [
  { name: '240_inset', side: 240, fit: 'inside', quality: 78 },
  { name: '480_inset', side: 480, fit: 'inside', quality: 78 },
  { name: '480_outbound', side: 480, fit: 'cover', quality: 78 },
  { name: '720_inset', side: 720, fit: 'inside', quality: 76 },
  { name: '1080_inset', side: 1080, fit: 'inside', quality: 74 },
];
const portraitVariant = '480_inset_portrait';
const portraitSize = { width: 480, height: 640 };
/** Steps of libwebp: beyond 2, each costs twice the time for 5 % of the bytes; large pictures are rarely fetched. */
const effortFor = (side: number): number => (side > 480 ? 1 : 2);

/** Changes when the drawings do, so that files of an older look are never taken for these. */
const drawingEdition = 1;

/** The names of the files a picture is kept under: '{stem}-{variant}.webp'. */
export function stemOf({ kind, recipe, side }: Drawing): string {
  return createHash('sha256').update(`${drawingEdition}:${kind}:${side}:${recipe}`).digest('hex').slice(0, 20);
}

export function fileNamesOf(drawing: Drawing): string[] {
  const names = variants.map((variant) => variant.name);
  if (drawing.kind === 'technical') names.push(portraitVariant);
  return names.map((name) => `${stemOf(drawing)}-${name}.webp`);
}

async function writePicture(drawing: Drawing, files: PictureFiles): Promise<void> {
  const stem = stemOf(drawing);
  // Its files are written in order: with the last one, all are there.
  const last = fileNamesOf(drawing).at(-1);
  if (last && (await files.hasImage(last))) return;
  const svg = draw[drawing.kind](drawing.recipe);
  const { data, info } = await sharp(Buffer.from(svg), { density: (svgDensity * drawing.side) / drawnSide })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rendered = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const largest = Math.max(info.width, info.height);
  const isSquare = info.width === info.height;
  const made = new Map<number, Buffer>();

  for (const { name, side, fit, quality } of variants) {
    const shown = Math.min(side, largest);
    const isWhole = fit === 'inside' || isSquare;
    let bytes = isWhole ? made.get(shown) : undefined;
    if (!bytes) {
      const resized =
        isWhole && shown === largest ? rendered() : rendered().resize({ width: shown, height: shown, fit });
      bytes = await resized.webp({ quality, effort: effortFor(shown) }).toBuffer();
      if (isWhole) made.set(shown, bytes);
    }
    await files.putImage(`${stem}-${name}.webp`, bytes);
  }
  if (drawing.kind === 'technical') {
    const bytes = await rendered()
      .resize(portraitSize)
      .webp({ quality: 78, effort: effortFor(portraitSize.width) })
      .toBuffer();
    await files.putImage(`${stem}-${portraitVariant}.webp`, bytes);
  }
}

/** Draws and writes every picture once, two at a time: one thread each keeps two cores busy. */
export async function writePictures(
  drawings: readonly Drawing[],
  files: PictureFiles,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const distinct = [...new Map(drawings.map((drawing) => [stemOf(drawing), drawing])).values()];
  const threadsBefore = sharp.concurrency();
  sharp.concurrency(1);
  let next = 0;
  let done = 0;

  async function worker(): Promise<void> {
    for (let drawing = distinct[next++]; drawing; drawing = distinct[next++]) {
      await writePicture(drawing, files);
      done += 1;
      progress(done, distinct.length);
    }
  }

  try {
    await Promise.all([worker(), worker()]);
  } finally {
    sharp.concurrency(threadsBefore);
  }
}
