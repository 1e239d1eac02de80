// Opening hours: stored HHmm, shown HHhmm, days in French.
import type { OpeningHours } from '#contract/values.ts';

export const WEEKDAY_NAMES: Readonly<Record<OpeningHours['days'][number], string>> = {
  monday: 'lundi',
  tuesday: 'mardi',
  wednesday: 'mercredi',
  thursday: 'jeudi',
  friday: 'vendredi',
  saturday: 'samedi',
  sunday: 'dimanche',
};
/** 1 (Monday) to 7 (Sunday). */
export const WEEKDAYS_BY_NUMBER = [
  '',
  'lundi',
  'mardi',
  'mercredi',
  'jeudi',
  'vendredi',
  'samedi',
  'dimanche',
] as const;

/** '0930' or '09:30' → '09h30'. */
export function formatHour(hour: string): string {
  const digits = hour.replace(':', '');
  return `${digits.slice(0, 2)}h${digits.slice(2, 4)}`;
}

/** The windows in which one row is open: one when it does not close at noon. */
export function windowsOf(row: Omit<OpeningHours, 'days'>): { from: string; to: string }[] {
  if (row.interrupt && row.morningOpeningHour && row.afternoonCloseHour) {
    return [{ from: row.morningOpeningHour, to: row.afternoonCloseHour }];
  }
  const windows: { from: string; to: string }[] = [];
  if (row.morningOpeningHour && row.morningCloseHour) {
    windows.push({ from: row.morningOpeningHour, to: row.morningCloseHour });
  }
  if (row.afternoonOpeningHour && row.afternoonCloseHour) {
    windows.push({ from: row.afternoonOpeningHour, to: row.afternoonCloseHour });
  }
  return windows;
}
