// What is taken along, in words and sizes: the name of a town in an address, and which of a picture's sizes a screen shows.

import { fold } from './search/search-words.ts';
import { formatDateTime } from './time/dates.ts';

/** 'Étain' → 'etain', as it stands in an address. */
export const townSlug = (name: string): string => fold(name).replace(/[^a-z0-9]+/g, '-');

/** How a screen shows pictures. */
export interface Screen {
  /** CSS pixels. */
  width: number;
  /** Of its own pixels to one of those. */
  density: number;
  /** Where data are spared half the size will do. */
  sparing: boolean;
}

/** Of a card in a grid, and of the pictures of a product's page: as their `sizes` say. */
const cardWidth = (width: number) => {
  if (width >= 1200) return 290;
  if (width >= 1024) return width * 0.23;
  return width * (width >= 640 ? 0.29 : 0.46);
};
const largeWidth = (width: number) => {
  if (width >= 1280) return 620;
  return width * (width >= 768 ? 0.5 : 0.94);
};

/** As browsers choose: a smaller picture where it is nearer to what is wanted than the next larger one. */
function chosen<W extends string>(widths: readonly W[], smallest: W, pixels: number): W {
  return widths.reduce((best, next) => (pixels > Math.sqrt(Number(best) * Number(next)) ? next : best), smallest);
}

export function shownWidths({ width, density, sparing }: Screen) {
  const pixels = (shown: number) => (shown * density) / (sparing ? 2 : 1);
  return {
    card: chosen(['480', '720'] as const, '240' as '240' | '480' | '720', pixels(cardWidth(width))),
    large: chosen(['480', '720', '1080'] as const, '240' as '240' | '480' | '720' | '1080', pixels(largeWidth(width))),
  };
}

/** How one that was asked for stands. */
export interface TakenProgress {
  at: number | null;
  underway: boolean;
  done: number;
  total: number;
  trouble: 'network' | 'full' | null;
}

/**
 * waiting: another one is taken first; taking: on its way; whole: all of it is here; broken: it goes on where it was;
 * full: the device has no room for it.
 */
export type TakenState = 'waiting' | 'taking' | 'whole' | 'broken' | 'full';

export function takenState({ at, underway, total, trouble }: TakenProgress): TakenState {
  if (underway) return total > 0 ? 'taking' : 'waiting';
  if (trouble === 'full' && at === null) return 'full';
  return at === null ? 'broken' : 'whole';
}

/** '24/11 à 10:00'. */
const moment = (at: number): string => formatDateTime(new Date(at)).replace(/\/\d{4} /, ' ');

/** What is said of it: never more than is there. */
export function takenWords(thing: TakenProgress): string {
  const { at, done, total } = thing;
  switch (takenState(thing)) {
    case 'waiting':
      return 'En attente de son tour';
    case 'taking':
      return `${at === null ? 'En cours' : 'Mise à jour'}\u00a0: ${done} sur ${total}`;
    case 'full':
      return 'La place manque sur cet appareil';
    case 'broken':
      return total > 0 ? `Interrompu\u00a0: ${done} sur ${total}` : 'Interrompu avant le début';
    default:
      return `Gardé le ${moment(at ?? 0)}`;
  }
}
