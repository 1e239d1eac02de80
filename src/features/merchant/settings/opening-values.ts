// Opening hours as a form holds them, and what is wrong with them. Guarantee: what is shown and left alone is sent back as it
// was; half a day that opens without closing, or closes before it opens, is never sent.

import type { StoreChanges } from '#contract/store-changes.ts';
import type { MerchantStore } from '#contract/stores.ts';
import { type OpeningHours, weekdays } from '#contract/values.ts';
import { parisDay } from '#domain/dates.ts';

/** Times HH:mm; '' is closed in that half of the day. */
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
  /** `to` is '' where it is one day. */
  closedDays: { from: string; to: string }[];
  /** Minutes; '' is not said. */
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

/** '9', '9h30', '930', '09:30' → '09:30'; null when it is no time of a day of 24 hours. */
export function clockOf(text: string): string | null {
  const match = /^(\d{1,2})(?:\s*[h:.]\s*(\d{2})?|(\d{2}))?$/i.exec(text.trim());
  if (!match) return null;
  const [, hour = '', minute, joined] = match;
  const [hours, minutes] = [Number(hour), Number(minute ?? joined ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const typed = (hour: string | null) => (hour === null ? '' : `${hour.slice(0, 2)}:${hour.slice(2)}`);
const stored = (hour: string) => clockOf(hour)?.replace(':', '') ?? null;

const rowOf = ({ days, interrupt, ...hours }: OpeningHours): HoursRow => ({
  days: weekdays.filter((day) => days.includes(day)),
  morningOpeningHour: typed(hours.morningOpeningHour),
  morningCloseHour: typed(hours.morningCloseHour),
  afternoonOpeningHour: typed(hours.afternoonOpeningHour),
  afternoonCloseHour: typed(hours.afternoonCloseHour),
  interrupt,
});

/** What is over is not shown any more, and goes with the next change. */
export function hoursValues({ openingHours, closedDays = [], preparationTime = null }: MerchantStore): HoursValues {
  const today = parisDay(new Date());
  return {
    openingHours: openingHours.length > 0 ? openingHours.map(rowOf) : [newRow],
    closedDays: closedDays
      .filter(({ to }) => to >= today)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map(({ from, to }) => ({ from, to: to === from ? '' : to })),
    preparationTime: preparationTime?.toString() ?? '',
  };
}

/** The first row always stands: alone and without a day it says that there are no hours. */
const saysNothing = (rows: readonly HoursRow[]) => rows.length === 1 && rows[0]?.days.length === 0;

export const hoursChanges = ({ openingHours, closedDays, preparationTime }: HoursValues): StoreChanges => ({
  openingHours: saysNothing(openingHours)
    ? []
    : openingHours.map((row) => ({
        days: weekdays.filter((day) => row.days.includes(day)),
        morningOpeningHour: stored(row.morningOpeningHour),
        morningCloseHour: stored(row.morningCloseHour),
        afternoonOpeningHour: stored(row.afternoonOpeningHour),
        afternoonCloseHour: stored(row.afternoonCloseHour),
        interrupt: row.interrupt,
      })),
  closedDays: closedDays.map(({ from, to }) => ({ from, to: to || from })),
  preparationTime: preparationTime === '' ? null : Number(preparationTime),
});

type Field = Exclude<keyof HoursRow, 'interrupt'>;
const times = ['morningOpeningHour', 'morningCloseHour', 'afternoonOpeningHour', 'afternoonCloseHour'] as const;

const unclear = 'Heure attendue, comme 09:30.';
const early = 'La fermeture vient avant l’ouverture.';
const noOpening = 'Indiquez aussi l’ouverture.';
const noClosing = 'Indiquez aussi la fermeture.';

/** What is wrong with a row, at its fields. */
export function mistakesOf(typedRow: HoursRow, alone: boolean): Partial<Record<Field, string>> {
  if (typedRow.days.length === 0) return alone ? {} : { days: 'Cochez au moins un jour.' };
  const odd = times.filter((name) => typedRow[name].trim() !== '' && clockOf(typedRow[name]) === null);
  if (odd.length > 0) return Object.fromEntries(odd.map((name) => [name, unclear]));
  const row = { ...typedRow, ...Object.fromEntries(times.map((name) => [name, clockOf(typedRow[name]) ?? ''])) };
  const { morningOpeningHour, morningCloseHour, afternoonOpeningHour, afternoonCloseHour } = row;
  if (row.interrupt) {
    return {
      ...(morningOpeningHour === '' && { morningOpeningHour: noOpening }),
      ...(afternoonCloseHour === '' && { afternoonCloseHour: noClosing }),
      ...(afternoonCloseHour !== '' && afternoonCloseHour <= morningOpeningHour && { afternoonCloseHour: early }),
    };
  }
  const [[mornOpens, mornCloses], [aftOpens, aftCloses]] = [
    halfOf(morningOpeningHour, morningCloseHour),
    halfOf(afternoonOpeningHour, afternoonCloseHour),
  ];
  const late = morningCloseHour !== '' && afternoonOpeningHour !== '' && afternoonOpeningHour < morningCloseHour;
  const none = [morningOpeningHour, morningCloseHour, afternoonOpeningHour, afternoonCloseHour].every(
    (at) => at === '',
  );
  return {
    ...(none && { days: 'Indiquez au moins une demi-journée.' }),
    ...(mornOpens && { morningOpeningHour: mornOpens }),
    ...(mornCloses && { morningCloseHour: mornCloses }),
    ...(late && { afternoonOpeningHour: 'L’après-midi commence avant la fin du matin.' }),
    ...(aftOpens && { afternoonOpeningHour: aftOpens }),
    ...(aftCloses && { afternoonCloseHour: aftCloses }),
  };
}

function halfOf(opens: string, closes: string): [opens: string | null, closes: string | null] {
  if (opens === '' && closes !== '') return [noOpening, null];
  if (opens !== '' && closes === '') return [null, noClosing];
  return [null, opens !== '' && closes <= opens ? early : null];
}
