import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountRule,
  centsToInput,
  formatCents,
  inputToCents,
  inputToSent,
  moneyOf,
  sentToCents,
  sentToInput,
  sentToShownCents,
} from '#domain/money.ts';
import { cartTotals, discountOn, unitPrice } from '#domain/orders/pricing.ts';

describe('amounts', () => {
  it('are shown with a comma, two decimals and the euro sign after a no-break space', () => {
    expect(formatCents(1250)).toBe('12,50\u00a0€');
    expect(formatCents(5)).toBe('0,05\u00a0€');
    expect(formatCents(-990)).toBe('−9,90\u00a0€');
    expect(formatCents(99_999)).toBe('999,99\u00a0€');
    expect(formatCents(123_456_789)).toBe('1\u202f234\u202f567,89\u00a0€');
    expect(moneyOf(790)).toEqual({ amount: 790, convertedAmount: 7.9, stringValue: '7,90' });
  });

  it.each([
    ['12,50', 1250],
    ['12.50', 1250],
    ['12,5', 1250],
    ['12€50', 1250],
    ['12 € 50', 1250],
    ['12', 1200],
    ['12 €', 1200],
    ['12,50\u00a0€', 1250],
    ['0', 0],
    ['1234', 123_400],
    ['1 234', 123_400],
    ['1\u202f234,50\u00a0€', 123_450],
    ['1\u00a0234,5', 123_450],
    [' 1 250.05 € ', 125_005],
    ['1 234 567', 123_456_700],
  ])('typed as %j are read', (typed, cents) => {
    expect(inputToCents(typed)).toBe(cents);
    expect(sentToCents({ stringValue: typed })).toBe(cents);
    expect(inputToSent(typed)).toEqual({ amount: cents });
    expect(sentToInput({ stringValue: typed })).toBe(centsToInput(cents));
  });

  it.each([
    ...[
      '12 50',
      '1 25',
      '1 2345',
      '1234 567',
      '1  234',
      '1 234 5',
      '12 5,0',
      '1\n234',
      '12€5',
      '12€500',
      '12,50€50',
      '€',
    ],
    ...[
      '',
      'abc',
      '1,234',
      '1.234,50',
      '-3',
      '+3',
      '1.2.3',
      '12,',
      ',50',
      '1e3',
      '12 euros',
      '12,50 $',
      '12345678',
      '１２',
    ],
  ])('are refused where they are typed as %j', (typed) => {
    expect(inputToCents(typed)).toBeNull();
    if (typed === '') return expect(inputToSent(typed)).toBeNull();
    expect(sentToCents(inputToSent(typed))).toBeNaN();
    expect(sentToInput(inputToSent(typed)), 'typed once more, to be mended').toBe(typed);
    expect(amountRule(typed)).toBe('Montant incorrect.');
  });

  it('have a maximum with its own message', () => {
    expect([amountRule('100 000'), amountRule('100000,01'), amountRule('')]).toEqual([
      true,
      'Montant trop élevé.',
      true,
    ]);
  });

  it('are the same in every shape in which they are sent or answered', () => {
    const shapes = [moneyOf(1250), { amount: 1250 }, 12.5, { stringValue: '12,50' }, { convertedAmount: 12.5 }];
    expect(shapes.map(sentToCents)).toEqual(shapes.map(() => 1250));
    const none = [null, undefined, { stringValue: ' ' }];
    expect([none.map(sentToCents), none.map(sentToShownCents)]).toEqual([none.map(() => null), none.map(() => null)]);
    const wrong = ['12,50', 'douze', {}, [], true, 12.505, Number.NaN, { stringValue: 'douze' }];
    expect(wrong.map(sentToCents)).toEqual(wrong.map(() => Number.NaN));
    expect(wrong.map(sentToShownCents)).toEqual(wrong.map(() => null));
  });

  it('typed back from what is shown, sent or answered are unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_00 }), (cents) => {
        const typed = centsToInput(cents);
        const sent = inputToSent(typed);
        expect(sentToCents(sent)).toBe(cents);
        for (const shape of [sent, moneyOf(cents), cents / 100, { stringValue: formatCents(cents) }]) {
          expect(sentToInput(shape)).toBe(typed);
        }
        expect(inputToCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  it('of the first hundred euros are read back from their field, cent by cent', () => {
    const cents = Array.from({ length: 10_001 }, (_, at) => at);
    expect(cents.map((each) => inputToCents(centsToInput(each)))).toEqual(cents);
  });
});

describe('prices', () => {
  it('use the reduced price if any, plus the chosen options', () => {
    expect(unitPrice({ price: 990, reducedPrice: 790 }, [])).toBe(790);
    expect(unitPrice({ price: 1250, reducedPrice: null }, [0, 200])).toBe(1450);
    expect(unitPrice({ price: null, reducedPrice: null }, [200])).toBeNull();
  });

  it('are discounted on the lines of the coupon’s store only', () => {
    const lines = [
      { storeId: 'a', productId: 'tomme', unitPrice: 1000, quantity: 2 },
      { storeId: 'b', productId: 'miel', unitPrice: 500, quantity: 1 },
    ];
    const tenPercent = { storeId: 'a', productIds: null, discountType: 'relative' as const, discount: 10 };
    expect(cartTotals(lines, [tenPercent])).toEqual({ total: 2500, totalAfterDiscount: 2300 });
    const alike = { storeId: 'b', productIds: null, discountType: 'fix' as const, discount: 700 };
    expect(cartTotals(lines, [tenPercent, alike]), 'each for its own shop').toEqual({
      total: 2500,
      totalAfterDiscount: 1800,
    });
    expect(cartTotals(lines, [{ ...tenPercent, storeId: 'c' }])).toEqual({ total: 2500, totalAfterDiscount: 2500 });
    expect(cartTotals(lines)).toEqual({ total: 2500, totalAfterDiscount: 2500 });
  });

  it('are discounted on the products that a coupon is for', () => {
    const lines = [
      { storeId: 'a', productId: 'tomme', unitPrice: 1000, quantity: 2 },
      { storeId: 'a', productId: 'beurre', unitPrice: 300, quantity: 1 },
    ];
    const ofButter = { storeId: 'a', productIds: ['beurre'], discountType: 'fix' as const, discount: 500 };
    expect(cartTotals(lines, [ofButter]), 'never more than their price').toEqual({
      total: 2300,
      totalAfterDiscount: 2000,
    });
    const half = { ...ofButter, productIds: ['tomme', 'miel'], discountType: 'relative' as const, discount: 50 };
    expect(cartTotals(lines, [half])).toEqual({ total: 2300, totalAfterDiscount: 1300 });
  });

  it('are never negative, for any coupon', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.constantFrom('fix', 'relative'), (total, discount, type) => {
        const off = discountOn(total, { discountType: type as 'fix' | 'relative', discount });
        return off >= 0 && off <= total;
      }),
    );
  });
});
