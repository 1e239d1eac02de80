// Opening hours, closed days and durations in words.
import { expect, test } from 'vitest';
import {
  closedWords,
  durationWords,
  openingHoursText,
  WEEKDAY_NAMES,
  WEEKDAYS_BY_NUMBER,
  windowsWords,
} from '#domain/time/opening-hours.ts';

test('day names are French, from Monday on', () => {
  const named = new Intl.DateTimeFormat('fr', { weekday: 'long', timeZone: 'UTC' });
  const week = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 23 + day)));
  expect(WEEKDAYS_BY_NUMBER).toEqual(['', ...week.map((day) => named.format(day))]);
  const english = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
  const pairs = week.map((day) => [english.format(day).toLowerCase(), named.format(day)]);
  expect(Object.entries(WEEKDAY_NAMES)).toEqual(pairs);
});

test('a closed day shows its date, several show the first and the last', () => {
  expect(closedWords({ from: '2026-12-25', to: '2026-12-25' })).toBe('le 25 décembre 2026');
  expect(closedWords({ from: '2026-08-02', to: '2026-08-15' })).toBe('du 2 août 2026 au 15 août 2026');
});

test('a duration is in minutes, hours or days', () => {
  const reported = [15, 60, 90, 125, 1440, 2880, 1500].map((minutes) =>
    durationWords(minutes).replaceAll('\u00a0', ' '),
  );
  expect(reported).toEqual(['15 min', '1 h', '1 h 30', '2 h 05', '1 jour', '2 jours', '25 h']);
});

test('a row of hours shows its days and its windows', () => {
  const row = {
    days: ['monday' as const, 'saturday' as const],
    morningOpeningHour: '0900',
    morningCloseHour: '1200',
    afternoonOpeningHour: '1400',
    afternoonCloseHour: '1830',
  };
  expect(openingHoursText({ ...row, interrupt: false })).toBe(
    'lundi, samedi 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a030',
  );
  expect(openingHoursText({ ...row, interrupt: true })).toBe('lundi, samedi 9\u00a0h\u00a000 – 18\u00a0h\u00a030');
});

test('windows with a day are grouped by equal hours', () => {
  const morning = { openHour: '0900', closeHour: '1200' };
  const evening = { openHour: '16:00', closeHour: '1930' };
  const windows = [
    { day: 6, ...morning },
    { day: 2, ...evening },
    { day: 1, ...morning },
    { day: 1, ...evening },
    { day: 2, ...morning },
    { day: 7, ...morning },
  ];
  expect(windowsWords(windows)).toEqual([
    'lundi, mardi 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 16\u00a0h\u00a000 – 19\u00a0h\u00a030',
    'samedi, dimanche 9\u00a0h\u00a000 – 12\u00a0h\u00a000',
  ]);
  expect(windowsWords([])).toEqual([]);
  const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...morning }));
  expect(windowsWords(always)).toEqual(['tous les jours 9\u00a0h\u00a000 – 12\u00a0h\u00a000']);
});
