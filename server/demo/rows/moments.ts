// Demo times, relative to the time of filling.
import { parisDay } from '#domain/time/dates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Times relative to the filling, in the past by default. */
export type Moments = {
  now: Date;
  /** Instant some days ago, with fractions. */
  ago(days: number): Date;
  /** Day in Paris some days from now, 'YYYY-MM-DD'. */
  dayIn(days: number): string;
};

export function momentsFrom(now: Date): Moments {
  return {
    now,
    ago: (days) => new Date(now.getTime() - Math.max(0, days) * DAY_MS),
    dayIn: (days) => parisDay(new Date(now.getTime() + days * DAY_MS)),
  };
}
