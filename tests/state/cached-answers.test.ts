// What the device holds of the market, told by its worker: what is read out of it.
import { expect, it } from 'vitest';
import { sortOut } from '#state/device/cached-answers.ts';

const told = (at: number, value: unknown) => ({
  name: 'configurations.synonyms' as const,
  at,
  answer: { '@id': '/configurations/synonyms', '@type': 'Configuration', key: 'synonyms', value, valueImage: null },
});

it('what the market calls the same is what it said last, whatever was told first', () => {
  const [older, newer] = [told(1, 'coiffeur: barbier'), told(2, 'coiffeur: salon')];
  expect(sortOut([older, newer]).synonyms).toBe('coiffeur: salon');
  expect(sortOut([newer, older]).synonyms).toBe('coiffeur: salon');
});

it('an answer that does not fit the contract calls nothing the same, and hides none that does', () => {
  expect(sortOut([told(3, 7)]).synonyms).toBe('');
  expect(sortOut([told(3, 7), told(2, 'coiffeur: salon')]).synonyms).toBe('coiffeur: salon');
  expect(sortOut([]).synonyms).toBe('');
});
