// Picture file: the picture of a page as a JPEG, for apps that take no other.
import type { Image as MarketImage } from '#contract/fields/values.ts';
import { pictureUrl } from '#ui/media/picture.tsx';

/** A sheet opens for a moment after the tap only: a slow picture is left out, milliseconds. */
const PICTURE_TIMEOUT_MS = 1000;

async function draw(path: string): Promise<Blob | null> {
  const picture = new Image();
  picture.src = path;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

/** Null without a picture in time. */
export async function pictureFile(title: string, image: MarketImage | undefined): Promise<File | null> {
  if (!image) return null;
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), PICTURE_TIMEOUT_MS));
  const blob = await Promise.race([draw(pictureUrl(image['720_inset_path'])).catch(() => null), tooLate]);
  return blob && new File([blob], `${title}.jpg`, { type: blob.type });
}
