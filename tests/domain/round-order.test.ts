// The order of a round. 24 November 2026 is a Tuesday; the shops stand on a line, a hundredth of a degree is 1.1 km.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '#contract/fields/values.ts';
import {
  compareEfforts,
  type DayPlan,
  effortOf,
  inGoodOrder,
  inOwnOrder,
  legsOf,
  nearestNext,
  planRound,
  type RoundDay,
} from '#domain/round/round-order.ts';
import type { RoundStop } from '#domain/round/round-stops.ts';
import { at, row, week } from '../support/hours.ts';
import { stopsAt } from '../support/rounds.ts';

const start = { latitude: 49, longitude: 5 };
const now = at('2026-11-24', '09:00');
const names = (stops: readonly RoundStop[]) => stops.map(({ name }) => name).join(' ');
const shown = (days: readonly RoundDay[]) => days.map(({ day, stops }) => `${day}: ${names(stops)}`);
const north = (hundredths: number): [number, number] => [49 + hundredths / 100, 5];
const always = [week];
const plan = (stops: readonly RoundStop[], when = now, from: typeof start | null = start) =>
  shown(planRound(stops, { start: from, now: when }));

describe('the order of a round', () => {
  test('follows the shortest way', () => {
    const stops = stopsAt(
      { store: 'far', at: north(9), openingHours: always },
      { store: 'near', at: north(1), openingHours: always },
      { store: 'middle', at: north(5), openingHours: always },
    );
    expect(plan(stops)).toEqual(['2026-11-24: near middle far']);
  });

  test('is better than going to the nearest next where that leads astray', () => {
    const stops = stopsAt(
      { store: 'a', at: north(1) },
      { store: 'b', at: north(-1.5) },
      { store: 'c', at: north(3) },
      { store: 'd', at: north(-9) },
    );
    const day: DayPlan = { start, now, from: { day: '2026-11-24', minutes: 540 } };
    expect(names(nearestNext(stops, day))).toBe('a c b d');
    const zigzag = stopsAt(
      { store: 'a', at: north(1) },
      { store: 'b', at: north(-1.1) },
      { store: 'c', at: north(3.3) },
    );
    expect(names(nearestNext(zigzag, day))).toBe('a b c');
    expect(names(inGoodOrder(zigzag, day))).toBe('b a c');
  });

  test('without a place to set out from begins where the way is shortest', () => {
    const stops = stopsAt(
      { store: 'middle', at: north(5) },
      { store: 'south', at: north(-3) },
      { store: 'north', at: north(9) },
    );
    expect(plan(stops, now, null)).toEqual(['2026-11-24: north middle south']);
  });

  test('a store with an early closing precedes a nearer one', () => {
    const morning = [row(['tuesday'], '0900', '1000', '', '')];
    const stops = stopsAt(
      { store: 'near', at: north(2), openingHours: always },
      { store: 'soon', at: north(-9), openingHours: morning },
    );
    expect(plan(stops)).toEqual(['2026-11-24: near soon']);
    expect(plan(stops, at('2026-11-24', '09:20'))).toEqual(['2026-11-24: soon near']);
  });

  test('a store open in the morning only precedes stores open all day', () => {
    const morning = [row(['tuesday'], '0900', '1200', '', '')];
    const long = [row(['tuesday'], '0900', '1200', '1200', '1800')];
    const stops = stopsAt(
      { store: 'a', at: north(1), openingHours: long },
      { store: 'b', at: north(6), openingHours: long },
      { store: 'morning', at: north(-8), openingHours: morning },
    );
    expect(plan(stops, at('2026-11-24', '11:00'))[0]).toMatch(/: morning a b$/);
  });

  test('on another day the round starts at the first opening, at any current time', () => {
    const stops = stopsAt(
      { store: 'near', at: north(2), openingHours: [row(['wednesday'], '0930', '1200', '1200', '1800')] },
      { store: 'soon', at: north(-9), openingHours: [row(['wednesday'], '0900', '0930', '', '')] },
    );
    for (const hour of ['09:00', '12:00', '19:00', '23:30'])
      expect(plan(stops, at('2026-11-24', hour))).toEqual(['2026-11-25: soon near']);
  });

  test('there is no waiting at a door while others are open', () => {
    const afternoon = [row(['tuesday'], '', '', '1400', '1800')];
    const long = [row(['tuesday'], '0900', '1200', '1200', '1800')];
    const stops = stopsAt(
      { store: 'later', at: north(1), openingHours: afternoon },
      { store: 'now', at: north(4), openingHours: long },
    );
    expect(plan(stops, at('2026-11-24', '13:00'))).toEqual(['2026-11-24: now later']);
  });

  test('stores closed for the rest of today are last, on their next day; stores closed for months after all', () => {
    const saturday = [row(['saturday'], '0900', '1200', '', '')];
    const stops = stopsAt(
      { store: 'market', at: north(1), openingHours: saturday },
      { store: 'a', at: north(5), openingHours: always },
      { store: 'b', at: north(2), openingHours: always },
      { store: 'gone', at: north(3), openingHours: always },
      { store: 'unsaid', at: north(4) },
    );
    const gone = stops.find(({ name }) => name === 'gone');
    if (gone) gone.hours = { ...gone.hours, closedDays: [{ from: '2026-01-01', to: '9999-12-31' }] };
    expect(plan(stops)).toEqual(['2026-11-24: b unsaid a', '2026-11-28: market', 'null: gone']);
    expect(plan(stops, at('2026-11-24', '19:00'))).toEqual([
      '2026-11-24: unsaid',
      '2026-11-25: b a',
      '2026-11-28: market',
      'null: gone',
    ]);
  });

  test('a stop without a position is the last of its day, and no distance is made up for it', () => {
    const stops = stopsAt({ store: 'a-unknown' }, { store: 'b', at: north(2) }, { store: 'c', at: north(1) });
    const [day] = planRound(stops, { start, now });
    expect(names(day?.stops ?? [])).toBe('c b a-unknown');
    const [first, second, third] = legsOf(day?.stops ?? [], start);
    expect(first).toBeCloseTo(1.112, 2);
    expect(second).toBeCloseTo(1.112, 2);
    expect(third).toBeNull();
    expect(legsOf(day?.stops ?? [], null)[0], 'nobody knows from where').toBeNull();
  });

  test('a custom order is preserved, and new stops follow in the proposed order', () => {
    const stops = stopsAt({ store: 'a' }, { store: 'b' }, { store: 'c' }, { store: 'd' });
    expect(names(inOwnOrder(stops, ['boutique-c', 'boutique-gone', 'boutique-a']))).toBe('c a b d');
    expect(names(inOwnOrder(stops, []))).toBe('a b c d');
  });
});

const hour = fc.integer({ min: 0, max: 24 }).map((hours) => `${`${hours}`.padStart(2, '0')}00`);
const hoursOf = fc.array(
  fc
    .tuple(fc.subarray(['monday', 'tuesday', 'wednesday', 'sunday'] as const), hour, hour, hour, hour)
    .map(([days, ...hours]): OpeningHours => row([...days], ...(hours.toSorted() as [string, string, string, string]))),
  { maxLength: 2 },
);
const place = fc.option(
  fc.tuple(fc.double({ min: 48.7, max: 49.6, noNaN: true }), fc.double({ min: 5, max: 5.7, noNaN: true })),
);
const someStops = fc.array(fc.record({ at: place, openingHours: hoursOf }), { maxLength: 9 }).map((places) =>
  stopsAt(
    ...places.map(({ at: where, openingHours }, index) => ({
      store: `s${index}`,
      openingHours,
      ...(where && { at: where }),
    })),
  ),
);
const someStart = fc.option(fc.constantFrom({ latitude: 49.16, longitude: 5.38 }, { latitude: 48.8, longitude: 5.2 }));
const someTime = fc
  .integer({ min: 0, max: 7 * 24 * 60 })
  .map((minutes) => new Date(at('2026-11-23', '00:00').getTime() + minutes * 60_000));

describe('for any stops, hours and time', () => {
  test('each stop is visited once, on consecutive days', () => {
    fc.assert(
      fc.property(someStops, someStart, someTime, (stops, from, when) => {
        const days = planRound(stops, { start: from, now: when });
        expect(days.flatMap((day) => day.stops.map(({ id }) => id)).sort()).toEqual(stops.map(({ id }) => id).sort());
        const dates = days.map(({ day }) => day ?? '9999');
        expect(dates).toEqual([...new Set(dates)].sort());
        for (const { stops: ofDay } of days) expect(ofDay.length).toBeGreaterThan(0);
      }),
    );
  });

  test('the order is never worse than going to the nearest next', () => {
    fc.assert(
      fc.property(someStops, someStart, someTime, (stops, from, when) => {
        const day: DayPlan = { start: from, now: when, from: { day: '2026-11-24', minutes: 9 * 60 } };
        const [good, simple] = [inGoodOrder(stops, day), nearestNext(stops, day)];
        expect(compareEfforts(effortOf(good, day), effortOf(simple, day))).toBeLessThanOrEqual(0);
        expect(effortOf(good, day).missed).toBeLessThanOrEqual(effortOf(simple, day).missed);
      }),
    );
  });

  test('without hours the way is no longer than going to the nearest next, and no stretch of it is better turned around', () => {
    const free = someStops.map((stops) => stops.map((stop) => ({ ...stop, hours: { openingHours: [] } })));
    fc.assert(
      fc.property(free, someStart, (stops, from) => {
        const day: DayPlan = { start: from, now, from: { day: '2026-11-24', minutes: 9 * 60 } };
        const good = inGoodOrder(stops, day);
        const { km } = effortOf(good, day);
        expect(km).toBeLessThanOrEqual(effortOf(nearestNext(stops, day), day).km + 1e-6);
        for (let one = 0; one < good.length; one += 1) {
          for (let other = one + 1; other <= good.length; other += 1) {
            const turned = [...good.slice(0, one), ...good.slice(one, other).reverse(), ...good.slice(other)];
            expect(effortOf(turned, day).km).toBeGreaterThan(km - 1e-6);
          }
        }
      }),
    );
  });

  test('equal stops give an equal order, for any input order', () => {
    const shuffled = someStops.chain((stops) =>
      fc.tuple(fc.constant(stops), fc.shuffledSubarray(stops, { minLength: stops.length })),
    );
    fc.assert(
      fc.property(shuffled, someStart, someTime, ([stops, others], from, when) => {
        expect(shown(planRound(others, { start: from, now: when }))).toEqual(
          shown(planRound(stops, { start: from, now: when })),
        );
      }),
    );
  });
});
