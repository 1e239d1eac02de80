import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToInput, formatCents, inputToCents, moneyOf } from '#domain/money.ts';
import { cartTotals, discountOn, unitPrice } from '#domain/pricing.ts';

describe('amounts', () => {
  it('are shown with a comma, two decimals and the euro sign after a no-break space', () => {
    expect(formatCents(1250)).toBe('12,50\u00a0€');
    expect(formatCents(5)).toBe('0,05\u00a0€');
    expect(formatCents(-990)).toBe('-9,90\u00a0€');
    expect(formatCents(99_999)).toBe('999,99\u00a0€');
    expect(formatCents(123_456_789)).toBe('1\u202f234\u202f567,89\u00a0€');
    expect(moneyOf(790)).toEqual({ amount: 790, convertedAmount: 7.9, stringValue: '7,90' });
  });

  it('typed with a comma or a dot become the same cents, and nothing else is taken for an amount', () => {
    expect(inputToCents('12,5')).toBe(1250);
    expect(inputToCents(' 1 250.05 € ')).toBe(125005);
    for (const wrong of ['', 'abc', '1,234', '-3', '1.2.3', '12,', '1e3']) expect(inputToCents(wrong)).toBeNull();
  });

  it('typed back from what is shown are unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => inputToCents(centsToInput(cents)) === cents),
    );
  });
});

describe('prices', () => {
  it('take the reduced price if there is one, plus the chosen options', () => {
    expect(unitPrice({ price: 990, reducedPrice: 790 }, [])).toBe(790);
    expect(unitPrice({ price: 1250, reducedPrice: null }, [0, 200])).toBe(1450);
    expect(unitPrice({ price: null, reducedPrice: null }, [200])).toBeNull();
  });

  it('are discounted on the lines of the shop that issued the coupon, and only there', () => {
    const lines = [
      { storeId: 'a', unitPrice: 1000, quantity: 2 },
      { storeId: 'b', unitPrice: 500, quantity: 1 },
    ];
    const tenPercent = { storeId: 'a', discountType: 'relative' as const, discount: 10 };
    expect(cartTotals(lines, tenPercent)).toEqual({ total: 2500, totalAfterDiscount: 2300 });
    expect(cartTotals(lines, { ...tenPercent, storeId: 'c' })).toEqual({ total: 2500, totalAfterDiscount: 2500 });
    expect(cartTotals(lines, null)).toEqual({ total: 2500, totalAfterDiscount: 2500 });
  });

  it('never fall below zero, whatever the coupon', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.constantFrom('fix', 'relative'), (total, discount, type) => {
        const off = discountOn(total, { discountType: type as 'fix' | 'relative', discount });
        return off >= 0 && off <= total;
      }),
    );
  });
});
