// Numbers as they are typed: pieces, centimetres, kilograms, percents.
import { expect, test } from 'vitest';
import { inputToChange, inputToNumber } from '#domain/text/typed-numbers.ts';

test.each([
  ['12', 12],
  [' 1 000 ', 1000],
  ['1\u202f234\u202f567', 1_234_567],
  ['0,42', 0.42],
  ['1 000.5', 1000.5],
  ['1,234', 1.234],
  ['-3', -3],
  ['\u2212 0,5', -0.5],
  ...[
    '',
    '1 2',
    '12 50',
    '1e3',
    '1 0000',
    '12345678',
    '0x10',
    '1,2345',
    '1,',
    ',5',
    '1 2,5',
    '-',
    '--1',
    '+1',
    '１２',
  ].map((typed) => [typed, Number.NaN] as const),
] as const)('%j is %j', (typed, expected) => {
  expect(inputToNumber(typed)).toBe(expected);
});

test.each([
  ['+10', 10],
  ['+ 2,5 %', 2.5],
  ['-10%', -10],
  ['\u22125', -5],
  ['10\u00a0%', 10],
  ['1 0', Number.NaN],
  ['--1', Number.NaN],
  ['+-1', Number.NaN],
  ['+', Number.NaN],
  ['%', Number.NaN],
] as const)('a change of %j is %j', (typed, expected) => {
  expect(inputToChange(typed)).toBe(expected);
});
