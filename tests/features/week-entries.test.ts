import { describe, expect, it } from 'vitest';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import { daysOf } from '#domain/time/week.ts';
import { weekEntries, weekGrid } from '#features/merchant/requests/week/week-entries.ts';

type Slot = StoreAppointment['timeSlots'][number];
const slot = (date: string, beginHour: string, endHour: string, accepted = false): Slot => ({
  date,
  beginHour,
  endHour,
  accepted,
});
const shown = (id: string, state: StoreAppointment['state'], ...timeSlots: Slot[]) => ({
  appointment: { id, state, timeSlots } as StoreAppointment,
  waiting: false,
});
const days = daysOf('2026-11-23');

describe('the entries of a week', () => {
  it('are confirmed ones at their time and proposals at each time, by day and time', () => {
    const entries = weekEntries(
      [
        shown('asked', 'pending', slot('2026-11-25', '14:00', '15:00'), slot('2026-11-24', '09:00', '10:00')),
        shown('sure', 'confirmed', slot('2026-11-25', '16:00', '17:00'), slot('2026-11-25', '10:00', '11:00', true)),
        shown('off', 'canceled', slot('2026-11-25', '08:00', '09:00')),
        shown('later', 'confirmed', slot('2026-11-30', '10:00', '11:00', true)),
      ],
      days,
    );
    const reported = [...entries].map(([day, list]) => [day.slice(8), list.map(({ key }) => key.replace(/ .* /, ' '))]);
    expect(reported).toEqual([
      ['23', []],
      ['24', ['asked 09:00']],
      ['25', ['sure 10:00', 'asked 14:00']],
      ['26', []],
      ['27', []],
      ['28', []],
      ['29', []],
    ]);
  });
});

describe('the grid', () => {
  const gridOf = (...slots: Slot[]) => weekGrid(weekEntries([shown('a', 'pending', ...slots)], days));
  const placeOf = (grid: ReturnType<typeof gridOf>, hour: string) => grid.places.get(`a 2026-11-24 ${hour}`);

  it('shows the usual day, extended by earlier or later entries', () => {
    expect(gridOf()).toMatchObject({ from: 16, to: 38 });
    expect(gridOf(slot('2026-11-24', '06:30', '07:00'))).toMatchObject({ from: 12, to: 38 });
    expect(gridOf(slot('2026-11-24', '22:00', '23:30'))).toMatchObject({ from: 16, to: 48 });
  });

  it('shows simultaneous entries side by side, and others below one another', () => {
    const grid = gridOf(
      slot('2026-11-24', '10:00', '12:00'),
      slot('2026-11-24', '11:00', '11:30'),
      slot('2026-11-24', '11:30', '13:00'),
      slot('2026-11-24', '13:00', '14:00'),
    );
    expect(placeOf(grid, '10:00')).toEqual({ from: 20, to: 24, column: 0, columns: 2 });
    expect(placeOf(grid, '11:00')).toEqual({ from: 22, to: 23, column: 1, columns: 2 });
    expect(placeOf(grid, '11:30')).toEqual({ from: 23, to: 26, column: 1, columns: 2 });
    // Alone again.
    expect(placeOf(grid, '13:00')).toEqual({ from: 26, to: 28, column: 0, columns: 1 });
  });

  it('has each entry of a long day in it', () => {
    const grid = gridOf(
      ...Array.from({ length: 9 }, (_, at) => slot('2026-11-24', `${String(9 + at).padStart(2, '0')}:00`, '20:00')),
    );
    expect(new Set([...grid.places.values()].map(({ column }) => column)).size).toBe(9);
  });
});
