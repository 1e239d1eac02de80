import { expect, it } from 'vitest';
import { ofName } from '#domain/text/elision.ts';

it.each([
  ['Verdun', 'de Verdun'],
  ['Étain', 'd’Étain'],
  ['Hattonchâtel', 'd’Hattonchâtel'],
  ['Atelier de la Vigne', 'd’Atelier de la Vigne'],
])('%s: %s', (name, expected) => {
  expect(ofName(name)).toBe(expected);
});
