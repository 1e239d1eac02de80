// Entries of a week: confirmed appointments at their time, unanswered ones at each proposed time.
import type { AnsweredSlot } from '#contract/merchant/received-requests.ts';
import type { ShownAppointment } from '#state/merchant/received-requests.ts';

export interface WeekEntry extends ShownAppointment {
  key: string;
  slot: AnsweredSlot;
}

/** By day and time; cancelled appointments are omitted. */
export function weekEntries(shown: readonly ShownAppointment[], days: readonly string[]): Map<string, WeekEntry[]> {
  const byDay = new Map<string, WeekEntry[]>(days.map((day) => [day, []]));
  for (const each of shown) {
    const { id, state, timeSlots } = each.appointment;
    if (state === 'canceled') continue;
    for (const slot of timeSlots) {
      if (state === 'confirmed' && !slot.accepted) continue;
      byDay.get(slot.date)?.push({ ...each, slot, key: `${id} ${slot.date} ${slot.beginHour}` });
    }
  }
  for (const entries of byDay.values()) {
    entries.sort((one, other) => one.slot.beginHour.localeCompare(other.slot.beginHour));
  }
  return byDay;
}

const HALF_HOUR = 30;
/** Half hours since midnight. */
const halfHours = (hour: string) => {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  return (hours * 60 + minutes) / HALF_HOUR;
};

/** Usual hours of a store, extended by earlier or later entries; half hours since midnight. */
const USUAL = { from: 16, to: 38 };

export interface WeekPlace {
  from: number;
  to: number;
  /** Column index and count: simultaneous entries are side by side. */
  column: number;
  columns: number;
}

export interface WeekGrid {
  from: number;
  to: number;
  places: Map<string, WeekPlace>;
}

/** Position of each entry in a grid of half hours. */
export function weekGrid(byDay: ReadonlyMap<string, readonly WeekEntry[]>): WeekGrid {
  const grid: WeekGrid = { ...USUAL, places: new Map() };
  for (const entries of byDay.values()) {
    let ends: number[] = [];
    let together: WeekPlace[] = [];
    for (const { key, slot } of entries) {
      const [from, to] = [Math.floor(halfHours(slot.beginHour)), Math.ceil(halfHours(slot.endHour))];
      // All previous entries have ended: the next one has the full width.
      if (ends.every((end) => end <= from)) [ends, together] = [[], []];
      const free = ends.findIndex((end) => end <= from);
      const column = free < 0 ? ends.length : free;
      ends[column] = to;
      const place = { from, to, column, columns: 1 };
      together.push(place);
      for (const each of together) each.columns = ends.length;
      grid.places.set(key, place);
      grid.from = Math.min(grid.from, from - (from % 2));
      grid.to = Math.max(grid.to, to + (to % 2));
    }
  }
  return grid;
}
