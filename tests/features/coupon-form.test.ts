// The amount of a coupon: euros or percent, as it is typed.
import { expect, test } from 'vitest';
import { couponViolations, parseDiscount } from '#features/merchant/coupons/coupon-values.ts';

const PERCENT = 'Pourcentage entier de 1 à 100 attendu.';
const none = Number.NaN;

test.each([
  ['fix', '12,50', 12.5, []],
  ['fix', '12€50', 12.5, []],
  ['fix', '1 234', 1234, []],
  ['fix', '12 50', none, ['Montant incorrect.']],
  ['fix', '10 %', none, ['Montant incorrect.']],
  ['fix', '100 001', 100_001, ['Montant trop élevé.']],
  ['fix', '0', 0, ['Montant requis']],
  ['fix', '', null, ['Montant requis']],
  ['relative', '10', 10, []],
  ['relative', '10\u00a0%', 10, []],
  ['relative', '1 0', none, [PERCENT]],
  ['relative', '10 €', none, [PERCENT]],
  ['relative', '12,5', 12.5, [PERCENT]],
  ['relative', '0', 0, ['Montant requis']],
  ['relative', '101', 101, [PERCENT]],
] as const)('%s %j', (discountType, typed, sent, messages) => {
  const discount = parseDiscount(discountType, typed);
  expect(discount).toBe(sent);
  const violations = couponViolations({ discountType, discount });
  // The last one stands at the field.
  expect(violations.slice(-1)).toEqual(messages.map((message) => ({ propertyPath: 'discount', message })));
});

test('what else is missing or too early stands at its field', () => {
  const sent = { code: ' ', discountType: '' as never, discount: 5, expirationDate: '2020-01-01' };
  expect(couponViolations(sent)).toEqual([
    { propertyPath: 'code', message: 'Code requis' },
    { propertyPath: 'discountType', message: 'Type de montant requis' },
    { propertyPath: 'expirationDate', message: 'La date doit être au plus tôt demain.' },
  ]);
});
