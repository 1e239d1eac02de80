import { expect, it } from 'vitest';
import { asBegun } from '#state/writes/begun-earlier.ts';

const now = { version: 7, values: { price: { amount: 500 }, name: 'Brie' } };

it('a change typed just now goes with what is looked at', () => {
  expect(asBegun(now, null)).toBe(now);
});

it('a change typed earlier goes with what was looked at then, where another device has changed it since', () => {
  const begun = { version: 5, values: { price: '4,50', name: 'Brie', description: 'Ancienne' } };
  expect(asBegun(now, begun)).toEqual({ version: 5, values: { price: '4,50', name: 'Brie' } });
});

it('only other fields were changed since: it goes as it is, in whatever words the same value was kept', () => {
  const begun = { version: 5, values: { price: '5', name: 'Brie', description: 'Ancienne' } };
  expect(asBegun(now, begun)).toBe(now);
});
