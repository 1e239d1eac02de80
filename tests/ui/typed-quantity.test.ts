// A typed quantity counts only if it is a whole number within the limits; otherwise a message says what is wrong.
import { describe, expect, it } from 'vitest';
import { typedQuantity } from '#ui/fields/typed-quantity.ts';

describe('a typed quantity', () => {
  it.each([
    ['1', 1],
    [' 12 ', 12],
    ['007', 7],
    ['999', 999],
  ])('%j is %i', (text, quantity) => {
    expect(typedQuantity(text)).toEqual({ quantity, mistake: null });
  });

  it.each(['', ' ', '0', '-2', '1,5', '1.5', 'deux', '1e3', 'NaN'])('%j is refused with the smallest one', (text) => {
    expect(typedQuantity(text)).toEqual({ quantity: null, mistake: 'Indiquez un nombre entier, à partir de 1.' });
  });

  it('is refused above the stock with its own words, and above the limit of a line', () => {
    const excess = 'Plus de produit en stock !';
    expect(typedQuantity('4', { maximum: 3, excess })).toEqual({ quantity: null, mistake: excess });
    expect(typedQuantity('3', { maximum: 3, excess })).toEqual({ quantity: 3, mistake: null });
    expect(typedQuantity('4', { maximum: 3 }).mistake).toBe('La quantité maximale est 3.');
    expect(typedQuantity('1000', { maximum: 5000, excess }).mistake).toBe('La quantité maximale est 999.');
  });
});
