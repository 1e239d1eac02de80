import { expect, test } from 'vitest';
import { HALF_HOURS, isPastSlot } from '#domain/appointment.ts';

test('one may propose every half hour of the day', () => {
  expect(HALF_HOURS).toHaveLength(48);
  expect([HALF_HOURS[0], HALF_HOURS[1], HALF_HOURS[2], HALF_HOURS[19], HALF_HOURS.at(-1)]).toEqual([
    '00:00',
    '00:30',
    '01:00',
    '09:30',
    '23:30',
  ]);
});

test('an appointment is past from the minute in which it begins, by the clocks of Paris', () => {
  // 00:30 of the 22nd in Paris.
  const now = new Date('2026-11-21T23:30:00Z');
  const isPast = (date: string, beginHour: string) => isPastSlot({ date, beginHour }, now);
  expect(isPast('2026-11-21', '23:30')).toBe(true);
  expect(isPast('2026-11-22', '00:00')).toBe(true);
  expect(isPast('2026-11-22', '00:30')).toBe(true);
  expect(isPast('2026-11-22', '01:00')).toBe(false);
  expect(isPast('2026-11-23', '00:00')).toBe(false);
});
