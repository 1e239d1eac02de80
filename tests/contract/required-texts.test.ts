// What must be filled in shows something: a name made of signs that nobody sees is no name.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requiredTextLine } from '#contract/bounds.ts';

const name = requiredTextLine(12, 'Nom requis');
const saysOf = (given: string) => z.safeParse(name, given).error?.issues.map(({ message }) => message) ?? [];

describe('a required text', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \t\u00a0\u202f '],
    ['zero-width signs', '\u200b\u200d\ufeff\u2060'],
    ['a filler that looks like a letter to programs', '\u3164\u115f'],
    ['signs of direction', '\u202e\u2066'],
    ['control characters', '\u0001\u0007'],
    ['an empty Braille cell', '\u2800'],
  ])('of %s is refused once, with its own message', (_what, given) => {
    expect(saysOf(given)).toEqual(['Nom requis']);
  });

  test.each(['L’Étal', '12', '店', '👩‍🌾', 'e\u0301', '.'])('with visible characters is accepted: %s', (given) => {
    expect(z.safeParse(name, ` ${given} `)).toEqual({ success: true, data: given });
  });

  test('beyond its limit is refused for that reason only', () => {
    expect(saysOf('\u200b'.repeat(13))).toEqual(['12 caractères au maximum.']);
  });
});
