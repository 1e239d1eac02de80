// Round of the user: stops in order, with distances and starting point.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { inOwnOrder, legsOf, planRound } from '#domain/round/round-order.ts';
import { partsToCollect, type RoundStop, stopsOf, whereaboutsOf } from '#domain/round/round-stops.ts';
import { useTowns } from '#state/api/towns.ts';
import { locateDevice, useChosenTown, useDevicePosition } from '#state/device/geolocation.ts';
import { useRoundNotes } from '#state/device/round-notes.ts';

/** Beside the names of towns. */
export const POSITION = 'position';
export const FIRST_STOP = 'premier';

export interface RoundPart {
  /** 'YYYY-MM-DD'; null if the place is closed for months, or in the user's own order. */
  day: string | null;
  /** With distances from the previous stop or the starting point, kilometres. */
  stops: { stop: RoundStop; number: number; km: number | null }[];
  km: number;
}

export interface Round {
  from: string;
  start: GeoCoordinates | null;
  parts: RoundPart[];
  /** Stops of all parts, in order. */
  stops: RoundStop[];
  isOwnOrder: boolean;
  /** Collected, by the user's notes. */
  done: RoundStop[];
  /** Parcels that have not left yet. */
  coming: StoreOrder[];
  setOut(from: string): void;
  /** @param by −1: earlier, 1: later */
  move(id: string, by: number): void;
  asProposed(): void;
  mark(stop: RoundStop, isDone: boolean): void;
}

/** The order changes only when the page becomes visible again, not while it is used. */
function usePlannedAt(): Date {
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setAt(new Date());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return at;
}

export function useRound(orders: readonly Order[], userId: string): Round {
  const now = usePlannedAt();
  const [notes, note] = useRoundNotes(userId);
  const town = useChosenTown();
  const device = useDevicePosition();
  const known = device.status === 'known' ? device.position : null;
  const from = notes.from ?? town ?? (known ? POSITION : FIRST_STOP);
  const towns = useTowns();
  const start = towns.find(({ name }) => name === from) ?? (from === POSITION ? known : null);
  const { order, done } = notes;

  const all = useMemo(() => partsToCollect(orders, now), [orders, now]);
  const there = useMemo(() => all.filter((part) => whereaboutsOf(part, now) === 'there'), [all, now]);
  const parts = useMemo(() => {
    const left = stopsOf(there.filter(({ id }) => !done.includes(id)));
    return partsOf(left, { start, now, own: order });
  }, [there, start, now, order, done]);
  const stops = useMemo(() => parts.flatMap((part) => part.stops.map(({ stop }) => stop)), [parts]);

  const setOut = useCallback(
    (place: string) => {
      note({ from: place });
      if (place === POSITION) void locateDevice();
    },
    [note],
  );
  return {
    from,
    start,
    parts,
    stops,
    isOwnOrder: stops.some(({ id }) => order.includes(id)),
    done: stopsOf(there.filter(({ id }) => done.includes(id))),
    coming: all.filter((part) => whereaboutsOf(part, now) === 'coming'),
    setOut,
    move(id, by) {
      const ids = stops.map((stop) => stop.id);
      const at = ids.indexOf(id);
      if (at + by >= 0 && at + by < ids.length) note({ order: ids.toSpliced(at, 1).toSpliced(at + by, 0, id) });
    },
    asProposed: () => note({ order: [] }),
    mark({ parts: fetched }, isDone) {
      const ids = fetched.map(({ id }) => id);
      // Drops notes about completed parts.
      const others = done.filter((id) => !ids.includes(id) && there.some((part) => part.id === id));
      note({ done: isDone ? [...others, ...ids] : others });
    },
  };
}

function partsOf(
  stops: readonly RoundStop[],
  { start, now, own }: { start: GeoCoordinates | null; now: Date; own: readonly string[] },
): RoundPart[] {
  const days = planRound(stops, { start, now });
  const isOwn = stops.some(({ id }) => own.includes(id));
  const proposed = days.flatMap((day) => day.stops);
  let number = 0;
  return (isOwn ? [{ day: null, stops: inOwnOrder(proposed, own) }] : days).map((day) => {
    const legs = legsOf(day.stops, start);
    return {
      day: day.day,
      stops: day.stops.map((stop, index) => {
        number += 1;
        return { stop, number, km: legs[index] ?? null };
      }),
      km: legs.reduce<number>((sum, leg) => sum + (leg ?? 0), 0),
    };
  });
}
