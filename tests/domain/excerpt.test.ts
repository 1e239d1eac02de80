import { expect, test } from 'vitest';
import { excerpt } from '#domain/text/excerpt.ts';

test('a short text is told whole, its spaces and lines as one space', () => {
  expect(excerpt('  Court \n mais\tdit ')).toBe('Court mais dit');
});

test('a long one ends with a whole word', () => {
  expect(excerpt('Un fromage de la Meuse', 12)).toBe('Un fromage…');
});

test('a word longer than the whole is cut: never more is told than asked for', () => {
  expect(excerpt('x'.repeat(500))).toHaveLength(160);
});

test('what is cut off is the least that makes it fit, the sign of the cut included', () => {
  expect(excerpt('ab cd ef', 8)).toBe('ab cd ef');
  expect(excerpt('ab cd efgh', 6)).toBe('ab cd…');
  expect(excerpt('ab cde fgh', 6)).toBe('ab…');
  expect(excerpt('a bbbbbbbb', 5)).toBe('a…');
  expect(excerpt('xxxxxxxx', 5)).toBe('xxxx…');
});
