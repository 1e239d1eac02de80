// Draws a picture from a line of words, and writes it in every size.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { variantNames, writeVariants } from '../services/picture-variants.ts';
import type { Storage } from '../services/storage.ts';
import { banner } from './banners.ts';
import { logo } from './logo.ts';
import { scene, sign } from './scenes.ts';
import { stillLife } from './still-life.ts';
import { technicalSheet } from './technical.ts';

/**
 * The pictures of the market: each is drawn from a line of words, rendered once, and written in every size as WebP.
 * A picture is known by the hash of what it shows, so things that look the same share one set of files.
 */

export type PictureFiles = Pick<Storage, 'putImage' | 'hasImage'>;

/** 'still-life' is square, 'sign' (the logo of a shop) too, 'scene' is 3 by 2, 'banner' and 'logo' 2 by 1, 'technical' an upright sheet. */
export type PictureKind = 'still-life' | 'sign' | 'scene' | 'banner' | 'logo' | 'technical';
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
  banner,
  logo,
  technical: technicalSheet,
};

/** As SVG; throws when its words name nothing that can be drawn. */
export const svgOf = ({ kind, recipe }: Drawing): string => draw[kind](recipe);

/** Changes when the drawings do, so that files of an older look are never taken for these. */
const drawingEdition = 3;

/** The names of the files a picture is kept under: '{stem}-{variant}.webp'. */
export function stemOf({ kind, recipe, side }: Drawing): string {
  return createHash('sha256').update(`${drawingEdition}:${kind}:${side}:${recipe}`).digest('hex').slice(0, 20);
}

export const fileNamesOf = (drawing: Drawing): string[] =>
  variantNames(stemOf(drawing), { portrait: drawing.kind === 'technical' });

async function writePicture(drawing: Drawing, files: PictureFiles): Promise<void> {
  const stem = stemOf(drawing);
  // Its files are written in order: with the last one, all are there.
  const last = fileNamesOf(drawing).at(-1);
  if (last && (await files.hasImage(last))) return;
  const svg = svgOf(drawing);
  const { data, info } = await sharp(Buffer.from(svg), { density: (svgDensity * drawing.side) / drawnSide })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await writeVariants(stem, { data, ...info }, files, { portrait: drawing.kind === 'technical' });
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
