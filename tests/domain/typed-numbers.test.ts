// Numbers as they are typed: pieces, centimetres, kilograms, percents.
import { expect, test } from 'vitest';
import { inputToChange, inputToNumber } from '#domain/text/typed-numbers.ts';

test.each([
  ['12', 0, 12],
  [' 1 000 ', 0, 1000],
  ['1\u202f234\u202f567', 0, 1_234_567],
  ['0,42', 3, 0.42],
  ['1 000.5', 2, 1000.5],
  ...['', '1 2', '12 50', '1,5', '1.5', '-1', '1e3', '1 0000', '12345678', '0x10'].map(
    (typed) => [typed, 0, null] as const,
  ),
  ...['1,2345', '1,', ',5', '1 2,5'].map((typed) => [typed, 3, null] as const),
] as const)('%j with %i decimals is %j', (typed, decimals, expected) => {
  expect(inputToNumber(typed, decimals)).toBe(expected);
});

test.each([
  ['+10', 10],
  ['+ 2,5 %', 2.5],
  ['-10%', -10],
  ['\u22125', -5],
  ['10\u00a0%', 10],
  ['1 0', null],
  ['--1', null],
  ['+', null],
  ['%', null],
] as const)('a change of %j is %j', (typed, expected) => {
  expect(inputToChange(typed, 2)).toBe(expected);
});
