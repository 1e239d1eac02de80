// Reads picture files from a camera or a folder.
// Guarantee: a file of another type, or too large for this device, is refused with a reason before any processing.
import { pictureTypes } from '#contract/merchant/media.ts';

/** Limit of the chosen file; the upload is far smaller. */
const FILE_LIMIT_MB = 30;
const MEGA = 1_000_000;
/** More cannot be decoded on a small device. */
const PIXELS_AT_MOST = 40 * MEGA;

export const acceptedTypes = pictureTypes.join(',');

export interface ReadFile {
  key: string;
  file: File;
  /** URL of the preview; null without a picture. */
  url: string | null;
  problem: string | null;
}

/** French, for the line of the file. */
export const problems = {
  type: 'Format non accepté\u00a0: choisissez une image JPEG, PNG ou WebP.',
  heavy: `Cette image est trop lourde\u00a0: ${FILE_LIMIT_MB}\u00a0Mo au maximum.`,
  large: `Cette image est trop grande\u00a0: ${PIXELS_AT_MOST / MEGA} millions de pixels au maximum.`,
  broken: 'Cette image est illisible.',
} as const;

/** Decides by the first bytes; the file name is ignored. */
export function isPicture(head: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  return isJpeg || text(0, 8) === '\x89PNG\r\n\x1a\n' || (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP');
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
  });
  return image;
}

async function problemOf(file: File, url: string): Promise<string | null> {
  try {
    if (!isPicture(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) return problems.type;
    if (file.size > FILE_LIMIT_MB * MEGA) return problems.heavy;
    // Checks the dimensions before decoding.
    const { naturalWidth, naturalHeight } = await loaded(url);
    if (naturalWidth * naturalHeight > PIXELS_AT_MOST) return problems.large;
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return problems.broken;
  }
}

let read = 0;

/** `url` is the caller's to give back. */
export async function readFile(file: File): Promise<ReadFile> {
  read += 1;
  const key = `${read} ${file.name}`;
  const url = URL.createObjectURL(file);
  const problem = await problemOf(file, url);
  if (problem === null) return { key, file, url, problem };
  URL.revokeObjectURL(url);
  return { key, file, url: null, problem };
}
