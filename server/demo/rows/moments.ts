// The moments of the demo's history, counted back from the day it is filled.
import { parisDay } from '#domain/time/dates.ts';

const dayLength = 24 * 60 * 60 * 1000;

/** Moments counted from the one at which the market is filled; none of them is ahead of it unless asked for. */
export type Moments = {
  now: Date;
  /** An instant so many days ago, fractions allowed. */
  ago(days: number): Date;
  /** The day in Paris so many days from now, 'YYYY-MM-DD'. */
  dayIn(days: number): string;
};

export function momentsFrom(now: Date): Moments {
  return {
    now,
    ago: (days) => new Date(now.getTime() - Math.max(0, days) * dayLength),
    dayIn: (days) => parisDay(new Date(now.getTime() + days * dayLength)),
  };
}
