// What of a list of orders is announced as new.
import { expect, test } from 'vitest';
import { newcomers } from '#state/merchant-orders/order-news.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));

test('what was there at the first look is no news', () => {
  expect(newcomers(null, list(3, 2, 1), 3).fresh).toEqual([]);
});

test('what was never seen is, once, also when it was begun long before', () => {
  const first = newcomers(null, list(9, 8), 2);
  const second = newcomers(first.known, list(9, 8, 5), 3);
  expect(second.fresh).toEqual([5]);
  expect(newcomers(second.known, list(9, 8, 5), 3).fresh).toEqual([]);
});

test('what left and is in the list again is none', () => {
  const first = newcomers(null, list(9, 8), 2);
  const without = newcomers(first.known, list(9), 1);
  expect(newcomers(without.known, list(9, 8), 2).fresh).toEqual([]);
});

test('an older one that slides in from the next page is none, a newer one is', () => {
  const first = newcomers(null, list(9, 8), 5);
  const second = newcomers(first.known, list(9, 7), 4);
  expect(second.fresh).toEqual([]);
  expect(newcomers(second.known, list(10, 9), 5).fresh).toEqual([10]);
});
