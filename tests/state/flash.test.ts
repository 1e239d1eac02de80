// Messages that come and go: each is told on the page it is about.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flash, flashAtom, passFlashes, toast, toastAtom } from '#state/page/flash.ts';
import { pageStore } from '#state/page/page-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});
const told = () => [flashAtom, toastAtom].map((shown) => pageStore.get(shown)?.text ?? null);

it('what was said for a while on one page is not said on the next', () => {
  flash('Connexion échouée', 'error');
  toast('Rien n’a changé.');
  vi.advanceTimersByTime(2500);
  expect(told()).toEqual(['Connexion échouée', 'Rien n’a changé.']);
  passFlashes('/compte');
  expect(told()).toEqual([null, null]);
});

it('what is said as another page opens is about that page, and keeps its time', () => {
  flash('Connexion réussie');
  vi.advanceTimersByTime(500);
  passFlashes('/');
  expect(told()).toEqual(['Connexion réussie', null]);
  vi.advanceTimersByTime(4000);
  expect(told()).toEqual(['Connexion réussie', null]);
  vi.advanceTimersByTime(501);
  expect(told()).toEqual([null, null]);
});
