// Payment deadline of an order, in words.
import { formatDateTime, parisDay, parisTime } from '../time/dates.ts';

/** 'jusqu’à 14:32', on another day 'jusqu’au 25/11/2026 à 14:32'. */
export function paymentDeadlineText(until: string, now: Date): string {
  const end = new Date(until);
  return parisDay(end) === parisDay(now) ? `jusqu’à ${parisTime(end)}` : `jusqu’au ${formatDateTime(end)}`;
}
