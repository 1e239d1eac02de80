// Appointments: the hours one may propose, and which are over.
import { parisDay, parisTime } from './dates.ts';

/** '00:00', '00:30' … '23:30'. */
export const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
);

export const SLOT_PAST = 'Ce créneau est déjà passé.';

/** Has it begun? `date` YYYY-MM-DD and `beginHour` HH:mm, in Europe/Paris. */
export function isPastSlot({ date, beginHour }: { date: string; beginHour: string }, now: Date): boolean {
  const today = parisDay(now);
  return date < today || (date === today && beginHour <= parisTime(now));
}
