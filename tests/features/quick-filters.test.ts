import { describe, expect, it } from 'vitest';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { isOn, quickFiltered } from '#features/shop/directory/quick-filters.ts';

const hours = [
  {
    days: ['saturday'] as const,
    morningOpeningHour: '0900',
    morningCloseHour: '1200',
    afternoonOpeningHour: null,
    afternoonCloseHour: null,
    interrupt: true,
  },
];
const store = (name: string, parts: object) => ({ name, ...parts }) as unknown as StoreSummary;
const stores = [
  store('open, collects', { openingHours: hours, shippingTypes: ['store', 'home'] }),
  store('open, sends', { openingHours: hours, shippingTypes: ['home'] }),
  store('without hours, collects', { shippingTypes: ['store'] }),
  store('of an older answer', {}),
];
const morning = Date.parse('2026-12-05T09:30:00Z'); // half past ten in Paris, a Saturday
const evening = Date.parse('2026-12-05T19:30:00Z');
const names = (choices: { open: boolean; collect: boolean }, at = morning) =>
  quickFiltered(stores, choices, at).map(({ name }) => name);

describe('the quick filters of the directory', () => {
  it('are on with 1 in the address, and off with anything else', () => {
    expect(isOn(new URLSearchParams('ouvert=1'), 'ouvert')).toBe(true);
    expect(isOn(new URLSearchParams('ouvert=oui'), 'ouvert')).toBe(false);
    expect(isOn(new URLSearchParams(''), 'retrait')).toBe(false);
  });

  it('list the stores that are open at that moment, and none without hours', () => {
    expect(names({ open: true, collect: false })).toEqual(['open, collects', 'open, sends']);
    expect(names({ open: true, collect: false }, evening)).toEqual([]);
  });

  it('list the stores at which one collects', () => {
    expect(names({ open: false, collect: true })).toEqual(['open, collects', 'without hours, collects']);
  });

  it('combine, and list everything without any', () => {
    expect(names({ open: true, collect: true })).toEqual(['open, collects']);
    expect(quickFiltered(stores, { open: false, collect: false }, morning)).toBe(stores);
  });
});
