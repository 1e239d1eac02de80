// The words of a round. 24 November 2026 is a Tuesday; Paris is UTC+1 then.
import { describe, expect, test } from 'vitest';
import { stopsOf } from '#domain/round/round-stops.ts';
import {
  dayWords,
  directionsTo,
  legWords,
  notBeforeWords,
  stopsWords,
  visitHoursText,
  wayWords,
} from '#features/account/round/round-texts.ts';
import { at, week } from '../support/hours.ts';
import { stopsAt, waiting } from '../support/rounds.ts';

const now = at('2026-11-24', '10:00');
const [shop] = stopsAt({ store: 'Chez Rose', at: [49.16, 5.38], openingHours: [week] });
if (!shop) throw new Error('No stop.');

describe('a round shows', () => {
  test('how many stops, and how far in all', () => {
    expect([stopsWords(1), stopsWords(3)]).toEqual(['1\u00a0arrêt', '3\u00a0arrêts']);
    expect(wayWords(0), 'nobody knows').toBeNull();
    expect(wayWords(0.45)).toBe('environ 450\u00a0m à vol d’oiseau');
    expect(wayWords(3.27)).toBe('environ 3,3\u00a0km à vol d’oiseau');
    expect(wayWords(33.6)).toBe('environ 34\u00a0km à vol d’oiseau');
  });

  test('the distance of a stop from the previous one', () => {
    expect(legWords(4.23, 1, true)).toBe('à 4,2\u00a0km du départ');
    expect(legWords(0.3, 3, false)).toBe('à 300\u00a0m de l’arrêt 2');
  });

  test('on which day', () => {
    expect(dayWords('2026-11-24', now)).toBe('Aujourd’hui');
    expect(dayWords('2026-11-25', now)).toBe('Demain');
    expect(dayWords('2026-11-28', now)).toBe('Samedi 28 novembre');
    expect(dayWords(null, now)).toBe('Fermés pour longtemps');
  });

  test('whether one can go there now, and until when', () => {
    const hours = 'Ouvert aujourd’hui 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a000';
    expect(visitHoursText(shop, now)).toEqual({
      tone: 'green',
      state: 'Ouvert',
      next: 'ferme à 12\u00a0h',
      hours,
    });
    expect(visitHoursText(shop, at('2026-11-24', '11:30'))).toMatchObject({
      tone: 'straw',
      state: 'Ferme bientôt',
      hours,
    });
    expect(visitHoursText(shop, at('2026-11-24', '12:30'))).toMatchObject({
      state: 'Fermé',
      next: 'ouvre à 14\u00a0h',
      hours,
    });
  });

  test('the day of the next opening, with all its hours', () => {
    expect(visitHoursText(shop, at('2026-11-24', '19:00'))).toEqual({
      tone: 'quiet',
      state: 'Fermé',
      next: 'ouvre demain à 9\u00a0h',
      hours: 'Demain 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a000',
    });
    expect(visitHoursText(shop, at('2026-11-29', '12:00'))).toMatchObject({
      state: 'Fermé aujourd’hui',
      next: 'ouvre mardi à 9\u00a0h',
      hours: 'Mardi 1er décembre 9\u00a0h\u00a000 – 12\u00a0h\u00a000, 14\u00a0h\u00a000 – 18\u00a0h\u00a000',
    });
    const closedDays = [{ from: '2026-01-01', to: '9999-12-31' }];
    const never = visitHoursText({ ...shop, hours: { ...shop.hours, closedDays } }, now);
    expect(never).toEqual({ tone: 'quiet', state: 'Fermé aujourd’hui', next: null, hours: null });
    expect(visitHoursText({ ...shop, hours: { openingHours: [] } }, now)).toBeNull();
  });

  test('from when on something is ready', () => {
    const readyIn = (preparationTime: number, count = 1) => {
      const more = { createdAt: now.toISOString() };
      const parts = Array.from({ length: count }, (_, id) => waiting({ id, store: 'a', openingHours: [week], more }));
      const [stop] = stopsOf(parts.map((part) => ({ ...part, store: { ...part.store, preparationTime } })));
      return notBeforeWords(stop ?? shop, now);
    };
    expect(notBeforeWords(shop, now)).toBeNull();
    expect(readyIn(0)).toBeNull();
    expect(readyIn(60)).toBe('Prêt à partir de 11\u00a0h');
    expect(readyIn(540)).toBe('Prêt à partir de demain, 9\u00a0h');
    expect(readyIn(2880)).toBe('Prêt à partir du jeudi 26 novembre, 10\u00a0h');
    expect(readyIn(60, 2)).toBe('Rien de prêt avant 11\u00a0h');
    expect(readyIn(2880, 2)).toBe('Rien de prêt avant jeudi 26 novembre, 10\u00a0h');
  });
});

describe('the way to a stop', () => {
  const start = { latitude: 49, longitude: 5.1 };
  test('is shown from where one sets out, by its position or else by its address', () => {
    expect(directionsTo(shop, { start, isAndroid: false })).toBe(
      'https://www.openstreetmap.org/directions?from=49%2C5.1&to=49.16%2C5.38',
    );
    expect(directionsTo({ ...shop, position: null }, { start: null, isAndroid: false })).toBe(
      'https://www.openstreetmap.org/directions?to=1+rue+Haute%2C+55100+Verdun',
    );
    expect(directionsTo({ ...shop, position: null, address: [] }, { start, isAndroid: false })).toBeNull();
  });

  test('opens the map of a telephone that has one', () => {
    expect(directionsTo(shop, { start, isAndroid: true })).toBe('geo:49.16,5.38?q=49.16%2C5.38(Chez%20Rose)');
    expect(directionsTo({ ...shop, position: null }, { start, isAndroid: true })).toBe(
      'geo:0,0?q=Chez%20Rose%2C%201%20rue%20Haute%2C%2055100%20Verdun',
    );
  });
});
