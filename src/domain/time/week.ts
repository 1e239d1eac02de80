// Weeks from Monday to Sunday, as days 'YYYY-MM-DD'.
// Arithmetic on days, so that daylight saving has no effect.
import { formatLongDay } from './dates.ts';

export const DAYS_OF_WEEK = 7;
const DAY = 86_400_000;

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);

/** So many days later, or earlier. */
export const dayAfter = (day: string, days: number): string =>
  new Date(atNoon(day).getTime() + days * DAY).toISOString().slice(0, 10);

/** 0 on Monday, 6 on Sunday. */
export const weekdayOf = (day: string) => (atNoon(day).getUTCDay() + 6) % DAYS_OF_WEEK;

/** The Monday of the week. */
export const mondayOf = (day: string): string => dayAfter(day, -weekdayOf(day));

/** The seven days of the week. */
export const daysOf = (monday: string): string[] =>
  Array.from({ length: DAYS_OF_WEEK }, (_, index) => dayAfter(monday, index));

/** Does such a day exist? */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(atNoon(text).getTime()) && dayAfter(text, 0) === text;

/** 'du 23 au 29 novembre 2026', 'du 30 novembre au 6 décembre 2026', 'du 28 décembre 2026 au 3 janvier 2027' */
export function weekWords(monday: string): string {
  const from = formatLongDay(monday).split(' ');
  const to = formatLongDay(dayAfter(monday, DAYS_OF_WEEK - 1)).split(' ');
  while (from.length > 1 && from.at(-1) === to[from.length - 1]) from.pop();
  return `du ${from.join(' ')} au ${to.join(' ')}`;
}
