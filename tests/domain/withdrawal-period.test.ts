// Withdrawal period: days of Paris, working days, and when an order counts as received.
import { describe, expect, test } from 'vitest';
import { isWithdrawalLate, refundLastDay, withdrawalLastDay } from '#domain/orders/withdrawal-period.ts';
import { isHoliday, workingDayFrom } from '#domain/time/holidays.ts';

const at = (instant: string) => new Date(instant);
const lastDay = (instant: string, type = 'store') => withdrawalLastDay(type, at(instant));

test.each([
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-14', 'Ascension'],
  ['2026-05-25', 'Whit Monday'],
  ['2027-03-29', 'Easter Monday'],
  ['2025-04-21', 'Easter Monday'],
  ['2038-04-26', 'the latest Easter Monday'],
  ['2285-03-23', 'the earliest'],
  ['2026-07-14', 'the national day'],
  ['2026-11-11', 'the armistice'],
])('%s is a holiday: %s', (day) => expect(isHoliday(day)).toBe(true));

test.each(['2026-04-03', '2026-04-05', '2026-04-07', '2026-12-24', '2026-12-26'])('%s is none', (day) =>
  expect(isHoliday(day)).toBe(false),
);

describe('the last day', () => {
  test('does not exist before the reception: the right is open', () => {
    expect(withdrawalLastDay('store', null)).toBeNull();
    expect(isWithdrawalLate(null, at('2099-01-01T00:00:00Z'))).toBe(false);
  });

  test('is the fourteenth after the day of the reception, whatever its hour', () => {
    expect(lastDay('2026-11-02T00:30:00+01:00')).toBe('2026-11-16');
    expect(lastDay('2026-11-02T23:59:59+01:00')).toBe('2026-11-16');
  });

  test('counts days of Paris, not of UTC', () => {
    // 23:30 UTC in summer is 01:30 of the next day in Paris.
    expect(lastDay('2026-07-06T22:30:00Z')).toBe('2026-07-21');
  });

  test.each([
    ['2026-03-23T12:00:00Z', '2026-04-07', 'over the change to summer time, Easter Monday'],
    ['2026-10-13T12:00:00Z', '2026-10-27', 'over the change to winter time'],
    ['2026-10-17T12:00:00Z', '2026-11-02', 'Saturday 31 October, then a Sunday that is a holiday'],
    ['2026-11-07T12:00:00Z', '2026-11-23', 'a Saturday'],
    ['2026-11-08T12:00:00Z', '2026-11-23', 'a Sunday'],
    ['2026-12-11T12:00:00Z', '2026-12-28', 'Christmas on a Friday, then the weekend'],
    ['2026-04-30T12:00:00Z', '2026-05-15', 'Ascension'],
  ])('received on %s it is %s: %s', (received, expected) => expect(lastDay(received)).toBe(expected));

  test.each(['home', 'relay', 'custom_relay'])('%s counts as received three weeks after it was shipped', (type) => {
    expect(lastDay('2026-11-02T12:00:00Z', type)).toBe('2026-12-07');
  });

  test.each(['store', 'custom_store', 'demat'])('%s counts as received at once', (type) => {
    expect(lastDay('2026-11-02T12:00:00Z', type)).toBe('2026-11-16');
  });

  test('lasts until midnight in Paris', () => {
    expect(isWithdrawalLate('2026-11-16', at('2026-11-16T22:59:59Z'))).toBe(false);
    expect(isWithdrawalLate('2026-11-16', at('2026-11-16T23:00:00Z'))).toBe(true);
  });
});

test('the refund has fourteen days from the day on which the declaration arrived, holidays included', () => {
  expect(refundLastDay(at('2026-12-11T23:30:00Z'))).toBe('2026-12-26');
});

test('a working day is its own', () => expect(workingDayFrom('2026-11-12')).toBe('2026-11-12'));
