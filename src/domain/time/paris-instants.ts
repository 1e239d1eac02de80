// Instants of local times in Paris, also where the clocks change.
import { parisDay, parisTime } from './dates.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Offset of Paris from UTC at that instant, milliseconds. */
function parisAhead(instant: Date): number {
  return Date.parse(`${parisDay(instant)}T${parisTime(instant)}:00Z`) - Math.floor(instant.getTime() / MINUTE) * MINUTE;
}

/**
 * The instant of a local time in Paris. A time that spring skips gives the time after the jump; a time that autumn
 * repeats gives the first.
 */
export function instantInParis(day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  // The offset of the day before and of the day after differ where the clocks change.
  const [before = 0, after = 0] = [-DAY, DAY].map((offset) => parisAhead(new Date(shown + offset)));
  const first = new Date(shown - before);
  return parisAhead(first) === before
    ? first
    : new Date(shown - (parisAhead(new Date(shown - after)) === after ? after : before));
}
