import { expect, test } from 'vitest';
import { excerpt } from '#domain/text/excerpt.ts';

test('a short text remains complete, with single spaces', () => {
  expect(excerpt('  Court \n mais\tdit ')).toBe('Court mais dit');
});

test('a long one ends with a whole word', () => {
  expect(excerpt('Un fromage de la Meuse', 12)).toBe('Un fromage…');
});

test('a word longer than the limit is cut: the result never exceeds the limit', () => {
  expect(excerpt('x'.repeat(500))).toHaveLength(160);
});

test('the minimum is cut, including the ellipsis', () => {
  expect(excerpt('ab cd ef', 8)).toBe('ab cd ef');
  expect(excerpt('ab cd efgh', 6)).toBe('ab cd…');
  expect(excerpt('ab cde fgh', 6)).toBe('ab…');
  expect(excerpt('a bbbbbbbb', 5)).toBe('a…');
  expect(excerpt('xxxxxxxx', 5)).toBe('xxxx…');
});
