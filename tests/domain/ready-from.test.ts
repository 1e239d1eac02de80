// From when on an order can be collected. 24 November 2026 is a Tuesday; Paris is UTC+1 then.
import { describe, expect, test } from 'vitest';
import { awaitedWords, orderNowWords, type PreparationHours, readyOn, readyWords } from '#domain/orders/ready-from.ts';
import { at, row, week } from '../support/hours.ts';

const shop = (preparationTime: number | null, more: Partial<PreparationHours> = {}): PreparationHours => ({
  openingHours: [week],
  preparationTime,
  ...more,
});
const ready = (of: PreparationHours, day: string, paris: string) => readyWords(of, at(day, paris));

describe('an order that is collected', () => {
  test('is ready after its preparation, during opening hours', () => {
    expect(ready(shop(60), '2026-11-24', '09:30')).toBe('Prêt à partir de 10\u00a0h\u00a030');
    expect(ready(shop(0), '2026-11-24', '09:30')).toBe('Prêt à partir de 9\u00a0h\u00a030');
    expect(ready(shop(60), '2026-11-24', '11:30'), 'over noon').toBe('Prêt à partir de 14\u00a0h');
    expect(ready(shop(120), '2026-11-24', '16:30'), 'over night').toBe('Prêt à partir de demain, 9\u00a0h');
    expect(ready(shop(60), '2026-11-24', '17:00'), 'ready as it closes').toBe('Prêt à partir de demain, 9\u00a0h');
  });

  test('is prepared from the next opening on', () => {
    expect(ready(shop(60), '2026-11-24', '06:00')).toBe('Prêt à partir de 10\u00a0h');
    expect(ready(shop(60), '2026-11-24', '18:00'), 'at the minute it closes').toBe(
      'Prêt à partir de demain, 10\u00a0h',
    );
    expect(ready(shop(60), '2026-11-28', '19:00'), 'Saturday night').toBe(
      'Prêt à partir du mardi 1er décembre, 10\u00a0h',
    );
    expect(ready(shop(60), '2026-11-24', '23:59')).toBe('Prêt à partir de demain, 10\u00a0h');
  });

  test('a preparation in days ends at an opening of the store', () => {
    expect(ready(shop(2880), '2026-11-24', '10:00')).toBe('Prêt à partir du jeudi 26 novembre, 10\u00a0h');
    expect(ready(shop(2880), '2026-11-27', '10:00')).toBe('Prêt à partir du mardi 1er décembre, 9\u00a0h');
  });

  test('there is no collection on a day of closure', () => {
    const closed = shop(60, { closedDays: [{ from: '2026-11-24', to: '2026-11-26' }] });
    expect(ready(closed, '2026-11-24', '10:00')).toBe('Prêt à partir du vendredi 27 novembre, 10\u00a0h');
    expect(
      ready(shop(60, { closedDays: [{ from: '2026-11-01', to: '9999-12-31' }] }), '2026-11-24', '10:00'),
    ).toBeNull();
  });

  test('has no promise without a preparation time or opening hours', () => {
    expect(ready(shop(null), '2026-11-24', '10:00')).toBeNull();
    expect(ready({ openingHours: [week] }, '2026-11-24', '10:00')).toBeNull();
    expect(ready(shop(60, { openingHours: [] }), '2026-11-24', '10:00')).toBeNull();
    expect(ready(shop(60, { openingHours: [{ ...week, days: [] }] }), '2026-11-24', '10:00')).toBeNull();
  });

  test('is promised for an order of this moment, so that a closed store can be ordered from', () => {
    const promised = (day: string, paris: string, of = shop(60)) => orderNowWords(of, at(day, paris));
    expect(promised('2026-11-24', '09:30')).toBe('Commandez maintenant, prêt aujourd’hui dès 10\u00a0h\u00a030');
    expect(promised('2026-11-24', '21:00')).toBe('Commandez maintenant, prêt demain dès 10\u00a0h');
    expect(promised('2026-11-28', '21:00')).toBe('Commandez maintenant, prêt mardi dès 10\u00a0h');
    const absent = shop(60, { closedDays: [{ from: '2026-11-24', to: '2026-12-04' }] });
    expect(promised('2026-11-24', '10:00', absent)).toBe(
      'Commandez maintenant, prêt le samedi 5 décembre dès 10\u00a0h',
    );
    expect(promised('2026-11-24', '10:00', shop(null))).toBeNull();
    expect(orderNowWords(shop(60), at('2026-11-24', '10:00'), [{ preOrderDate: '2026-12-24' }])).toBeNull();
  });

  test('is not announced before the day from which on its articles can be had', () => {
    const awaited = (...days: (string | null)[]) => days.map((preOrderDate) => ({ preOrderDate }));
    const shown = (days: (string | null)[], of = shop(60)) =>
      readyWords(of, at('2026-11-24', '09:30'), awaited(...days));
    expect(shown(['2026-12-24'])).toBe('Prêt à partir du jeudi 24 décembre, 9\u00a0h');
    expect(shown([null, '2026-12-24', '2026-12-01']), 'the last of them').toContain('24 décembre');
    expect(shown(['2026-12-27']), 'a Sunday').toContain('mardi 29 décembre');
    expect(shown(['2026-11-25']), 'tomorrow').toBe('Prêt à partir de demain, 9\u00a0h');
    for (const over of [null, '2026-11-24', '2026-11-01']) expect(shown([over])).toContain('10\u00a0h\u00a030');
    expect(shown(['2026-12-24'], shop(60_000)), 'ready later than that').toMatch(/janvier/);
    expect(shown(['2026-12-24'], shop(null))).toContain('jeudi 24 décembre');
    const day = 'Précommande\u00a0: disponible à partir du 24 décembre 2026';
    expect(shown(['2026-12-24'], shop(60, { openingHours: [] }))).toBe(day);
    expect(shown([null], shop(60, { openingHours: [] }))).toBeNull();
    expect(readyOn(shop(60), at('2026-11-24', '09:30'), awaited('2026-12-24'))).toContain('jeudi 24 décembre');
    expect(awaitedWords(awaited('2026-12-24'), at('2026-11-24', '09:30'))).toBe(day);
  });

  test('hours are in Paris time, in summer and across a clock change', () => {
    expect(readyWords(shop(60), new Date('2026-07-21T07:30:00Z'))).toBe('Prêt à partir de 10\u00a0h\u00a030');
    const sunday = shop(1440, { openingHours: [row(['saturday', 'sunday'], '0900', '1200', '1400', '1800')] });
    expect(readyWords(sunday, new Date('2026-10-24T07:30:00Z'))).toBe('Prêt à partir de demain, 9\u00a0h\u00a030');
  });

  test('the text read later contains the day', () => {
    expect(readyOn(shop(60), at('2026-11-24', '09:30'))).toBe('Prêt à partir du mardi 24 novembre, 10\u00a0h\u00a030');
    expect(readyOn(shop(null), at('2026-11-24', '09:30'))).toBeNull();
  });
});
