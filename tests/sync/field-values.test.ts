import { expect, test } from 'vitest';
import { same } from '#sync/field-values.ts';

test('what only one side says tells nothing, what both say differently does', () => {
  expect(same({ name: 'Taille', value: 'L' }, { name: 'Taille' })).toBe(true);
  expect(same({ name: 'Taille', value: 'L' }, { name: 'Taille', value: 'L' })).toBe(true);
  expect(same({ name: 'Taille', value: 'L' }, { name: 'Taille', value: 'M' })).toBe(false);
  expect(same({ name: 'Taille' }, { name: 'Couleur', value: 'L' })).toBe(false);
});

test('lists are the same with the same things in the same order', () => {
  expect(same(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(same(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(same(['a', 'b'], ['a'])).toBe(false);
});

test('nothing is nothing, however it is said', () => {
  expect(same('', null)).toBe(true);
  expect(same(undefined, '')).toBe(true);
  expect(same('', 'x')).toBe(false);
  expect(same(null, 0)).toBe(false);
});
