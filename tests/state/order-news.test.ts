// What of a list of orders is announced as new.
import { expect, test } from 'vitest';
import { findNewOrders } from '#state/merchant-orders/order-news.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));

test('the first list contains no news', () => {
  expect(findNewOrders(null, list(3, 2, 1), 3).fresh).toEqual([]);
});

test('an unknown order is news, once, also one created long before', () => {
  const first = findNewOrders(null, list(9, 8), 2);
  const second = findNewOrders(first.known, list(9, 8, 5), 3);
  expect(second.fresh).toEqual([5]);
  expect(findNewOrders(second.known, list(9, 8, 5), 3).fresh).toEqual([]);
});

test('a returning order is no news', () => {
  const first = findNewOrders(null, list(9, 8), 2);
  const without = findNewOrders(first.known, list(9), 1);
  expect(findNewOrders(without.known, list(9, 8), 2).fresh).toEqual([]);
});

test('an older order moving up from the next page is no news, a newer one is', () => {
  const first = findNewOrders(null, list(9, 8), 5);
  const second = findNewOrders(first.known, list(9, 7), 4);
  expect(second.fresh).toEqual([]);
  expect(findNewOrders(second.known, list(10, 9), 5).fresh).toEqual([10]);
});
