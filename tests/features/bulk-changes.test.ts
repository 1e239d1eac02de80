// Changing several products at once: what it makes of each.
import { describe, expect, it } from 'vitest';
import { bulkChange, bulkMistake, bulkPreview, percentOf } from '#features/merchant/products/list/bulk-changes.ts';

const product = { price: 1250, priceDisabled: false, stock: 8 };

describe('prices', () => {
  it.each([
    ['set', '9,90', { price: { amount: 990 } }],
    ['move', '10', { price: { amount: 1375 } }],
    ['move', '-33', { price: { amount: 838 } }],
    ['set', '12,50', null],
    ['set', 'douze', null],
    ['move', '0', null],
  ] as const)('%s %s', (way, typed, expected) => {
    expect(bulkChange('price', way, typed, product)).toEqual(expected);
  });

  it('that are free stay free when they are moved', () => {
    for (const percent of ['10', '-10', '0,5']) {
      expect(bulkChange('price', 'move', percent, { ...product, price: 0 })).toBeNull();
    }
    expect(bulkChange('price', 'set', '1', { ...product, price: 0 })).toEqual({ price: { amount: 100 } });
  });

  it('are never moved to nothing, nor where there is none', () => {
    expect(bulkChange('price', 'move', '-99', { ...product, price: 10 })).toEqual({ price: { amount: 1 } });
    expect(bulkChange('price', 'move', '5', { ...product, price: null })).toBeNull();
    expect(bulkChange('price', 'set', '5', { ...product, priceDisabled: true })).toBeNull();
    expect(bulkChange('price', 'set', '5', { ...product, price: null })).toEqual({ price: { amount: 500 } });
  });
});

it('stock is set for all, or moved where it is counted, never below nothing', () => {
  expect(bulkChange('stock', 'set', '3', { ...product, stock: null })).toEqual({ stock: 3 });
  expect(bulkChange('stock', 'move', '+12', product)).toEqual({ stock: 20 });
  expect(bulkChange('stock', 'move', '-20', product)).toEqual({ stock: 0 });
  expect(bulkChange('stock', 'move', '5', { ...product, stock: null })).toBeNull();
  expect(bulkChange('stock', 'set', '8', product)).toBeNull();
});

it('changes are previewed', () => {
  expect(bulkPreview('price', 'move', '+10 %', product)).toBe('12,50\u00a0€ → 13,75\u00a0€');
  expect(bulkPreview('price', 'set', '9€90', { ...product, price: null })).toBe('sans prix → 9,90\u00a0€');
  expect(bulkPreview('stock', 'set', '1 000', { ...product, stock: null })).toBe('non suivi → 1000');
  for (const wrong of ['12 50', '', 'x']) expect(bulkPreview('price', 'set', wrong, product)).toBeNull();
  expect(bulkPreview('price', 'set', '12,50', product)).toBeNull();
});

it.each(['1 2', '12 50', '1,5', '1 000 0'])('a stock of %j is no number', (typed) => {
  expect(bulkMistake('stock', 'set', typed)).toBe('Nombre entier attendu.');
  expect(bulkChange('stock', 'set', typed, product)).toBeNull();
});

it('invalid input is reported before any write', () => {
  expect(bulkMistake('price', 'set', '12 50')).toBe('Montant incorrect.');
  expect(bulkMistake('price', 'move', '1 0')).toBe('Pourcentage attendu, par exemple 5 ou -10.');
  expect(bulkMistake('stock', 'set', '1000000')).toBe('999\u202f999 au maximum.');
  expect(bulkMistake('price', 'set', '')).toBe('Montant incorrect.');
  expect(bulkMistake('price', 'move', '-100')).toBe('Pourcentage attendu, par exemple 5 ou -10.');
  expect(bulkMistake('price', 'move', '2,5 %')).toBeNull();
  expect(bulkMistake('stock', 'set', '-1')).toBe('Le stock ne peut pas être négatif.');
  expect(bulkMistake('stock', 'move', '-1')).toBeNull();
  expect(bulkMistake('stock', 'set', '1,5')).toBe('Nombre entier attendu.');
  expect(percentOf('\u22125')).toBe(-5);
});
