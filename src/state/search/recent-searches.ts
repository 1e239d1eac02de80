// Recent searches of this device: newest first; a logout deletes them.
import { useMemo, useSyncExternalStore } from 'react';
import { MAX_SEARCH } from '#contract/limits.ts';
import { searchNotes } from '../page/web-storage.ts';

const AT_MOST = 6;
/** A shorter text is the beginning of a word. */
const SHORTEST = 2;

function parse(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, AT_MOST) : [];
  } catch {
    return [];
  }
}

export const recentSearches = (): string[] => parse(searchNotes.get());

/** Empty on the server. */
export function useRecentSearches(): readonly string[] {
  const text = useSyncExternalStore(searchNotes.subscribe, searchNotes.get, () => null);
  return useMemo(() => parse(text), [text]);
}

/** The same words again move to the front. */
export function recordSearch(typed: string): void {
  const words = typed.trim().slice(0, MAX_SEARCH);
  if (words.length < SHORTEST) return;
  const others = recentSearches().filter((each) => each.toLowerCase() !== words.toLowerCase());
  searchNotes.set(JSON.stringify([words, ...others].slice(0, AT_MOST)));
}

export const clearSearches = (): void => searchNotes.set(null);
