// The week of an instant in Europe/Paris.
import { parisDay } from '#domain/time/dates.ts';

const DAY_MS = 86_400_000;

/** The Monday of the week that an instant falls in, Europe/Paris, as 'YYYY-MM-DD'. */
export function mondayOf(instant: Date): string {
  const day = new Date(`${parisDay(instant)}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/** Is this instant (ISO 8601) in the same week as `now`, or later? */
export function isThisWeek(instant: string, now: Date): boolean {
  return parisDay(new Date(instant)) >= mondayOf(now);
}
