// App icons: drawn from the market's logo, or its first letter on its colour, at their first request, and stored.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import sharp, { type Sharp } from 'sharp';
import { DEFAULT_BRAND, ON_BRAND, PAPER } from '#domain/brand-colors.ts';
import { escapeHtml } from '../runtime/html.ts';
import { originalName } from './picture-names.ts';
import { MAX_PIXELS } from './picture-sizes.ts';
import type { Storage } from './storage.ts';

export interface IconSource {
  /** Stem of a picture; null without one. */
  logo: string | null;
  shortName: string;
  brandColor: string | null;
}

interface IconForm {
  side: number;
  /** Part of the side that the drawing fills. */
  share: number;
  /** Part of the side; platforms round the others themselves. */
  radius: number;
}

const forms: Readonly<Record<string, IconForm>> = {
  'icon-192.png': { side: 192, share: 0.75, radius: 0.22 },
  'icon-512.png': { side: 512, share: 0.75, radius: 0.22 },
  // A platform may show the inner circle only.
  'icon-maskable-512.png': { side: 512, share: 0.57, radius: 0 },
  'apple-touch-icon.png': { side: 180, share: 0.75, radius: 0 },
};

/** Version of the drawing: browsers fetch icons again when their address changes. */
const DRAWING = 'app1';
const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
const MAX_CACHED = 20;

const firstLetter = ({ shortName }: IconSource) => (/[\p{L}\p{N}]/u.exec(shortName)?.[0] ?? 'É').toUpperCase();

/** Begins the names of the stored files: with the logo they are deleted by the cleanup of pictures. */
function sourceKey(source: IconSource): string {
  if (source.logo !== null) return `${source.logo}-${DRAWING}`;
  const drawn = JSON.stringify([firstLetter(source), source.brandColor ?? DEFAULT_BRAND]);
  return `letter-${createHash('sha256').update(drawn).digest('hex').slice(0, 40)}-${DRAWING}`;
}

/** Changes with the drawing. */
export const iconVersion = (source: IconSource): string =>
  createHash('sha256').update(sourceKey(source)).digest('hex').slice(0, 12);

export interface AppIcons {
  /** PNG; null for an unknown name. */
  icon(name: string, source: IconSource): Promise<Buffer> | null;
}

export function createAppIcons(storage: Storage): AppIcons {
  const cached = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED });

  async function load(file: string, source: IconSource, form: IconForm): Promise<Buffer> {
    const stored = await storage.files.read(file);
    if (stored) return stored;
    const original = source.logo === null ? null : await storage.files.read(originalName(source.logo));
    const icon = await (original ? drawLogo(original, form) : drawLetter(source, form)).then(toPng);
    await storage.files.put(file, icon);
    return icon;
  }

  return {
    icon(name, source) {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
      if (!form) return null;
      const file = `${sourceKey(source)}-${name}`;
      const known = cached.get(file);
      if (known) return known;
      const loading = load(file, source, form);
      cached.set(file, loading);
      loading.catch(() => cached.delete(file));
      return loading;
    },
  };
}

const toPng = (image: Sharp) => image.png({ palette: true, quality: 90, effort: 7 }).toBuffer();

/** A logo without transparency continues in the colour of its corner. */
async function drawLogo(original: Buffer, form: IconForm): Promise<Sharp> {
  const logo = sharp(original, { limitInputPixels: MAX_PIXELS, pages: 1 }).autoOrient().toColourspace('srgb');
  const { isOpaque } = await logo.clone().stats();
  const inner = Math.round(form.side * form.share);
  const drawing = await logo.clone().resize({ width: inner, height: inner, fit: 'inside' }).png().toBuffer();
  return layOut(drawing, isOpaque ? await cornerColor(drawing) : PAPER, form);
}

async function cornerColor(picture: Buffer): Promise<string> {
  const corner = await sharp(picture).removeAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  return `#${corner.toString('hex').slice(0, 6)}`;
}

async function drawLetter(source: IconSource, form: IconForm): Promise<Sharp> {
  const inner = Math.round(form.side * form.share * 0.8);
  const text = `<span foreground="${ON_BRAND}">${escapeHtml(firstLetter(source))}</span>`;
  const letter = sharp({
    text: { text, font: 'DejaVu Sans Bold', fontfile: FONT, rgba: true, width: inner, height: inner },
  });
  return layOut(await letter.png().toBuffer(), source.brandColor ?? DEFAULT_BRAND, form);
}

async function layOut(drawing: Buffer, background: string, { side, radius }: IconForm): Promise<Sharp> {
  const round = Math.round(side * radius);
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${round}" fill="${background}"/></svg>`;
  return sharp(Buffer.from(ground)).composite([{ input: drawing, gravity: 'centre' }]);
}

interface Size {
  width: number;
  height: number;
}

/** A function that reads the size of a picture; known ones are cached, since a picture never changes under its name. */
export function createSizeReader(storage: Storage): (stem: string) => Promise<Size | null> {
  const cached = new LRUCache<string, Size>({ max: MAX_CACHED });
  return async (stem) => {
    const known = cached.get(stem);
    if (known) return known;
    const original = await storage.files.read(originalName(stem));
    const { width, height } = original ? await sharp(original).metadata() : {};
    if (!width || !height) return null;
    cached.set(stem, { width, height });
    return { width, height };
  };
}

/** Width and height within a square. */
export function sizeInside({ width, height }: Size, side: number): string {
  const scale = Math.min(1, side / Math.max(width, height));
  return `${Math.round(width * scale)}x${Math.round(height * scale)}`;
}
