// Opening hours form values and their validation.
// Guarantees: unchanged values are sent back as they were; a row that the contract rejects is never sent.

import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { hoursMistakes } from '#contract/fields/opening-hours.ts';
import { type OpeningHours, weekdays } from '#contract/fields/values.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { parisDay } from '#domain/time/dates.ts';

/** Times HH:mm; '' means closed in that half of the day. */
export interface HoursRow {
  days: string[];
  morningOpeningHour: string;
  morningCloseHour: string;
  afternoonOpeningHour: string;
  afternoonCloseHour: string;
  interrupt: boolean;
}

export interface HoursValues {
  openingHours: HoursRow[];
  /** '' for a single day. Drafts of earlier versions are without `orders`: open. */
  closedDays: { from: string; to: string; orders?: 'open' | 'stopped' | undefined }[];
  /** Minutes; '' if not set. */
  preparationTime: string;
}

export const NOON = '12:00';
export const AFTERNOON = '14:00';
export const newRow: HoursRow = {
  days: [],
  morningOpeningHour: '09:00',
  morningCloseHour: NOON,
  afternoonOpeningHour: AFTERNOON,
  afternoonCloseHour: '18:00',
  interrupt: false,
};

/** Valid as a closing time only. */
const MIDNIGHT = '24:00';

/** '9', '9h30', '930', '09:30' → '09:30'; null if it is no time of day. */
export function clockOf(text: string): string | null {
  const match = /^(\d{1,2})(?:\s*[h:.]\s*(\d{2})?|(\d{2}))?$/i.exec(text.trim());
  if (!match) return null;
  const [, hour = '', minute, joined] = match;
  const [hours, minutes] = [Number(hour), Number(minute ?? joined ?? 0)];
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const hourToInput = (hour: string | null) => (hour === null ? '' : `${hour.slice(0, 2)}:${hour.slice(2)}`);
const inputToHour = (hour: string) => clockOf(hour)?.replace(':', '') ?? null;

const rowOf = ({ days, interrupt, ...hours }: OpeningHours): HoursRow => ({
  days: weekdays.filter((day) => days.includes(day)),
  morningOpeningHour: hourToInput(hours.morningOpeningHour),
  morningCloseHour: hourToInput(hours.morningCloseHour),
  afternoonOpeningHour: hourToInput(hours.afternoonOpeningHour),
  afternoonCloseHour: hourToInput(hours.afternoonCloseHour),
  interrupt,
});

/**
 * Omits past closures, so that the next change deletes them. Pending closures keep their order, since violations refer
 * to them by index.
 */
export function hoursValues(
  { openingHours, closedDays = [], preparationTime = null }: MerchantStore,
  waiting: readonly StoreChanges[] = [],
): HoursValues {
  const today = parisDay(new Date());
  const isPending = waiting.some((changes) => changes.closedDays !== undefined);
  const shown = isPending
    ? closedDays
    : closedDays.filter(({ to }) => to >= today).toSorted((a, b) => a.from.localeCompare(b.from));
  return {
    openingHours: openingHours.length > 0 ? openingHours.map(rowOf) : [newRow],
    closedDays: shown.map(({ from, to, stopsOrders }) => ({
      from,
      to: to === from ? '' : to,
      orders: stopsOrders ? 'stopped' : 'open',
    })),
    preparationTime: preparationTime?.toString() ?? '',
  };
}

/** A single row without days means that there are no opening hours. */
const isWithoutHours = (rows: readonly HoursRow[]) => rows.length === 1 && rows[0]?.days.length === 0;

export const hoursChanges = ({ openingHours, closedDays, preparationTime }: HoursValues): StoreChanges => ({
  openingHours: isWithoutHours(openingHours)
    ? []
    : openingHours.map((row) => ({
        days: weekdays.filter((day) => row.days.includes(day)),
        morningOpeningHour: inputToHour(row.morningOpeningHour),
        morningCloseHour: inputToHour(row.morningCloseHour),
        afternoonOpeningHour: inputToHour(row.afternoonOpeningHour),
        afternoonCloseHour: inputToHour(row.afternoonCloseHour),
        interrupt: row.interrupt,
      })),
  closedDays: closedDays.map(({ from, to, orders }) => ({
    from,
    to: to || from,
    ...(orders === 'stopped' && { stopsOrders: true }),
  })),
  preparationTime: preparationTime === '' ? null : Number(preparationTime),
});

type Field = Exclude<keyof HoursRow, 'interrupt'>;
const times = ['morningOpeningHour', 'morningCloseHour', 'afternoonOpeningHour', 'afternoonCloseHour'] as const;

const unclear = 'Heure attendue, comme 09:30.';

/** Messages of an invalid row, by field. */
export function mistakesOf(typedRow: HoursRow, isOnlyRow: boolean): Partial<Record<Field, string>> {
  if (typedRow.days.length === 0) return isOnlyRow ? {} : { days: 'Cochez au moins un jour.' };
  const isInvalid = (name: (typeof times)[number]) => {
    const clock = clockOf(typedRow[name]);
    return clock === null || (clock === MIDNIGHT && name.endsWith('OpeningHour'));
  };
  const invalid = times.filter((name) => typedRow[name].trim() !== '' && isInvalid(name));
  if (invalid.length > 0) return Object.fromEntries(invalid.map((name) => [name, unclear]));
  const hours = Object.fromEntries(times.map((name) => [name, inputToHour(typedRow[name])])) as Record<
    (typeof times)[number],
    string | null
  >;
  const isNone = !typedRow.interrupt && times.every((name) => hours[name] === null);
  return {
    ...(isNone && { days: 'Indiquez au moins une demi-journée.' }),
    ...hoursMistakes({ ...hours, interrupt: typedRow.interrupt }),
  };
}
