// Until when an order is held for its payment, in words.
import { formatDateTime, parisDay, parisTime } from '../time/dates.ts';

/** 'jusqu’à 14:32', on another day 'jusqu’au 25/11/2026 à 14:32'. */
export function heldUntil(until: string, now: Date): string {
  const end = new Date(until);
  return parisDay(end) === parisDay(now) ? `jusqu’à ${parisTime(end)}` : `jusqu’au ${formatDateTime(end)}`;
}
