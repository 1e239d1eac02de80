// Store opening: open, next opening and closing, in Europe/Paris.
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import { formatDayAndWeekday, formatLongDay, parisDay, parisTime } from './dates.ts';
import { formatHour, WEEKDAY_NAMES, windowsOf } from './opening-hours.ts';

/** Opening hours and closing periods of a store. */
export interface StoreHours {
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
/** Later dates would need five digits. */
const LAST_DAY = '9998-12-31';
/** Days further away include the year. */
const YEAR_NEEDED_AFTER_DAYS = 300;
/** Nearer days are named by their weekday alone. */
const WEEK_DAYS = 7;

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
/** `day`: 'YYYY-MM-DD'. */
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
/** Minutes since midnight → '09:30', for calendars. */
export const formatClock = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
/** '9 h 30'. */
export const hourOf = (minutes: number): string => formatHour(formatClock(minutes % DAY_MINUTES));

/** '9 h', '9 h 30', 'minuit': for sentences about one moment. */
export const shortHourOf = (minutes: number): string =>
  minutes % DAY_MINUTES === 0 ? 'minuit' : hourOf(minutes).replace(/\u00a000$/, '');

const DAY_MINUTES = 24 * 60;

/** Windows that begin on a day, minutes since midnight, earliest first; a window past midnight ends above 24 h. */
export function windowsBegunOn(
  { openingHours, closedDays = [] }: StoreHours,
  day: string,
): { from: number; to: number }[] {
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

/** Open windows of a day, including the rest of the previous night; minutes since midnight, earliest first. */
export function minutesOpen(store: StoreHours, day: string): { from: number; to: number }[] {
  const before = windowsBegunOn(store, daysLater(day, -1)).filter(({ to }) => to > DAY_MINUTES);
  return [
    ...before.map(({ to }) => ({ from: 0, to: to - DAY_MINUTES })),
    ...windowsBegunOn(store, day).map(({ from, to }) => ({ from, to: Math.min(to, DAY_MINUTES) })),
  ];
}

/** The end of a window, which may be in the night after. */
function endOf(store: StoreHours, day: string, to: number): number {
  const [next] = to === DAY_MINUTES ? minutesOpen(store, daysLater(day, 1)) : [];
  return next?.from === 0 ? DAY_MINUTES + next.to : to;
}

/** The current window or the next one, minutes since midnight; null if there is none. */
export function nextWindow(
  store: StoreHours,
  { day, minutes }: Moment,
): { day: string; from: number; to: number } | null {
  const { closedDays = [] } = store;
  let on = day;
  // Skips each closing period at once; otherwise one full week is enough.
  for (let count = 0; count <= (WEEK_DAYS + 1) * (closedDays.length + 1); count += 1) {
    const since = on === day ? minutes : 0;
    const window = minutesOpen(store, on).find(({ to }) => to > since);
    if (window) return { day: on, from: window.from, to: endOf(store, on, window.to) };
    const closed = closedDays.find(({ from, to }) => from <= on && on <= to);
    on = daysLater(closed?.to ?? on, 1);
    if (on > LAST_DAY || on < day) return null;
  }
  return null;
}

/** The first open moment from this one on. */
export function whenOpen(store: StoreHours, moment: Moment): Moment | null {
  const window = nextWindow(store, moment);
  if (!window) return null;
  const since = window.day === moment.day ? moment.minutes : 0;
  return { day: window.day, minutes: Math.max(since, window.from) };
}

export const hasOpeningHours = ({ openingHours }: StoreHours): boolean =>
  openingHours.some((row) => row.days.length > 0 && windowsOf(row).length > 0);

/**
 * 'Ouvert aujourd’hui 9 h 00 – 12 h 00, 14 h 00 – 18 h 00' until the last closing of the day, then 'Ouvre demain à 9 h';
 * null without opening hours.
 */
export function todayWords(store: StoreHours, now: Date): string | null {
  const openness = opennessOf(store, now);
  if (!openness?.today) return openness && shortOpenness(openness);
  const windows = windowsBegunOn(store, parisDay(now)).map(({ from, to }) => `${hourOf(from)} – ${hourOf(to)}`);
  return windows.length === 0 ? openSentence(openness) : `Ouvert aujourd’hui ${windows.join(', ')}`;
}

/** 'samedi 5 décembre'; with the year if it is far away. */
export const dayNamed = (day: string, today: string): string =>
  day > daysLater(today, YEAR_NEEDED_AFTER_DAYS) ? formatLongDay(day) : formatDayAndWeekday(day);

/** A later day: 'demain', 'lundi', 'le samedi 5 décembre'. */
export function namedDay(day: string, today: string): string {
  if (day === daysLater(today, 1)) return 'demain';
  return day < daysLater(today, WEEK_DAYS) ? WEEKDAY_NAMES[weekdayOf(day)] : `le ${dayNamed(day, today)}`;
}

export interface Openness {
  open: boolean;
  /** The next change is today. */
  today: boolean;
  /**
   * 'ferme à 18 h', 'ouvre à 14 h', 'ouvre demain à 8 h 30', 'ouvre lundi à 9 h', 'ouvre le samedi 5 décembre'; null
   * if it never opens again.
   */
  next: string | null;
}

/** Whether the store is open, and its next change; null without opening hours. */
export function opennessOf(store: StoreHours, now: Date): Openness | null {
  if (!hasOpeningHours(store)) return null;
  const { day, minutes } = momentOf(now);
  const window = nextWindow(store, { day, minutes });
  if (!window) return { open: false, today: false, next: null };
  if (window.day === day) {
    const open = window.from <= minutes;
    return {
      open,
      today: true,
      next: open ? `ferme à ${shortHourOf(window.to)}` : `ouvre à ${shortHourOf(window.from)}`,
    };
  }
  const at = window.day < daysLater(day, WEEK_DAYS) ? ` à ${shortHourOf(window.from)}` : '';
  return { open: false, today: false, next: `ouvre ${namedDay(window.day, day)}${at}` };
}

/** Short form for lists: 'Ouvert', 'Ouvre à 14 h', 'Ouvre demain à 8 h 30'. A closed store says when it opens. */
export const shortOpenness = ({ open, next }: Openness): string => {
  if (open) return 'Ouvert';
  return next ? `O${next.slice(1)}` : 'Fermé jusqu’à nouvel ordre';
};

/** 'Ouvert, ferme à 18 h', 'Ouvre demain à 8 h 30'. */
export const openSentence = (openness: Openness): string =>
  openness.open && openness.next ? `Ouvert, ${openness.next}` : shortOpenness(openness);
