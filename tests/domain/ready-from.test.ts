// From when on an order can be collected. 24 November 2026 is a Tuesday; Paris is UTC+1 then.
import { describe, expect, test } from 'vitest';
import { awaitedWords, type Opening, readyOn, readyWords } from '#domain/orders/ready-from.ts';
import { at, row, week } from '../support/hours.ts';

const shop = (preparationTime: number | null, more: Partial<Opening> = {}): Opening => ({
  openingHours: [week],
  preparationTime,
  ...more,
});
const ready = (of: Opening, day: string, paris: string) => readyWords(of, at(day, paris));

describe('an order that is collected', () => {
  test('is ready after its preparation, when the shop is open', () => {
    expect(ready(shop(60), '2026-11-24', '09:30')).toBe('Prêt à partir de 10\u00a0h\u00a030');
    expect(ready(shop(0), '2026-11-24', '09:30')).toBe('Prêt à partir de 09\u00a0h\u00a030');
    expect(ready(shop(60), '2026-11-24', '11:30'), 'over noon').toBe('Prêt à partir de 14\u00a0h\u00a000');
    expect(ready(shop(120), '2026-11-24', '16:30'), 'over night').toBe('Prêt à partir de demain, 09\u00a0h\u00a000');
    expect(ready(shop(60), '2026-11-24', '17:00'), 'ready as it closes').toBe(
      'Prêt à partir de demain, 09\u00a0h\u00a000',
    );
  });

  test('is prepared from the next opening on', () => {
    expect(ready(shop(60), '2026-11-24', '06:00')).toBe('Prêt à partir de 10\u00a0h\u00a000');
    expect(ready(shop(60), '2026-11-24', '18:00'), 'at the minute it closes').toBe(
      'Prêt à partir de demain, 10\u00a0h\u00a000',
    );
    expect(ready(shop(60), '2026-11-28', '19:00'), 'Saturday night').toBe(
      'Prêt à partir du mardi 1er décembre, 10\u00a0h\u00a000',
    );
    expect(ready(shop(60), '2026-11-24', '23:59')).toBe('Prêt à partir de demain, 10\u00a0h\u00a000');
  });

  test('a preparation of days ends when the shop is open again', () => {
    expect(ready(shop(2880), '2026-11-24', '10:00')).toBe('Prêt à partir du jeudi 26 novembre, 10\u00a0h\u00a000');
    expect(ready(shop(2880), '2026-11-27', '10:00')).toBe('Prêt à partir du mardi 1er décembre, 09\u00a0h\u00a000');
  });

  test('nobody collects on a day on which the shop is closed', () => {
    const closed = shop(60, { closedDays: [{ from: '2026-11-24', to: '2026-11-26' }] });
    expect(ready(closed, '2026-11-24', '10:00')).toBe('Prêt à partir du vendredi 27 novembre, 10\u00a0h\u00a000');
    expect(
      ready(shop(60, { closedDays: [{ from: '2026-11-01', to: '9999-12-31' }] }), '2026-11-24', '10:00'),
    ).toBeNull();
  });

  test('is not promised by a shop that has not said how long it takes, or when it is open', () => {
    expect(ready(shop(null), '2026-11-24', '10:00')).toBeNull();
    expect(ready({ openingHours: [week] }, '2026-11-24', '10:00')).toBeNull();
    expect(ready(shop(60, { openingHours: [] }), '2026-11-24', '10:00')).toBeNull();
    expect(ready(shop(60, { openingHours: [{ ...week, days: [] }] }), '2026-11-24', '10:00')).toBeNull();
  });

  test('is not announced before the day from which on its articles can be had', () => {
    const awaited = (...days: (string | null)[]) => days.map((preOrderDate) => ({ preOrderDate }));
    const said = (days: (string | null)[], of = shop(60)) =>
      readyWords(of, at('2026-11-24', '09:30'), awaited(...days));
    expect(said(['2026-12-24'])).toBe('Prêt à partir du jeudi 24 décembre, 09\u00a0h\u00a000');
    expect(said([null, '2026-12-24', '2026-12-01']), 'the last of them').toContain('24 décembre');
    expect(said(['2026-12-27']), 'a Sunday').toContain('mardi 29 décembre');
    expect(said(['2026-11-25']), 'tomorrow').toBe('Prêt à partir de demain, 09\u00a0h\u00a000');
    for (const over of [null, '2026-11-24', '2026-11-01']) expect(said([over])).toContain('10\u00a0h\u00a030');
    expect(said(['2026-12-24'], shop(60_000)), 'ready later than that').toMatch(/janvier/);
    expect(said(['2026-12-24'], shop(null))).toContain('jeudi 24 décembre');
    const day = 'Précommande\u00a0: disponible à partir du 24 décembre 2026';
    expect(said(['2026-12-24'], shop(60, { openingHours: [] }))).toBe(day);
    expect(said([null], shop(60, { openingHours: [] }))).toBeNull();
    expect(readyOn(shop(60), at('2026-11-24', '09:30'), awaited('2026-12-24'))).toContain('jeudi 24 décembre');
    expect(awaitedWords(awaited('2026-12-24'), at('2026-11-24', '09:30'))).toBe(day);
  });

  test('the hours are those of Paris, in summer and over a change of the clocks', () => {
    expect(readyWords(shop(60), new Date('2026-07-21T07:30:00Z'))).toBe('Prêt à partir de 10\u00a0h\u00a030');
    const sunday = shop(1440, { openingHours: [row(['saturday', 'sunday'], '0900', '1200', '1400', '1800')] });
    expect(readyWords(sunday, new Date('2026-10-24T07:30:00Z'))).toBe('Prêt à partir de demain, 09\u00a0h\u00a030');
  });

  test('whoever reads of it later is told the day', () => {
    expect(readyOn(shop(60), at('2026-11-24', '09:30'))).toBe('Prêt à partir du mardi 24 novembre, 10\u00a0h\u00a030');
    expect(readyOn(shop(null), at('2026-11-24', '09:30'))).toBeNull();
  });
});
