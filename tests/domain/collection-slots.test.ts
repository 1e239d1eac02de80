// When an order can be collected, where its customer chooses. 24 November 2026 is a Tuesday; Paris is UTC+1 then.
import { describe, expect, test } from 'vitest';
import { asksForSlot, offeredSlots, placesLeft, type SlotStore, slotProblem } from '#domain/orders/collection-slots.ts';
import { slotWords } from '#domain/orders/slot-words.ts';
import { at, row, week } from '../support/hours.ts';

const shop = (minutes: number | null, more: Partial<SlotStore> = {}): SlotStore => ({
  openingHours: [week],
  collectionSlots: { minutes, capacity: null },
  ...more,
});
const now = at('2026-11-24', '09:20');
const words = (store: SlotStore, ordered = now, articles = [] as { preOrderDate: string | null }[]) =>
  offeredSlots(store, ordered, articles).map((slot) => slotWords(slot, ordered).replaceAll('\u00a0', ' '));

describe('the slots of a store', () => {
  test('fill its opening hours, from the next one on; the last of a window may be shorter', () => {
    const found = words(shop(120));
    expect(found.slice(0, 4)).toEqual([
      'mardi 24 novembre, 11 h – 12 h',
      'mardi 24 novembre, 14 h – 16 h',
      'mardi 24 novembre, 16 h – 18 h',
      'mercredi 25 novembre, 9 h – 11 h',
    ]);
    expect(words(shop(15)).slice(0, 2)).toEqual([
      'mardi 24 novembre, 9 h 30 – 9 h 45',
      'mardi 24 novembre, 9 h 45 – 10 h',
    ]);
  });

  test('reach two weeks, without the days it is closed', () => {
    const days = words(shop(null, { closedDays: [{ from: '2026-11-26', to: '2026-11-27' }] }));
    expect(days).toEqual([
      'mardi 24 novembre',
      'mercredi 25 novembre',
      'samedi 28 novembre',
      'mardi 1er décembre',
      'mercredi 2 décembre',
      'jeudi 3 décembre',
      'vendredi 4 décembre',
      'samedi 5 décembre',
    ]);
  });

  test('begin when the order is ready: after its preparation, its closure, or when its articles are there', () => {
    expect(words(shop(60, { preparationTime: 120 }))[0]).toBe('mardi 24 novembre, 14 h – 15 h');
    expect(words(shop(null, { preparationTime: 24 * 60 }))[0]).toBe('mercredi 25 novembre');
    const closed = shop(60, { preparationTime: 60, closedDays: [{ from: '2026-11-24', to: '2026-12-24' }] });
    expect(words(closed)[0]).toBe('vendredi 25 décembre, 10 h – 11 h');
    expect(words(shop(null), now, [{ preOrderDate: '2026-12-24' }])[0]).toBe('jeudi 24 décembre');
    expect(words(shop(null), now, [{ preOrderDate: '2026-12-24' }])).toHaveLength(10);
  });

  test('leave out today once it has closed', () => {
    expect(words(shop(null), at('2026-11-24', '17:59'))[0]).toBe('mardi 24 novembre');
    expect(words(shop(null), at('2026-11-24', '18:00'))[0]).toBe('mercredi 25 novembre');
    expect(words(shop(30), at('2026-11-24', '17:31'))[0]).toBe('mercredi 25 novembre, 9 h – 9 h 30');
  });

  test('go on past midnight, and a whole day ends with it', () => {
    const bar = {
      openingHours: [
        { ...row(['saturday'], '2200', '0100', '', ''), afternoonOpeningHour: null, afternoonCloseHour: null },
      ],
    };
    expect(words(shop(60, bar)).slice(0, 3)).toEqual([
      'samedi 28 novembre, 22 h – 23 h',
      'samedi 28 novembre, 23 h – minuit',
      'dimanche 29 novembre, minuit – 1 h',
    ]);
    expect(words(shop(60, bar), at('2026-11-28', '23:30'))[0]).toBe('dimanche 29 novembre, minuit – 1 h');
    expect(words(shop(null, bar), at('2026-11-28', '23:30'))[0]).toBe('samedi 28 novembre');
    expect(words(shop(null, bar), at('2026-11-29', '00:10'))[0]).toBe('samedi 5 décembre');
  });

  test('keep their length while the clocks change', () => {
    const night = { ...row(['sunday'], '0000', '0500', '', ''), afternoonOpeningHour: null, afternoonCloseHour: null };
    const spring = offeredSlots(shop(60, { openingHours: [night] }), new Date('2027-03-27T12:00:00Z'));
    expect(spring.slice(0, 5).map(({ start }) => start)).toEqual([
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-28T02:00:00.000Z',
      '2027-04-03T22:00:00.000Z',
    ]);
    const autumn = offeredSlots(shop(60, { openingHours: [night] }), new Date('2026-10-24T12:00:00Z'));
    expect(autumn.slice(0, 7).map(({ start }) => start)).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
      '2026-10-25T03:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ]);
    const [day] = offeredSlots(shop(null, { openingHours: [night] }), new Date('2026-10-24T12:00:00Z'));
    expect(day).toEqual({ start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' });
    expect(day && slotWords(day, now)).toBe('dimanche 25 octobre');
  });

  test('are none without the setting, without hours, or for a store that never opens again', () => {
    expect(offeredSlots({ openingHours: [week], collectionSlots: null }, now)).toEqual([]);
    expect(offeredSlots(shop(30, { openingHours: [] }), now)).toEqual([]);
    expect(offeredSlots(shop(30, { closedDays: [{ from: '2026-11-01', to: '9999-12-31' }] }), now)).toEqual([]);
    expect([
      asksForSlot(shop(30)),
      asksForSlot(shop(30, { openingHours: [] })),
      asksForSlot({ openingHours: [week] }),
    ]).toEqual([true, false, false]);
  });
});

describe('a chosen slot', () => {
  const store = shop(30);
  const [first, second] = offeredSlots(store, now);
  const problem = (slot: typeof first | null, left: number | null = null, ordered = now, of = store) =>
    slotProblem(of, slot ?? null, { now: ordered, articles: [], left });

  test('is taken while it is offered and has a place', () => {
    expect([problem(first), problem(first, 1)]).toEqual([null, null]);
    expect(problem(first, 0)).toBe('Ce créneau de retrait est complet, choisissez-en un autre.');
    expect(problem(null)).toBe('Choisissez un créneau de retrait.');
  });

  test('is refused once it is past, too soon, or out of hours', () => {
    expect(problem(first, null, at('2026-11-24', '10:00'))).toBe(
      'Ce créneau de retrait est passé, choisissez-en un autre.',
    );
    const gone = 'Ce créneau de retrait n’est plus proposé, choisissez-en un autre.';
    expect(problem(first, null, at('2026-11-24', '09:31'))).toBe(gone);
    expect(problem(first, null, now, shop(60))).toBe(gone);
    expect(problem(first, null, now, shop(30, { closedDays: [{ from: '2026-11-24', to: '2026-11-24' }] }))).toBe(gone);
    expect(problem(first, null, now, { openingHours: [week] }), 'the store no longer asks').toBeNull();
  });

  test('counts the orders that begin within it, also those of another length', () => {
    const limit = { minutes: 60, capacity: 3 };
    const hour = { start: first?.start ?? '', end: second?.end ?? '' };
    const booked = [
      { start: first?.start ?? '', orders: 1 },
      { start: second?.start ?? '', orders: 1 },
      { start: hour.end, orders: 5 },
    ];
    expect(placesLeft(hour, limit, booked)).toBe(1);
    expect(placesLeft(hour, { ...limit, capacity: 1 }, booked)).toBe(0);
    expect(placesLeft(hour, { ...limit, capacity: null }, booked)).toBeNull();
  });
});
