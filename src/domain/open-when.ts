// When a shop is open. Times are those of Europe/Paris.
import type { ClosedDays, OpeningHours } from '#contract/values.ts';
import { formatDayAndWeekday, parisDay, parisTime } from './dates.ts';
import { formatHour, WEEKDAY_NAMES, windowsOf } from './opening-hours.ts';

/** What a shop says of its hours. */
export interface Hours {
  openingHours: readonly OpeningHours[];
  closedDays?: readonly ClosedDays[] | undefined;
}

/** `minutes` since midnight. */
export interface Moment {
  /** 'YYYY-MM-DD'. */
  day: string;
  minutes: number;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
/** A shop that is closed for longer is not waited for. */
const LOOKED_AHEAD_DAYS = 120;
/** A weekday names no other day within this many. */
const WEEK_DAYS = 7;

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
/** Of 'YYYY-MM-DD'. */
export const weekdayOf = (day: string) => WEEKDAYS[noonOf(day).getUTCDay()] ?? 'sunday';

export function daysLater(day: string, count: number): string {
  const at = noonOf(day);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

function minutesOf(hour: string): number {
  const digits = hour.replace(':', '');
  return Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
}

export const momentOf = (at: Date): Moment => ({ day: parisDay(at), minutes: minutesOf(parisTime(at)) });

const twoDigits = (number: number) => `${number}`.padStart(2, '0');
/** '09:30', as calendars want it, of minutes since midnight. */
export const clockOf = (minutes: number): string => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
/** '09 h 30'. */
export const hourOf = (minutes: number): string => formatHour(clockOf(minutes));

/** When it is open on a day, earliest first. */
function windowsOn({ openingHours, closedDays = [] }: Hours, day: string): { from: string; to: string }[] {
  if (closedDays.some(({ from, to }) => from <= day && day <= to)) return [];
  const weekday = weekdayOf(day);
  return openingHours
    .filter(({ days }) => days.includes(weekday))
    .flatMap(windowsOf)
    .toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from));
}

/** The same in minutes since midnight. */
export const minutesOpen = (shop: Hours, day: string): { from: number; to: number }[] =>
  windowsOn(shop, day).map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));

/** The window that is open at this moment or opens next, in minutes since midnight; null when none does for months. */
export function nextWindow(shop: Hours, { day, minutes }: Moment): { day: string; from: number; to: number } | null {
  for (let count = 0; count <= LOOKED_AHEAD_DAYS; count += 1) {
    const on = daysLater(day, count);
    const since = count === 0 ? minutes : 0;
    const window = windowsOn(shop, on).find(({ to }) => minutesOf(to) > since);
    if (window) return { day: on, from: minutesOf(window.from), to: minutesOf(window.to) };
  }
  return null;
}

/** The first moment from this one on at which it is open. */
export function whenOpen(shop: Hours, moment: Moment): Moment | null {
  const window = nextWindow(shop, moment);
  if (!window) return null;
  const since = window.day === moment.day ? moment.minutes : 0;
  return { day: window.day, minutes: Math.max(since, window.from) };
}

export const saysHours = ({ openingHours }: Hours): boolean =>
  openingHours.some((row) => row.days.length > 0 && windowsOf(row).length > 0);

/** 'Ouvert aujourd’hui 09 h 00 – 12 h 00, 14 h 00 – 18 h 00', 'Fermé aujourd’hui'; null when the shop says no hours. */
export function todayWords(shop: Hours, now: Date): string | null {
  if (!saysHours(shop)) return null;
  const windows = windowsOn(shop, parisDay(now)).map(({ from, to }) => `${formatHour(from)} – ${formatHour(to)}`);
  return windows.length === 0 ? 'Fermé aujourd’hui' : `Ouvert aujourd’hui ${windows.join(', ')}`;
}

export interface Openness {
  open: boolean;
  /** Whether what comes next comes today. */
  today: boolean;
  /** 'ferme à 18 h 00', 'ouvre à 14 h 00', 'ouvre demain à 09 h 00', 'ouvre lundi à 09 h 00', 'ouvre le samedi 5 décembre'; null when closed for months. */
  next: string | null;
}

/** Whether it is open, and until or from when on; null when the shop says no hours. */
export function opennessOf(shop: Hours, now: Date): Openness | null {
  if (!saysHours(shop)) return null;
  const { day, minutes } = momentOf(now);
  const window = nextWindow(shop, { day, minutes });
  if (!window) return { open: false, today: false, next: null };
  if (window.day === day) {
    const open = window.from <= minutes;
    return { open, today: true, next: open ? `ferme à ${hourOf(window.to)}` : `ouvre à ${hourOf(window.from)}` };
  }
  const at = `à ${hourOf(window.from)}`;
  if (window.day === daysLater(day, 1)) return { open: false, today: false, next: `ouvre demain ${at}` };
  if (window.day < daysLater(day, WEEK_DAYS)) {
    return { open: false, today: false, next: `ouvre ${WEEKDAY_NAMES[weekdayOf(window.day)]} ${at}` };
  }
  return { open: false, today: false, next: `ouvre le ${formatDayAndWeekday(window.day)}` };
}

/** 'Ouvert', 'Ouvre à 14 h 00', 'Fermé': where a list has room for a word or two. */
export const shortOpenness = ({ open, today, next }: Openness): string => {
  if (open) return 'Ouvert';
  return today && next ? `O${next.slice(1)}` : 'Fermé';
};
