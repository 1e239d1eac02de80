// Opening hours as written by a store, and times in November 2026: the 24th is a Tuesday, Paris is UTC+1 then.
import type { OpeningHours } from '#contract/fields/values.ts';

export const row = (
  days: OpeningHours['days'],
  ...[from, noon, again, to]: [string, string, string, string]
): OpeningHours => ({
  days,
  morningOpeningHour: from,
  morningCloseHour: noon,
  afternoonOpeningHour: again,
  afternoonCloseHour: to,
  interrupt: false,
});
export const week = row(['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'], '0900', '1200', '1400', '1800');
export const at = (day: string, paris: string) => new Date(`${day}T${paris}:00+01:00`);
