// What a closure says, and whether orders stop. 24 December 2026 is a Thursday; the store opens from Tuesday to Saturday.
import { describe, expect, test } from 'vitest';
import { closureAhead, closureNow, closureRefusal } from '#domain/time/closures.ts';
import { at, week } from '../support/hours.ts';

const shop = (...closedDays: { from: string; to: string; stopsOrders?: boolean }[]) => ({
  openingHours: [week],
  closedDays,
});
const christmas = { from: '2026-12-24', to: '2026-12-31' };
const said = (store: ReturnType<typeof shop>, day: string) => closureNow(store, at(day, '10:00'))?.words ?? null;

describe('a closure during which orders stay open', () => {
  test('says for which day an order is', () => {
    expect(said(shop(christmas), '2026-12-24')).toBe('Fermé du 24 au 31 décembre, commandez pour le 1er janvier.');
    expect(said(shop(christmas, { from: '2027-01-01', to: '2027-01-01' }), '2026-12-28')).toBe(
      'Fermé du 24 décembre au 1er janvier, commandez pour le 2 janvier.',
    );
    expect(said(shop({ from: '2026-12-25', to: '2026-12-25' }), '2026-12-25')).toBe(
      'Fermé le 25 décembre, commandez pour le 26 décembre.',
    );
    expect(closureRefusal(shop(christmas), at('2026-12-28', '10:00'))).toBeNull();
  });

  test('says nothing before it begins and after it has ended', () => {
    expect([
      said(shop(christmas), '2026-12-23'),
      said(shop(christmas), '2027-01-01'),
      said(shop(), '2026-12-24'),
    ]).toEqual([null, null, null]);
  });

  test('names no day without opening hours or without an end', () => {
    expect(said({ ...shop(christmas), openingHours: [] }, '2026-12-24')).toBe(
      'Fermé du 24 au 31 décembre, retrait dès la reprise.',
    );
    expect(said(shop({ from: '2026-12-24', to: '9999-12-31' }), '2026-12-24')).toBe('Fermé jusqu’à nouvel ordre.');
    expect(said(shop({ from: '2026-12-24', to: '2027-12-31' }), '2026-12-24')).toBe(
      'Fermé du 24 décembre 2026 au 31 décembre 2027, commandez pour le 1er janvier 2028.',
    );
  });
});

describe('a closure during which orders stop', () => {
  const stopped = { ...christmas, stopsOrders: true };

  test('says when they are possible again', () => {
    const words = 'Fermé du 24 au 31 décembre. Commandes à nouveau possibles le 1er janvier.';
    expect(said(shop(stopped), '2026-12-31')).toBe(words);
    expect(closureRefusal(shop(stopped), at('2026-12-31', '23:59'))).toBe(words);
    expect(closureRefusal(shop(stopped), at('2027-01-01', '00:00'))).toBeNull();
    expect(closureRefusal(shop(stopped), at('2026-12-23', '23:59'))).toBeNull();
    expect(closureRefusal(shop({ ...stopped, to: '9999-12-31' }), at('2026-12-28', '10:00'))).toBe(
      'Fermé jusqu’à nouvel ordre\u00a0: aucune commande n’est possible.',
    );
  });

  test('is one with the next that stops them, too, and wins over one that does not', () => {
    const next = { from: '2027-01-01', to: '2027-01-03', stopsOrders: true };
    expect(said(shop(next, stopped), '2026-12-24')).toBe(
      'Fermé du 24 décembre au 3 janvier. Commandes à nouveau possibles le 4 janvier.',
    );
    expect(said(shop({ ...next, stopsOrders: false }, stopped), '2026-12-24')).toBe(
      'Fermé du 24 au 31 décembre. Commandes à nouveau possibles le 1er janvier.',
    );
    expect(said(shop({ from: '2026-12-01', to: '2027-01-31' }, stopped), '2026-12-28')).toContain(
      'Commandes à nouveau',
    );
  });

  test('is known before it begins, without a word', () => {
    expect(closureAhead(shop(stopped), '2026-12-01')).toEqual({ ...stopped, reopens: '2027-01-01' });
  });
});
