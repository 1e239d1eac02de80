// Opening hours: stored HHmm, displayed '8 h 30', days in French.
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import { formatLongDay } from './dates.ts';

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
export const WEEKDAYS_BY_NUMBER: readonly string[] = ['', ...Object.values(WEEKDAY_NAMES)];

/** '0930' or '09:30' → '9 h 30'. */
export function formatHour(hour: string): string {
  const digits = hour.replace(':', '');
  return `${Number(digits.slice(0, 2))}\u00a0h\u00a0${digits.slice(2, 4)}`;
}

/** Open windows of a row; a single one without a lunch break. */
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

/** 'le 25 décembre 2026', 'du 1er août 2026 au 15 août 2026, sans commande'. */
export const closedWords = ({ from, to, stopsOrders }: ClosedDays): string =>
  `${from === to ? `le ${formatLongDay(from)}` : `du ${formatLongDay(from)} au ${formatLongDay(to)}`}${stopsOrders ? ', sans commande' : ''}`;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes → '45 min', '1 h 30', '2 jours'. */
export function durationWords(minutes: number): string {
  if (minutes < HOUR) return `${minutes}\u00a0min`;
  if (minutes % DAY === 0) return minutes === DAY ? '1\u00a0jour' : `${minutes / DAY}\u00a0jours`;
  const rest = minutes % HOUR;
  return `${Math.floor(minutes / HOUR)}\u00a0h${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}`}`;
}

/** 'lundi, mardi 9 h 00 – 12 h 00, 14 h 00 – 18 h 00'. */
export function openingHoursText(row: OpeningHours): string {
  const windows = windowsOf(row).map(({ from, to }) => `${formatHour(from)} – ${formatHour(to)}`);
  return `${row.days.map((day) => WEEKDAY_NAMES[day]).join(', ')} ${windows.join(', ')}`;
}

/** Like `openingHoursText`, for windows that carry their day; groups days with equal hours. */
export function windowsWords(windows: readonly { day: number; openHour: string; closeHour: string }[]): string[] {
  const daysByHours = new Map<string, string[]>();
  for (const day of [...new Set(windows.map((window) => window.day))].toSorted((one, other) => one - other)) {
    const hours = windows
      .filter((window) => window.day === day)
      .toSorted((one, other) => one.openHour.localeCompare(other.openHour))
      .map(({ openHour, closeHour }) => `${formatHour(openHour)} – ${formatHour(closeHour)}`)
      .join(', ');
    daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), WEEKDAYS_BY_NUMBER[day] ?? '']);
  }
  return [...daysByHours].map(([hours, days]) => `${days.length === 7 ? 'tous les jours' : days.join(', ')} ${hours}`);
}
