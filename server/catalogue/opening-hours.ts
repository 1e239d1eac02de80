// Opening hours as one line: 'mar-ven 09:00-12:00 14:00-18:30', 'sam 09:00-18:00', 'dim 09:00-12:30'.
// Guarantee: writing parsed hours returns the same line; hours that no line can express are kept as rows.
import { isDeepStrictEqual } from 'node:util';
import { closesRightly } from '#contract/fields/opening-hours.ts';
import { type OpeningHours, weekdays } from '#contract/fields/values.ts';

const shortDays = ['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'] as const;
const LINE = /^([a-z]{3}(?:[-,][a-z]{3})*)((?: \d{1,2}:\d{2}-\d{1,2}:\d{2}){1,2})$/;
const OPENS = /^([01]\d|2[0-3])[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3])[0-5]\d|2400)$/;
const isLater = (before: string, hour: string) => hour > before;
const NOON = '1200';
const AFTERNOON = '1400';

interface HoursLine {
  /** Starts at 0, Monday. */
  days: number[];
  /** HHmm. */
  windows: [opens: string, closes: string][];
}

function parseDays(span: string): number[] | null {
  const days = span.split(',').flatMap((part) => {
    const [first = -1, last = first, more] = part.split('-').map((day) => shortDays.indexOf(day as 'lun'));
    if (first < 0 || last < first || more !== undefined) return [-1];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return days.includes(-1) || new Set(days).size < days.length ? null : days;
}

/** @returns null for an invalid line */
export function parseHoursLine(text: string): HoursLine | null {
  const [, span, hours] = LINE.exec(text.trim().toLowerCase().replace(/\s+/g, ' ')) ?? [];
  const days = span === undefined ? null : parseDays(span);
  if (!days || hours === undefined) return null;
  const windows = hours
    .trim()
    .split(' ')
    .map((window): [string, string] => {
      const [opens = '', closes = ''] = window.split('-').map((hour) => hour.replace(':', '').padStart(4, '0'));
      return [opens, closes];
    });
  const isRight = windows.flat().every((hour, at) => (at % 2 === 0 ? OPENS : CLOSES).test(hour));
  const last = windows.flat().length - 1;
  const rises = windows
    .flat()
    .every((hour, at, all) => at === 0 || (at === last ? closesRightly : isLater)(all[at - 1] ?? '', hour));
  return isRight && rises ? { days, windows } : null;
}

/** Store hours: morning, afternoon, both, or all day without a break. */
export function storeHoursOf({ days: numbers, windows }: HoursLine): OpeningHours {
  const days = numbers.flatMap((day) => weekdays[day] ?? []);
  const [[opens, closes] = ['', ''], second] = windows;
  const row = (morning: [string, string] | null, afternoon: [string, string] | null, interrupt: boolean) => ({
    days,
    morningOpeningHour: morning?.[0] ?? null,
    morningCloseHour: morning?.[1] ?? null,
    afternoonOpeningHour: afternoon?.[0] ?? null,
    afternoonCloseHour: afternoon?.[1] ?? null,
    interrupt,
  });
  if (second) return row([opens, closes], second, false);
  if (opens < NOON && closes > AFTERNOON) return row([opens, NOON], [AFTERNOON, closes], true);
  return opens < NOON ? row([opens, closes], null, false) : row(null, [opens, closes], false);
}

const formatHour = (hour: string) => `${hour.slice(0, 2)}:${hour.slice(2)}`;

function formatDays(days: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else spans.push([day, day]);
  }
  return spans.map(([first, last]) => [...new Set([shortDays[first], shortDays[last]])].join('-')).join(',');
}

const formatLine = (days: readonly number[], windows: readonly (readonly [string, string])[]) =>
  [formatDays(days), ...windows.map(([opens, closes]) => `${formatHour(opens)}-${formatHour(closes)}`)].join(' ');

/** The line, or the row itself if no line can express it. */
export function writeStoreHours(row: OpeningHours): string | OpeningHours {
  const days = row.days.map((day) => weekdays.indexOf(day));
  const morning = [row.morningOpeningHour, row.morningCloseHour] as const;
  const afternoon = [row.afternoonOpeningHour, row.afternoonCloseHour] as const;
  const isComplete = (half: readonly (string | null)[]): half is readonly [string, string] => !half.includes(null);
  const halves = [morning, afternoon].filter(isComplete);
  const [first, last] = [halves[0], halves.at(-1)];
  if (!first || !last) return row;
  const line = row.interrupt ? formatLine(days, [[first[0], last[1]]]) : formatLine(days, halves);
  const read = parseHoursLine(line);
  return read && isDeepStrictEqual(storeHoursOf(read), row) ? line : row;
}

/** Hours of a relay point. Days start at 1, Monday. */
export interface RelayHours {
  day: number;
  openHour: string;
  closeHour: string;
}

export const relayHoursOf = ({ days, windows }: HoursLine): RelayHours[] =>
  days.flatMap((day) => windows.map(([openHour, closeHour]) => ({ day: day + 1, openHour, closeHour })));

export const sortHours = (hours: readonly RelayHours[]): RelayHours[] =>
  [...hours].sort((a, b) => a.day - b.day || a.openHour.localeCompare(b.openHour));

export function writeRelayHours(hours: readonly RelayHours[]): string[] {
  const byWindows = new Map<string, { days: number[]; windows: [string, string][] }>();
  for (const day of new Set(sortHours(hours).map((each) => each.day))) {
    const windows = sortHours(hours)
      .filter((each) => each.day === day)
      .map(({ openHour, closeHour }): [string, string] => [openHour, closeHour]);
    const key = windows.join();
    const group = byWindows.get(key) ?? { days: [], windows };
    group.days.push(day - 1);
    byWindows.set(key, group);
  }
  return [...byWindows.values()].map(({ days, windows }) => formatLine(days, windows));
}
