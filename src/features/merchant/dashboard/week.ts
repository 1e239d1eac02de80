// Calendar weeks of instants, in Europe/Paris.
import { parisDay } from '#domain/time/dates.ts';
import { mondayOf } from '#domain/time/week.ts';

/** The Monday of the week of an instant, 'YYYY-MM-DD'. */
export const mondayOfDate = (instant: Date): string => mondayOf(parisDay(instant));

/** Whether an instant (ISO 8601) is in the week of `now`, or later. */
export function isThisWeek(instant: string, now: Date): boolean {
  return parisDay(new Date(instant)) >= mondayOfDate(now);
}
