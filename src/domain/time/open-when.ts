// When a shop is open. Times are those of Europe/Paris.
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import { formatDayAndWeekday, formatLongDay, parisDay, parisTime } from './dates.ts';
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
/** What comes later has no date of four digits. */
const LAST_DAY = '9998-12-31';
/** A day that is further away is said with its year. */
const YEAR_SAID_DAYS = 300;
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
export const hourOf = (minutes: number): string => formatHour(clockOf(minutes % DAY_MINUTES));

const DAY_MINUTES = 24 * 60;

/** The windows that begin on a day, in minutes since its midnight, earliest first: one that ends in the night after goes beyond. */
function begunOn({ openingHours, closedDays = [] }: Hours, day: string): { from: number; to: number }[] {
  if (closedDays.some(({ from, to }) => from <= day && day <= to)) return [];
  const weekday = weekdayOf(day);
  return openingHours
    .filter(({ days }) => days.includes(weekday))
    .flatMap(windowsOf)
    .map((window) => {
      const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
      return { from, to: to > from ? to : to + DAY_MINUTES };
    })
    .toSorted((one, other) => one.from - other.from);
}

/** When it is open on a day, in minutes since its midnight, earliest first; the night before may reach into it. */
export function minutesOpen(shop: Hours, day: string): { from: number; to: number }[] {
  const before = begunOn(shop, daysLater(day, -1)).filter(({ to }) => to > DAY_MINUTES);
  return [
    ...before.map(({ to }) => ({ from: 0, to: to - DAY_MINUTES })),
    ...begunOn(shop, day).map(({ from, to }) => ({ from, to: Math.min(to, DAY_MINUTES) })),
  ];
}

/** The end of a window, which may be in the night after. */
function endOf(shop: Hours, day: string, to: number): number {
  const [next] = to === DAY_MINUTES ? minutesOpen(shop, daysLater(day, 1)) : [];
  return next?.from === 0 ? DAY_MINUTES + next.to : to;
}

/** The window that is open at this moment or opens next, in minutes since midnight; null when none ever does. */
export function nextWindow(shop: Hours, { day, minutes }: Moment): { day: string; from: number; to: number } | null {
  const { closedDays = [] } = shop;
  let on = day;
  // Each closure is left at once, and each week without one has been seen whole.
  for (let count = 0; count <= (WEEK_DAYS + 1) * (closedDays.length + 1); count += 1) {
    const since = on === day ? minutes : 0;
    const window = minutesOpen(shop, on).find(({ to }) => to > since);
    if (window) return { day: on, from: window.from, to: endOf(shop, on, window.to) };
    const closed = closedDays.find(({ from, to }) => from <= on && on <= to);
    on = daysLater(closed?.to ?? on, 1);
    if (on > LAST_DAY || on < day) return null;
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
  const windows = begunOn(shop, parisDay(now)).map(({ from, to }) => `${hourOf(from)} – ${hourOf(to)}`);
  return windows.length === 0 ? 'Fermé aujourd’hui' : `Ouvert aujourd’hui ${windows.join(', ')}`;
}

/** 'samedi 5 décembre'; with its year when it is far away. */
export const dayNamed = (day: string, today: string): string =>
  day > daysLater(today, YEAR_SAID_DAYS) ? formatLongDay(day) : formatDayAndWeekday(day);

export interface Openness {
  open: boolean;
  /** Whether what comes next comes today. */
  today: boolean;
  /** 'ferme à 18 h 00', 'ouvre à 14 h 00', 'ouvre demain à 09 h 00', 'ouvre lundi à 09 h 00', 'ouvre le samedi 5 décembre'; null when it never opens again. */
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
  return { open: false, today: false, next: `ouvre le ${dayNamed(window.day, day)}` };
}

/** 'Ouvert', 'Ouvre à 14 h 00', 'Fermé': where a list has room for a word or two. */
export const shortOpenness = ({ open, today, next }: Openness): string => {
  if (open) return 'Ouvert';
  return today && next ? `O${next.slice(1)}` : 'Fermé';
};
