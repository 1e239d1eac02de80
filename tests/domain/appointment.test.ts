import { expect, test } from 'vitest';
import { HALF_HOURS, isPastSlot, movedEnd, proposedSlot } from '#domain/time/appointment.ts';
import { row, week } from '../support/hours.ts';

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

test.each([
  ['on the next day', '2026-11-24', week, { date: '2026-11-25', beginHour: '09:00', endHour: '10:00' }],
  [
    'past the days on which it is closed',
    '2026-11-28',
    week,
    { date: '2026-12-01', beginHour: '09:00', endHour: '10:00' },
  ],
  [
    'from the next half hour on, no longer than it is open',
    '2026-11-24',
    row(['wednesday'], '0915', '1015', '', ''),
    { date: '2026-11-25', beginHour: '09:30', endHour: '10:00' },
  ],
  [
    'late in the evening within the day',
    '2026-11-24',
    row(['wednesday'], '2300', '2359', '', ''),
    { date: '2026-11-25', beginHour: '23:00', endHour: '23:30' },
  ],
])('what is proposed first is an open hour of the shop, %s', (_, day, hours, slot) => {
  expect(proposedSlot({ openingHours: [hours] }, day)).toEqual(slot);
});

test('days of a store’s closure are not proposed, and a store without hours proposes none', () => {
  const closedDays = [{ from: '2026-11-25', to: '2026-11-26' }];
  expect(proposedSlot({ openingHours: [week], closedDays } as never, '2026-11-24')?.date).toBe('2026-11-27');
  expect(proposedSlot({ openingHours: [] }, '2026-11-24')).toBeNull();
});

test('the end of a slot moves with its begin, and the slot stays as long as it was', () => {
  const moved = (beginHour: string, endHour: string, to: string) => movedEnd({ beginHour, endHour }, to);
  expect(moved('09:00', '10:00', '14:30')).toBe('15:30');
  expect(moved('09:00', '11:30', '08:00')).toBe('10:30');
  // A new slot of no length becomes an hour; the day ends at its last half hour.
  expect(moved('00:00', '00:00', '10:00')).toBe('11:00');
  expect(moved('10:00', '09:00', '10:30')).toBe('11:30');
  expect(moved('09:00', '12:00', '22:00')).toBe('23:30');
});
