// Texts of a round: days, distances, hours, directions.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { formatDistance } from '#domain/geo.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { type RoundStop, usefulFrom } from '#domain/round/round-stops.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { parisDay } from '#domain/time/dates.ts';
import {
  dayNamed,
  daysLater,
  hourOf,
  minutesOpen,
  momentOf,
  nextWindow,
  opennessOf,
  shortHourOf,
  todayWords,
} from '#domain/time/open-when.ts';

/** From this distance on decimals are omitted. */
const WHOLE_FROM_KM = 10;

/** 'environ 34 km à vol d’oiseau'; null without a distance. */
export function wayWords(km: number): string | null {
  if (km === 0) return null;
  return `environ ${km < WHOLE_FROM_KM ? formatDistance(km) : `${Math.round(km)}\u00a0km`} à vol d’oiseau`;
}

/** '3 arrêts' */
export const stopsWords = (count: number): string => countWithNoun(count, 'arrêt');

/** 'Aujourd’hui', 'Demain', 'Samedi 28 novembre', 'Fermés pour longtemps'. */
export function dayWords(day: string | null, now: Date): string {
  if (day === null) return 'Fermés pour longtemps';
  const today = parisDay(now);
  if (day === today) return 'Aujourd’hui';
  if (day === daysLater(today, 1)) return 'Demain';
  const words = dayNamed(day, today);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface HoursWords {
  tone: 'green' | 'straw' | 'brick' | 'quiet';
  /** 'Ouvert' */
  state: string;
  /** 'ferme à 18 h 00'; null if unknown. */
  next: string | null;
  /** 'Ouvert aujourd’hui 9 h 00 – 12 h 00'; after closing 'Demain 14 h 00 – 18 h 00'. */
  hours: string | null;
}

/** A closing in this time is highlighted. */
const SOON_MINUTES = 60;
const MINUTE_MS = 60_000;

/** Whether the place is open; null without opening hours. */
export function visitHoursText(stop: RoundStop, now: Date): HoursWords | null {
  const openness = opennessOf(stop.hours, now);
  if (!openness) return null;
  const { open, today, next } = openness;
  const hours = open || today ? todayWords(stop.hours, now) : nextDayWords(stop, now);
  if (!open) {
    const isAllDay = minutesOpen(stop.hours, parisDay(now)).length === 0;
    return { tone: 'quiet', state: isAllDay ? 'Fermé aujourd’hui' : 'Fermé', next, hours };
  }
  const closesSoon = opennessOf(stop.hours, new Date(now.getTime() + SOON_MINUTES * MINUTE_MS))?.open !== true;
  return { tone: closesSoon ? 'straw' : 'green', state: closesSoon ? 'Ferme bientôt' : 'Ouvert', next, hours };
}

/** All opening hours of the next open day. */
function nextDayWords({ hours }: RoundStop, now: Date): string | null {
  const window = nextWindow(hours, momentOf(now));
  if (!window) return null;
  const windows = minutesOpen(hours, window.day).map(({ from, to }) => `${hourOf(from)} – ${hourOf(to)}`);
  return `${dayWords(window.day, now)} ${windows.join(', ')}`;
}

/**
 * 'Prêt à partir du jeudi 26 novembre, 9 h 30', 'Retrait prévu jeudi 26 novembre', for several orders 'Rien de prêt avant demain, 11 h'; null if
 * something is ready.
 */
export function notBeforeWords(stop: RoundStop, now: Date): string | null {
  const { day, minutes } = usefulFrom(stop, now);
  const present = usefulFrom({ parts: [] }, now);
  if (day === present.day && minutes === present.minutes) return null;
  const slot = stop.parts.length === 1 ? stop.parts[0]?.slot : null;
  if (slot) return collectionWords(slot, now);
  const when = day === present.day ? '' : `${dayWords(day, now).toLowerCase()}, `;
  if (stop.parts.length > 1) return `Rien de prêt avant ${when}${shortHourOf(minutes)}`;
  return `Prêt à partir ${/\d/.test(when) ? 'du' : 'de'} ${when}${shortHourOf(minutes)}`;
}

/** 'à 4,2 km du départ', 'à 4,2 km de l’arrêt 2'. */
export function legWords(km: number, number: number, isFirst: boolean): string {
  return `à ${formatDistance(km)} ${isFirst ? 'du départ' : `de l’arrêt ${number - 1}`}`;
}

const pointOf = ({ latitude, longitude }: GeoCoordinates) => `${latitude},${longitude}`;

/**
 * Directions to a stop: on Android a geo link, which may work offline; otherwise OpenStreetMap. By address without a
 * position; null without both.
 */
export function directionsTo(
  { name, position, address }: Pick<RoundStop, 'name' | 'position' | 'address'>,
  { start, isAndroid }: { start: GeoCoordinates | null; isAndroid: boolean },
): string | null {
  if (!position && address.length === 0) return null;
  if (isAndroid) {
    const label = position ? `${pointOf(position)}(${name})` : [name, ...address].join(', ');
    return `geo:${position ? pointOf(position) : '0,0'}?q=${encodeURIComponent(label)}`;
  }
  const query = new URLSearchParams({
    ...(start && { from: pointOf(start) }),
    to: position ? pointOf(position) : address.join(', '),
  });
  return `https://www.openstreetmap.org/directions?${query}`;
}
