// VAT of a sale, by line, delivery and rate, to the cent.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ORDER_CENTS } from '#contract/limits.ts';
import { saleVat, split, taxIn } from '#domain/orders/sale-vat.ts';

const cents = fc.integer({ min: 0, max: MAX_ORDER_CENTS });
const line = fc.record({ total: cents, vatRate: fc.constantFrom(null, 210, 550, 1000, 2000) });
const sale = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    shippingFees: cents,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ part, ...one }) => ({
    ...one,
    discount: Math.round(part * one.lines.reduce((sum, { total }) => sum + total, 0)),
  }));
const sumOf = (amounts: readonly { withTax: number; tax: number }[], key: 'withTax' | 'tax') =>
  amounts.reduce((sum, amount) => sum + amount[key], 0);

describe('a split', () => {
  it('gives the cents that are left to the largest remainders', () => {
    expect(split(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(split(10, [1, 2, 4])).toEqual([1, 3, 6]);
    expect(split(5, [0, 0])).toEqual([5, 0]);
    expect(split(0, [3, 4])).toEqual([0, 0]);
  });

  it('sums to the amount, and each share is less than a cent from its exact value', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 20 }), (amount, weights) => {
        const shares = split(amount, weights);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        if (whole > 0)
          for (const [at, share] of shares.entries()) {
            expect(Math.abs(share * whole - amount * (weights[at] ?? 0))).toBeLessThanOrEqual(whole);
          }
      }),
    );
  });
});

describe('the tax of a sale', () => {
  it('is contained in its prices', () => {
    expect(taxIn(1055, 550)).toBe(55);
    expect(taxIn(1200, 2000)).toBe(200);
    expect(taxIn(1000, null)).toBe(0);
  });

  it('a coupon lowers each line by its part, and delivery follows the rates of what is delivered', () => {
    const { lines, delivery, byRate } = saleVat({
      lines: [
        { total: 3000, vatRate: 550 },
        { total: 1000, vatRate: 2000 },
      ],
      discount: 400,
      shippingFees: 600,
    });
    expect(lines).toEqual([
      { rate: 550, withTax: 2700, tax: 141 },
      { rate: 2000, withTax: 900, tax: 150 },
    ]);
    expect(delivery).toEqual([
      { rate: 550, withTax: 450, tax: 23 },
      { rate: 2000, withTax: 150, tax: 25 },
    ]);
    expect(byRate).toEqual([
      { rate: 550, withTax: 3150, tax: 164 },
      { rate: 2000, withTax: 1050, tax: 175 },
    ]);
  });

  it('delivery follows the goods even where a coupon leaves nothing of them to pay', () => {
    const lines = [
      { total: 1000, vatRate: 550 },
      { total: 1000, vatRate: 2000 },
    ];
    const { delivery } = saleVat({ lines, discount: 2000, shippingFees: 500 });
    expect(delivery.map(({ rate, withTax }) => [rate, withTax])).toEqual([
      [550, 250],
      [2000, 250],
    ]);
  });

  it('sums to what is paid, by line and by rate, for any sale', () => {
    fc.assert(
      fc.property(sale, (sold) => {
        const { lines, delivery, byRate } = saleVat(sold);
        const items = sold.lines.reduce((sum, { total }) => sum + total, 0);
        expect(sumOf(lines, 'withTax')).toBe(items - sold.discount);
        expect(sumOf(delivery, 'withTax')).toBe(sold.shippingFees);
        for (const key of ['withTax', 'tax'] as const) {
          expect(sumOf(byRate, key)).toBe(sumOf([...lines, ...delivery], key));
        }
        for (const { rate, withTax, tax } of [...lines, ...delivery]) {
          expect(withTax).toBeGreaterThanOrEqual(0);
          expect(tax).toBe(taxIn(withTax, rate));
        }
        expect(new Set(byRate.map(({ rate }) => rate)).size).toBe(byRate.length);
      }),
    );
  });
});
