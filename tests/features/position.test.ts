// The position of a shop as it is pasted from a map.
import { expect, test } from 'vitest';
import { pairOf } from '#features/merchant/settings/position-page.tsx';

test.each([
  ['49.159, 5.384', 49.159, 5.384],
  ['49.159,5.384', 49.159, 5.384],
  ['49.159 5.384', 49.159, 5.384],
  ['49,159; 5,384', 49.159, 5.384],
  ['49,159 ; 5,384', 49.159, 5.384],
  ['49,159, 5,384', 49.159, 5.384],
  ['-21.115, 55.536', -21.115, 55.536],
])('%j is both', (typed, latitude, longitude) => {
  expect(pairOf(typed)).toEqual({ latitude, longitude });
});

test.each(['49.159', '49,159', '49.159,', '', '49.159, 5.384, 120', '99.1, 5.3', 'Verdun, France', '49.1, 200.5'])(
  '%j is not',
  (typed) => {
    expect(pairOf(typed)).toBeNull();
  },
);
