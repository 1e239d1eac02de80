// Suggestions while one types: the search of the market after a pause, with what is needed to show it.
import { useEffect, useState } from 'react';
import type { SearchResult } from '#contract/catalogue/search.ts';
import { DIRECTORY } from '#contract/reads.ts';
import { useApiQuery } from '../api/query.ts';
import { useOrigin } from '../device/geolocation.ts';
import { useConnectivity } from '../page/connectivity.ts';

const debounceMs = 300;

const isStore = (result: SearchResult) => result['@context'] === '/contexts/Store';

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

/** `open`: whether the suggestions are wanted; null otherwise. */
export function useSuggestions(value: string, open: boolean) {
  const { online } = useConnectivity();
  const origin = useOrigin();
  const asked = useDebounced(value.trim());
  const query = useApiQuery('search', { query: { q: asked } }, { enabled: open && asked !== '', keepPrevious: true });
  const results = query.data?.['hydra:member'] ?? [];
  const directory = useApiQuery(...DIRECTORY, { enabled: open && results.some(isStore) });
  if (!open) return null;
  const failed = online ? ('error' as const) : ('offline' as const);
  return {
    status: query.status === 'error' ? failed : asked === '' ? ('loading' as const) : query.status,
    isStale: query.stale,
    seenAt: query.aged ? query.seenAt : null,
    isNearest: query.data?.nearest === true,
    results,
    stores: directory.data?.['hydra:member'] ?? [],
    origin,
  };
}
