// What the device holds of the market, told by its worker: what is read out of it.
import { expect, it, onTestFinished } from 'vitest';
import { cachedItems, collectCachedItems } from '#state/device/cached-answers.ts';
import { pageQueryClient } from '#state/page/page-store.ts';
import { seedQueryClient } from '#state/page/query-client.ts';

const reported = (at: number, value: unknown) => ({
  name: 'configurations.synonyms' as const,
  at,
  answer: { '@id': '/configurations/synonyms', '@type': 'Configuration', key: 'synonyms', value, valueImage: null },
});

it('the market’s latest synonyms apply, for any order of the answers', () => {
  const [older, newer] = [reported(1, 'coiffeur: barbier'), reported(2, 'coiffeur: salon')];
  expect(collectCachedItems([older, newer]).synonyms).toBe('coiffeur: salon');
  expect(collectCachedItems([newer, older]).synonyms).toBe('coiffeur: salon');
});

it('an answer that does not fit the contract calls nothing the same, and hides none that does', () => {
  expect(collectCachedItems([reported(3, 7)]).synonyms).toBe('');
  expect(collectCachedItems([reported(3, 7), reported(2, 'coiffeur: salon')]).synonyms).toBe('coiffeur: salon');
  expect(collectCachedItems([]).synonyms).toBe('');
});

it('without a worker it is what this page has shown', async () => {
  const answers = [{ ...reported(2, 'coiffeur: salon'), args: {} }];
  seedQueryClient(pageQueryClient, {
    at: 2,
    answers,
    shell: { origin: 'https://etal.test', categories: [], pages: [] },
  });
  onTestFinished(() => pageQueryClient.clear());
  expect((await cachedItems()).synonyms).toBe('coiffeur: salon');
});
