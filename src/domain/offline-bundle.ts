// Offline bundles: picture widths of this screen, and the texts of a download's state.

import { foldText } from './search/search-words.ts';
import { formatDateTime } from './time/dates.ts';

/** 'Étain' → 'etain', for addresses. */
export const townSlug = (name: string): string => foldText(name).replace(/[^a-z0-9]+/g, '-');

/** Picture-related properties of a screen. */
export interface PictureScreen {
  /** CSS pixels. */
  width: number;
  /** Device pixels per CSS pixel. */
  density: number;
  /** With the data saver, half the size is enough. */
  sparing: boolean;
}

/** Width of a card in a grid, and of the pictures on a product page, as in their `sizes`. */
const cardWidth = (width: number) => {
  if (width >= 1200) return 290;
  if (width >= 1024) return width * 0.23;
  return width * (width >= 640 ? 0.29 : 0.46);
};
const largeWidth = (width: number) => {
  if (width >= 1280) return 620;
  return width * (width >= 768 ? 0.5 : 0.94);
};

/** Chooses like browsers do: the smaller width if it is closer to the wanted pixels. */
function chosen<W extends string>(widths: readonly W[], smallest: W, pixels: number): W {
  return widths.reduce((best, next) => (pixels > Math.sqrt(Number(best) * Number(next)) ? next : best), smallest);
}

export function pictureWidths({ width, density, sparing }: PictureScreen) {
  const pixels = (shown: number) => (shown * density) / (sparing ? 2 : 1);
  return {
    card: chosen(['480', '720'] as const, '240' as '240' | '480' | '720', pixels(cardWidth(width))),
    large: chosen(['480', '720', '1080'] as const, '240' as '240' | '480' | '720' | '1080', pixels(largeWidth(width))),
  };
}

/** Progress of a requested bundle. */
export interface BundleProgress {
  at: number | null;
  underway: boolean;
  done: number;
  total: number;
  trouble: 'network' | 'full' | null;
}

/**
 * waiting: queued behind another bundle; taking: downloading; whole: complete; broken: interrupted, continues later;
 * full: no space on the device.
 */
export type BundleState = 'waiting' | 'taking' | 'whole' | 'broken' | 'full';

export function bundleState({ at, underway, total, trouble }: BundleProgress): BundleState {
  if (underway) return total > 0 ? 'taking' : 'waiting';
  if (trouble === 'full' && at === null) return 'full';
  return at === null ? 'broken' : 'whole';
}

/** '24/11 à 10:00'. */
const moment = (at: number): string => formatDateTime(new Date(at)).replace(/\/\d{4} /, ' ');

/** Status line of a bundle; claims no more than is stored. */
export function bundleStatusText(thing: BundleProgress): string {
  const { at, done, total } = thing;
  switch (bundleState(thing)) {
    case 'waiting':
      return 'En attente de son tour';
    case 'taking':
      return `${at === null ? 'Téléchargement' : 'Mise à jour'}\u00a0: ${done} sur ${total}`;
    case 'full':
      return 'La place manque sur cet appareil';
    case 'broken':
      return total > 0 ? `Interrompu\u00a0: ${done} sur ${total}` : 'Interrompu avant le début';
    default:
      return `Gardé le ${moment(at ?? 0)}`;
  }
}
