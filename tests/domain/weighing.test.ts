import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramsOf, weightTermsOf } from '#domain/net-content.ts';
import { weigh, weighedPrice, weightChange, weightMistake } from '#domain/orders/weighing.ts';
import { leastWeight, weightNote } from '#domain/orders/weight-terms.ts';

const plain = (text: string | null | undefined) => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;
const cheese = { grams: 1200, tolerance: 10 };

describe('a typed weight', () => {
  it.each([
    ['1,18 kg', 1180],
    ['1.18kg', 1180],
    ['1180 g', 1180],
    ['1 180 g', 1180],
    [' 0,98 KG ', 980],
    ['12 kg', 12_000],
  ])('%s is %i grams', (text, grams) => {
    expect(gramsOf(text)).toBe(grams);
  });

  it('is refused without a unit of weight, below a gram, and where two numbers could be read as one', () => {
    for (const text of ['', '1180', '75 cl', '6 pièces', '0 kg', '-1 kg', '1,1805 kg', '0,5 g', '1 18 kg', '1 2 kg']) {
      expect(gramsOf(text), text).toBeNull();
    }
  });
});

describe('the price of a weight', () => {
  it('is in proportion, and never above the agreed one', () => {
    expect(weighedPrice(2160, 1200, 1120)).toBe(2016);
    expect(weighedPrice(2160, 1200, 1200)).toBe(2160);
    expect(weighedPrice(2160, 1200, 1300)).toBe(2160);
    expect(weighedPrice(1, 1000, 900)).toBe(1);
    expect(weighedPrice(0, 1200, 1100)).toBe(0);
  });

  it('is rounded half up to the cent', () => {
    expect(weighedPrice(1001, 1000, 950)).toBe(951);
    expect(weighedPrice(3, 1000, 500)).toBe(2);
  });

  it('with what is given back is the agreed price, whatever the weight', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 200_000 }), fc.nat(300_000), (amount, grams, typed) => {
        const { price, less } = weigh({ grams, tolerance: 10 }, { quantity: 2, amount }, typed);
        expect(price + less).toBe(amount);
        expect(less).toBeGreaterThanOrEqual(0);
        // Against fractions of whole numbers: twice the price is at most half a cent from the exact one.
        const exact = BigInt(Math.min(typed, 2 * grams)) * BigInt(amount) * 2n;
        const distance = BigInt(price) * 2n * BigInt(2 * grams) - exact;
        expect(distance <= BigInt(2 * grams) && distance > -BigInt(2 * grams)).toBe(true);
      }),
    );
  });
});

describe('what is agreed', () => {
  it('is the announced weight, the least one and the highest price', () => {
    expect(plain(weightNote(cheese, 1, 2160))).toBe(
      'Vendu au poids : environ 1,2 kg (au moins 1,08 kg), prix ajusté à la pesée, jamais plus de 21,60 €.',
    );
    expect(plain(weightNote({ grams: 333, tolerance: 7 }, 2, 500))).toContain('environ 666 g (au moins 620 g)');
  });

  it('holds to the gram', () => {
    expect(leastWeight(cheese, 1)).toBe(1080);
    expect(weightMistake(cheese, 1, 1080)).toBeNull();
    expect(plain(weightMistake(cheese, 1, 1079))).toBe(
      'Au moins 1,08 kg convenus. Complétez, ou remboursez l’article.',
    );
    expect(weightMistake(cheese, 2, 4800)).toBeNull();
    expect(weightMistake(cheese, 2, 4801)).toContain('vérifiez l’unité');
  });

  it('is no longer true for a smaller weight or a wider tolerance, and stays true for a better one', () => {
    const change = (grams: number, tolerance: number) => weightChange(cheese, { grams, tolerance });
    expect(change(1200, 10)).toBeNull();
    expect(change(1100, 5)).toMatchObject({ isWorse: true });
    expect(plain(change(1200, 15)?.text)).toBe(
      'est maintenant vendu au poids, environ 1,2 kg (au moins 1,02 kg), au lieu d’environ 1,2 kg (au moins 1,08 kg)',
    );
    expect(change(1300, 10)).toMatchObject({ isWorse: false });
    expect(weightChange(null, cheese)).toMatchObject({ isWorse: true });
    expect(weightChange(cheese, null)).toMatchObject({ isWorse: true });
    expect(weightChange(undefined, undefined)).toBeNull();
  });
});

it('is sold by weight with a tolerance and a content in whole grams', () => {
  expect(weightTermsOf({ netContent: '1,2 kg', weightTolerance: 10 })).toEqual(cheese);
  expect(weightTermsOf({ netContent: '1,2 kg', weightTolerance: null })).toBeNull();
  expect(weightTermsOf({ netContent: '75 cl', weightTolerance: 10 })).toBeNull();
});
