import { expect, test } from 'vitest';
import { dayAfter, daysOf, isCalendarDay, mondayOf, weekWords } from '#domain/time/week.ts';

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-11-30', '2026-11-30'],
  ['2027-01-01', '2026-12-28'],
  ['2028-02-29', '2028-02-28'],
  // Nights in which the clocks change.
  ['2026-10-25', '2026-10-19'],
  ['2027-03-28', '2027-03-22'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
  expect(daysOf(monday)).toHaveLength(7);
  expect(daysOf(monday)).toContain(day);
});

test('a week has its seven days across months, years and changes of the clocks', () => {
  expect(daysOf('2026-10-19').at(-1)).toBe('2026-10-25');
  expect(daysOf('2026-12-28').at(-1)).toBe('2027-01-03');
  expect(dayAfter('2026-10-19', 7)).toBe('2026-10-26');
  expect(dayAfter('2027-03-29', -7)).toBe('2027-03-22');
});

test.each([
  ['2026-11-23', 'du 23 au 29 novembre 2026'],
  ['2026-11-30', 'du 30 novembre au 6 décembre 2026'],
  ['2026-12-28', 'du 28 décembre 2026 au 3 janvier 2027'],
])('the week of %s is named %s', (monday, words) => {
  expect(weekWords(monday)).toBe(words);
});

test('a day must exist', () => {
  expect(['2026-11-23', '2028-02-29'].every(isCalendarDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '', 'demain', '2026-11-23T00:00'].some(isCalendarDay)).toBe(false);
});
