// Appearance of the market: the name, colour and pictures of its app, as set in its folder.
import { eq, inArray } from 'drizzle-orm';
import { BRAND_COLOR_SETTING, isColor } from '#domain/brand-colors.ts';
import { siteNameOf } from '#domain/site-name.ts';
import type { Db, Tx } from '../db/client.ts';
import { configurations } from '../db/schema/content.ts';
import { images } from '../db/schema/pictures.ts';
import { ttlCache } from './ttl-cache.ts';

export const LOGO_SETTING = 'logo';
export const SCREENSHOT_SETTINGS = { narrow: 'phoneScreenshot', wide: 'desktopScreenshot' } as const;

declare module 'fastify' {
  interface FastifyInstance {
    appearance(): Promise<Appearance>;
  }
}

export interface Appearance {
  siteName: string;
  /** Below the icon of the installed app. */
  shortName: string;
  description: string;
  /** '#1f5a41'; null for the colours of the style sheet. */
  brandColor: string | null;
  /** Stems of pictures; null without one. */
  logo: string | null;
  screenshots: { narrow: string | null; wide: string | null };
}

const SHORT_NAME = 'shortName';
/** Used for the frame of the app only. */
export const appearanceSettings = [
  SHORT_NAME,
  BRAND_COLOR_SETTING,
  LOGO_SETTING,
  ...Object.values(SCREENSHOT_SETTINGS),
];
const keys = ['siteName', 'tagline', 'defaultDescription', ...appearanceSettings];

export async function readAppearance(tx: Tx): Promise<Appearance> {
  const { key, value, valueImageId } = configurations;
  const rows = await tx
    .select({ key, value, stem: images.stem })
    .from(configurations)
    .leftJoin(images, eq(images.id, valueImageId))
    .where(inArray(key, keys));
  const of = (wanted: string) => rows.find((row) => row.key === wanted);
  const textOf = (wanted: string) => of(wanted)?.value ?? '';
  const stemOf = (wanted: string) => of(wanted)?.stem ?? null;
  const siteName = siteNameOf(textOf('siteName'));
  const brandColor = textOf(BRAND_COLOR_SETTING);
  return {
    siteName,
    shortName: textOf(SHORT_NAME) || siteName,
    description: textOf('defaultDescription') || textOf('tagline'),
    brandColor: isColor(brandColor) ? brandColor : null,
    logo: stemOf(LOGO_SETTING),
    screenshots: { narrow: stemOf(SCREENSHOT_SETTINGS.narrow), wide: stemOf(SCREENSHOT_SETTINGS.wide) },
  };
}

/** As old as the pages' other answers at most. */
const TTL_MS = 1000;
export function appearanceReader(db: Db): () => Promise<Appearance> {
  const recent = ttlCache(TTL_MS, readAppearance);
  return () => recent(db);
}
