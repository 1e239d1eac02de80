import { expect, test } from 'vitest';
import { formatSize } from '#domain/text/size.ts';

test('a size is in ko, at least one, and in Mo with a decimal from a million bytes on', () => {
  expect([0, 300, 1499, 340_200, 999_400].map(formatSize)).toEqual([
    '1\u00a0ko',
    '1\u00a0ko',
    '1\u00a0ko',
    '340\u00a0ko',
    '999\u00a0ko',
  ]);
  expect([1_000_000, 1_234_567, 23_000_000].map(formatSize)).toEqual(['1\u00a0Mo', '1,2\u00a0Mo', '23\u00a0Mo']);
});
