// Recent searches: newest first, each once, deleted on request and at logout.
import { afterEach, expect, test, vi } from 'vitest';
import { forgetNotes, searchNotes } from '#state/page/web-storage.ts';
import { clearSearches, recentSearches, recordSearch } from '#state/search/recent-searches.ts';

afterEach(clearSearches);

test('are the newest six, each once', () => {
  const onChange = vi.fn();
  vi.stubGlobal('addEventListener', vi.fn());
  const stop = searchNotes.subscribe(onChange);
  for (const text of ['tomme', ' Miel ', 'a', '', 'pain', 'MIEL', 'bière', 'savon', 'laine', 'bol']) recordSearch(text);
  vi.stubGlobal('removeEventListener', vi.fn());
  stop();
  vi.unstubAllGlobals();
  expect(recentSearches()).toEqual(['bol', 'laine', 'savon', 'bière', 'MIEL', 'pain']);
  expect(onChange).toHaveBeenCalledTimes(8);
  clearSearches();
  expect(recentSearches()).toEqual([]);
});

test('are deleted at logout, and a corrupt list is empty', () => {
  recordSearch('tomme');
  forgetNotes();
  expect(recentSearches()).toEqual([]);
  for (const corrupt of ['{"a":1}', '[1,"miel"', '[1]']) {
    searchNotes.set(corrupt);
    expect(recentSearches()).toEqual([]);
  }
});
