// The amount of a coupon: euros or percent, as it is typed.
import { expect, test } from 'vitest';
import { discountRule, discountSent } from '#features/merchant/coupons/coupon-values.ts';

const PERCENT = 'Pourcentage entier de 1 à 100 attendu.';

test.each([
  ['fix', '12,50', 12.5, true],
  ['fix', '12€50', 12.5, true],
  ['fix', '1 234', 1234, true],
  ['fix', '12 50', null, 'Montant incorrect.'],
  ['fix', '10 %', null, 'Montant incorrect.'],
  ['fix', '0', 0, 'Montant requis'],
  ['fix', '', null, 'Montant requis'],
  ['relative', '10', 10, true],
  ['relative', '10\u00a0%', 10, true],
  ['relative', '1 0', null, PERCENT],
  ['relative', '10 €', null, PERCENT],
  ['relative', '12,5', null, PERCENT],
  ['relative', '0', 0, PERCENT],
  ['relative', '101', 101, PERCENT],
] as const)('%s %j', (type, typed, sent, rule) => {
  expect(discountSent(type, typed)).toBe(sent);
  expect(discountRule(type, typed)).toBe(rule);
});
