import { expect, test } from 'vitest';
import { isDistance, kilometresOf } from '#features/merchant/settings/distances.ts';

test.each([
  ['12', 12],
  [' 12 km ', 12],
  ['12km', 12],
  ['30,7', 30],
  ['30.7 km', 30],
  ['0', 0],
  ['', null],
  ['douze', null],
  ['-3', null],
  ['3-5', null],
  ['1 000', null],
  ['12,', null],
])('%j is read as %j kilometres', (typed, kilometres) => {
  expect(kilometresOf(typed)).toBe(kilometres);
  expect(isDistance(typed)).toBe(kilometres === null ? 'Nombre entier de kilomètres attendu.' : true);
});
