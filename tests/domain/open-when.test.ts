// Whether a shop is open, until or from when on, and what it says of today. 24 November 2026 is a Tuesday.
import { describe, expect, test } from 'vitest';
import { opennessOf, openSentence, type StoreHours, shortOpenness, todayWords } from '#domain/time/open-when.ts';
import { at, row, week } from '../support/hours.ts';

const shop = (more: Partial<StoreHours> = {}): StoreHours => ({ openingHours: [week], ...more });
const now = (day: string, paris: string, of = shop()) => opennessOf(of, at(day, paris));

describe('today’s opening text of a store', () => {
  test('its windows in their order while one is to come, then when it opens again', () => {
    const evening = {
      ...row(['tuesday'], '1900', '2000', '', ''),
      afternoonOpeningHour: null,
      afternoonCloseHour: null,
    };
    expect(todayWords(shop(), at('2026-11-24', '17:59'))).toBe(
      'Ouvert aujourd’hui 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a000',
    );
    expect(todayWords(shop({ openingHours: [evening, week] }), at('2026-11-24', '08:00'))).toBe(
      'Ouvert aujourd’hui 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a000, 19\u00a0h\u00a000 – 20\u00a0h\u00a000',
    );
    expect(todayWords(shop(), at('2026-11-24', '20:00'))).toBe('Ouvre demain à 9\u00a0h');
    expect(todayWords(shop(), at('2026-11-23', '10:00'))).toBe('Ouvre demain à 9\u00a0h');
    expect(todayWords(shop(), at('2026-11-29', '10:00'))).toBe('Ouvre mardi à 9\u00a0h');
    const closed = shop({ closedDays: [{ from: '2026-11-24', to: '2026-11-24' }] });
    expect(todayWords(closed, at('2026-11-24', '10:00'))).toBe('Ouvre demain à 9\u00a0h');
    const gone = shop({ closedDays: [{ from: '2026-11-24', to: '9998-12-31' }] });
    expect(todayWords(gone, at('2026-11-24', '10:00'))).toBe('Fermé jusqu’à nouvel ordre');
    expect(todayWords(shop(), new Date('2026-11-23T23:30:00Z')), 'half past midnight in Paris').toMatch(/^Ouvert/);
  });

  test('nothing when it has no hours', () => {
    expect(todayWords({ openingHours: [] }, at('2026-11-24', '10:00'))).toBeNull();
  });
});

describe('opening state of a store', () => {
  test('includes the closing time, to the minute', () => {
    expect(now('2026-11-24', '09:00')).toEqual({ open: true, today: true, next: 'ferme à 12\u00a0h' });
    expect(now('2026-11-24', '11:59')).toEqual({ open: true, today: true, next: 'ferme à 12\u00a0h' });
    expect(now('2026-11-24', '12:00')).toEqual({ open: false, today: true, next: 'ouvre à 14\u00a0h' });
    expect(now('2026-11-24', '17:59')).toEqual({ open: true, today: true, next: 'ferme à 18\u00a0h' });
  });

  test('else when it opens next: today, tomorrow, on a day of this week, on a date', () => {
    expect(now('2026-11-24', '08:59')).toEqual({ open: false, today: true, next: 'ouvre à 9\u00a0h' });
    expect(now('2026-11-24', '18:00')).toEqual({ open: false, today: false, next: 'ouvre demain à 9\u00a0h' });
    expect(now('2026-11-28', '18:00')).toEqual({ open: false, today: false, next: 'ouvre mardi à 9\u00a0h' });
    const absent = shop({ closedDays: [{ from: '2026-11-24', to: '2026-12-04' }] });
    expect(now('2026-11-24', '10:00', absent)).toEqual({
      open: false,
      today: false,
      next: 'ouvre le samedi 5 décembre',
    });
    const onTuesdays = shop({ openingHours: [row(['tuesday'], '0900', '1200', '1400', '1800')] });
    expect(now('2026-11-24', '18:00', onTuesdays), 'the same weekday is another date').toEqual({
      open: false,
      today: false,
      next: 'ouvre le mardi 1er décembre',
    });
  });

  test('past midnight it is open until it closes, and closes at midnight itself', () => {
    const night = { ...week, days: ['tuesday', 'wednesday'] as StoreHours['openingHours'][number]['days'] };
    const bar = shop({
      openingHours: [
        {
          ...night,
          morningOpeningHour: null,
          morningCloseHour: null,
          afternoonOpeningHour: '1800',
          afternoonCloseHour: '0200',
        },
      ],
    });
    expect(todayWords(bar, at('2026-11-24', '10:00'))).toBe('Ouvert aujourd’hui 18\u00a0h\u00a000 – 2\u00a0h\u00a000');
    for (const [day, paris, open, next] of [
      ['2026-11-24', '17:59', false, 'ouvre à 18\u00a0h'],
      ['2026-11-24', '23:30', true, 'ferme à 2\u00a0h'],
      ['2026-11-25', '00:00', true, 'ferme à 2\u00a0h'],
      ['2026-11-25', '01:59', true, 'ferme à 2\u00a0h'],
      ['2026-11-25', '02:00', false, 'ouvre à 18\u00a0h'],
      ['2026-11-26', '01:59', true, 'ferme à 2\u00a0h'],
      ['2026-11-26', '02:00', false, 'ouvre mardi à 18\u00a0h'],
    ] as const) {
      expect([day, paris, opennessOf(bar, at(day, paris))]).toMatchObject([day, paris, { open, next }]);
    }
    const late = shop({ openingHours: [{ ...week, afternoonCloseHour: '2400' }] });
    expect(now('2026-11-24', '23:59', late)).toMatchObject({ open: true, next: 'ferme à minuit' });
    expect(now('2026-11-25', '00:00', late)).toMatchObject({ open: false, next: 'ouvre à 9\u00a0h' });
    const closed = { ...bar, closedDays: [{ from: '2026-11-24', to: '2026-11-24' }] };
    expect(now('2026-11-25', '01:00', closed), 'not after a day on which it was closed').toMatchObject({ open: false });
  });

  test('a long closure names its day, a permanent one none, and without hours there is no text', () => {
    const long = shop({ closedDays: [{ from: '2026-11-01', to: '2027-12-31' }] });
    expect(opennessOf(long, at('2026-11-24', '10:00'))?.next, 'more than 120 days').toBe('ouvre le 1er janvier 2028');
    const months = shop({ closedDays: [{ from: '2026-11-01', to: '2027-04-30' }] });
    expect(opennessOf(months, at('2026-11-24', '10:00'))?.next).toBe('ouvre le samedi 1er mai');
    const gone = shop({ closedDays: [{ from: '2026-11-01', to: '9999-12-31' }] });
    expect(now('2026-11-24', '10:00', gone)).toEqual({ open: false, today: false, next: null });
    expect(now('2026-11-24', '10:00', { openingHours: [] })).toBeNull();
    expect(now('2026-11-24', '10:00', { openingHours: [{ ...week, days: [] }] })).toBeNull();
  });

  test('the day is that of Paris', () => {
    expect(opennessOf(shop(), new Date('2026-11-23T23:30:00Z'))).toEqual({
      open: false,
      today: true,
      next: 'ouvre à 9\u00a0h',
    });
    expect(opennessOf(shop(), new Date('2026-07-21T07:00:00Z'))).toEqual({
      open: true,
      today: true,
      next: 'ferme à 12\u00a0h',
    });
  });
});

describe('opening text in a list', () => {
  test('is whether it is open, or when it opens; never merely that it is closed', () => {
    expect(shortOpenness({ open: true, today: true, next: 'ferme à 18\u00a0h' })).toBe('Ouvert');
    expect(shortOpenness({ open: false, today: true, next: 'ouvre à 14\u00a0h' })).toBe('Ouvre à 14\u00a0h');
    expect(shortOpenness({ open: false, today: false, next: 'ouvre demain à 9\u00a0h' })).toBe(
      'Ouvre demain à 9\u00a0h',
    );
    expect(shortOpenness({ open: false, today: false, next: null })).toBe('Fermé jusqu’à nouvel ordre');
  });

  test('on the store’s own pages it says when it closes, too', () => {
    expect(openSentence({ open: true, today: true, next: 'ferme à 18\u00a0h' })).toBe('Ouvert, ferme à 18\u00a0h');
    expect(openSentence({ open: false, today: false, next: 'ouvre lundi à 8\u00a0h\u00a030' })).toBe(
      'Ouvre lundi à 8\u00a0h\u00a030',
    );
  });
});
