// Messages that come and go: each is told on the page it is about.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flash, flashAtom, passFlashes, toast, toastAtom } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});
const reported = () => [flashAtom, toastAtom].map((shown) => pageStore.get(shown)?.text ?? null);

it('a message of one page does not reappear on the next', () => {
  flash('Connexion échouée', 'error');
  toast('Rien n’a changé.');
  vi.advanceTimersByTime(2500);
  expect(reported()).toEqual(['Connexion échouée', 'Rien n’a changé.']);
  passFlashes('/compte');
  expect(reported()).toEqual([null, null]);
});

it('a message during a navigation belongs to the new page, for its full time', () => {
  flash('Connexion réussie');
  vi.advanceTimersByTime(500);
  passFlashes('/');
  expect(reported()).toEqual(['Connexion réussie', null]);
  vi.advanceTimersByTime(4000);
  expect(reported()).toEqual(['Connexion réussie', null]);
  vi.advanceTimersByTime(501);
  expect(reported()).toEqual([null, null]);
});
