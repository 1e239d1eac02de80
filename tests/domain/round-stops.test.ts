// What a shopper still has to collect, and where. 24 November 2026 is a Tuesday.
import { describe, expect, test } from 'vitest';
import { shippingTypes, storeOrderStates } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { nextVisit, partsToCollect, stopsOf, usefulFrom, whereaboutsOf } from '#domain/round/round-stops.ts';
import { at, row, week } from '../support/hours.ts';
import { waiting } from '../support/rounds.ts';

const now = at('2026-11-24', '10:00');
const part = (given: Partial<StoreOrder> = {}) => waiting({ id: 1, store: 'a', more: given });
const TABAC = {
  name: 'Tabac des Arcades',
  information: '',
  address: { address1: '4 place du Marché', address2: '', postalCode: '55100', city: 'Verdun' },
  geoCoordinates: { latitude: 49.16, longitude: 5.38 },
  hours: [
    { day: 1, openHour: '0900', closeHour: '1200' },
    { day: 2, openHour: '0900', closeHour: '1200' },
    { day: 2, openHour: '1400', closeHour: '1900' },
  ],
};
const atRelay = { shippingType: 'relay', state: 'shipped', shippedAt: '2026-11-23T09:00:00Z', place: TABAC } as const;

describe('where a part of an order is', () => {
  test.each([
    ['store', ['payed', 'validated'], []],
    ['relay', ['shipped'], ['payed', 'validated']],
    ['custom_relay', ['shipped'], ['payed', 'validated']],
    ['home', [], []],
    ['custom_store', [], []],
    ['demat', [], []],
  ] as const)(
    '%s: to be fetched when %j, on its way when %j, else there is nothing to collect',
    (type, there, coming) => {
      for (const state of storeOrderStates) {
        const expected = there.some((each) => each === state)
          ? 'there'
          : coming.some((each) => each === state)
            ? 'coming'
            : 'over';
        expect(whereaboutsOf(part({ shippingType: type, state, shippedAt: null }), now), state).toBe(expected);
      }
      expect(shippingTypes).toContain(type);
    },
  );

  test('a relay point is assumed to store a parcel for three weeks', () => {
    const sent = (shippedAt: string) => whereaboutsOf(part({ ...atRelay, shippedAt }), now);
    expect(sent('2026-11-03T09:00:01Z')).toBe('there');
    expect(sent('2026-11-03T09:00:00Z')).toBe('over');
  });

  test('parts ready for collection are selected from all orders, oldest first', () => {
    const parts = [
      waiting({ id: 9, store: 'b' }),
      waiting({ id: 3, store: 'a', more: { state: 'shipped' } }),
      waiting({ id: 5, store: 'a', more: { ...atRelay, state: 'validated' } }),
      waiting({ id: 7, store: 'a', more: { state: 'new' } }),
    ];
    expect(
      partsToCollect(
        parts.map((each) => ({ storeOrders: [each] })),
        now,
      ).map(({ id }) => id),
    ).toEqual([5, 9]);
  });
});

describe('stops', () => {
  test('several orders at one store are one stop', () => {
    const stops = stopsOf([
      waiting({ id: 1, store: 'a' }),
      waiting({ id: 2, store: 'b' }),
      waiting({ id: 3, store: 'a' }),
    ]);
    expect(stops.map(({ name, parts }) => [name, ...parts.map(({ id }) => id)])).toEqual([
      ['a', 1, 3],
      ['b', 2],
    ]);
  });

  test('parcels of two stores at one relay point are one stop, with its own hours and position', () => {
    const [stop, ...others] = stopsOf([
      waiting({ id: 1, store: 'a', more: atRelay, openingHours: [week] }),
      waiting({ id: 2, store: 'b', more: atRelay }),
    ]);
    expect(others).toEqual([]);
    expect(stop).toMatchObject({
      what: 'Point relais',
      name: 'Tabac des Arcades',
      slug: 'a',
      address: ['4 place du Marché', '55100 Verdun'],
      position: TABAC.geoCoordinates,
    });
    if (!stop) return;
    expect(nextVisit(stop, at('2026-11-24', '13:00'))).toEqual({ day: '2026-11-24', from: 14 * 60, to: 19 * 60 });
    expect(nextVisit(stop, at('2026-11-24', '20:00'))).toEqual({ day: '2026-11-30', from: 9 * 60, to: 12 * 60 });
  });

  test('a relay point that has moved since is another place', () => {
    const moved = { ...TABAC, address: { ...TABAC.address, address1: '1 rue Neuve' } };
    const parts = [part(atRelay), part({ ...atRelay, id: 2, place: moved })];
    expect(stopsOf(parts)).toHaveLength(2);
  });

  test('relay points of equal name in two stores are two places; a parcel of unknown place is a stop by itself', () => {
    const place = {
      ...TABAC,
      name: 'Salle des fêtes',
      address: { address1: '', address2: '', postalCode: '', city: '' },
      hours: [],
    };
    const custom = { ...atRelay, shippingType: 'custom_relay', place } as const;
    const parts = [
      waiting({ id: 1, store: 'a', more: custom }),
      waiting({ id: 2, store: 'b', more: custom }),
      waiting({ id: 3, store: 'a', more: { ...atRelay, place: null } }),
      waiting({ id: 4, store: 'a', more: { ...atRelay, place: null } }),
    ];
    const stops = stopsOf(parts);
    expect(stops.map(({ name }) => name)).toEqual([
      'Salle des fêtes',
      'Salle des fêtes',
      'Point relais',
      'Point relais',
    ]);
    expect(new Set(stops.map(({ id }) => id)).size).toBe(4);
    for (const { id } of stops) expect(id).toMatch(/^[a-z0-9-]+$/);
  });

  test('a position that one of its orders knows is that of the stop', () => {
    const { geoCoordinates: _, ...before } = TABAC;
    const [stop] = stopsOf([part({ ...atRelay, place: before }), part({ ...atRelay, id: 2 })]);
    expect(stop?.position).toEqual(TABAC.geoCoordinates);
    const { geoCoordinates, ...old } = waiting({ id: 1, store: 'a', at: [49, 5] }).store;
    expect(geoCoordinates).toBeTruthy();
    expect(stopsOf([{ ...part(), store: old }])[0]?.position, 'an answer of an older version').toBeNull();
  });
});

describe('the next visit', () => {
  const stopWith = (parts: Partial<StoreOrder>[], openingHours = [week], preparationTime: number | null = null) => {
    const [stop] = stopsOf(
      parts.map((more, index) => {
        const made = waiting({ id: index, store: 'a', openingHours, more });
        return { ...made, store: { ...made.store, preparationTime } };
      }),
    );
    if (!stop) throw new Error('Nothing to collect.');
    return stop;
  };

  test('is the rest of the open window, else the next one', () => {
    const stop = stopWith([{}]);
    expect(nextVisit(stop, now)).toEqual({ day: '2026-11-24', from: 10 * 60, to: 12 * 60 });
    expect(nextVisit(stop, at('2026-11-24', '12:30'))).toEqual({ day: '2026-11-24', from: 14 * 60, to: 18 * 60 });
    expect(nextVisit(stop, at('2026-11-28', '18:00'))).toEqual({ day: '2026-12-01', from: 9 * 60, to: 12 * 60 });
  });

  test('is not before the first of its orders is ready', () => {
    const ordered = { createdAt: at('2026-11-24', '09:30').toISOString() };
    const yesterday = { createdAt: at('2026-11-20', '09:30').toISOString() };
    expect(nextVisit(stopWith([ordered], [week], 360), now)).toEqual({
      day: '2026-11-24',
      from: 15 * 60 + 30,
      to: 18 * 60,
    });
    expect(usefulFrom(stopWith([ordered], [week], 2880), now)).toEqual({ day: '2026-11-26', minutes: 9 * 60 + 30 });
    expect(nextVisit(stopWith([ordered], [week], 2880), now)).toEqual({ day: '2026-11-26', from: 570, to: 720 });
    expect(nextVisit(stopWith([ordered, yesterday], [week], 360), now), 'one of them is').toMatchObject({ from: 600 });
    const before = { createdAt: at('2026-11-24', '09:10').toISOString() };
    for (const both of [
      [ordered, before],
      [before, ordered],
    ]) {
      expect(nextVisit(stopWith(both, [week], 360), now)).toMatchObject({ from: 15 * 60 + 10 });
    }
  });

  test('of a place without hours is any time; of a place closed for months there is none', () => {
    expect(nextVisit(stopWith([{}], []), now)).toBe('any');
    const closed = stopWith([{}]);
    closed.hours = { ...closed.hours, closedDays: [{ from: '2026-11-01', to: '9999-12-31' }] };
    expect(nextVisit(closed, now)).toBeNull();
    expect(nextVisit(stopWith([{}], [row(['sunday'], '0800', '1230', '', '')]), now)).toMatchObject({
      day: '2026-11-29',
    });
  });
});
