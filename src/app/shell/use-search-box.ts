// Hook with the suggestions of the search bar.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SearchResult } from '#contract/catalogue/search.ts';
import { DIRECTORY } from '#contract/reads.ts';
import { TOWNS } from '#domain/geo.ts';
import { paths } from '#paths';
import { useApiQuery } from '#state/api/query.ts';
import { askDevicePosition, useChooseTown, useChosenTown, useOrigin } from '#state/device/geolocation.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import type { SearchBoxProps, SearchPanel } from '#ui/shell/shell-interfaces.ts';

const debounceMs = 300;

const ownPosition = '';
const positions = [
  { value: ownPosition, label: 'Ma position' },
  ...TOWNS.map(({ name }) => ({ value: name, label: name })),
];

const isStore = (result: SearchResult) => result['@context'] === '/contexts/Store';

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

/** The search bar of the header; null on the search page, which has its own field. */
export function useSearchBox(idle: boolean): SearchBoxProps | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { online } = useConnectivity();
  const town = useChosenTown();
  const chooseTown = useChooseTown();
  const [value, setValue] = useState('');
  const [open, setOpen] = useState(false);
  const asked = useDebounced(value.trim());
  const query = useApiQuery('search', { query: { q: asked } }, { enabled: open && asked !== '', keepPrevious: true });
  const results = query.data?.['hydra:member'] ?? [];
  const origin = useOrigin();
  const directory = useApiQuery(...DIRECTORY, { enabled: open && results.some(isStore) });

  // Following a suggestion closes the panel and gives the field back.
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    setOpen(false);
    setValue('');
  }, [pathname]);

  if (pathname === paths.search) return null;
  const status: SearchPanel['status'] =
    query.status === 'error' ? (online ? 'error' : 'offline') : asked === '' ? 'loading' : query.status;
  return {
    value,
    onValue: (text) => {
      setValue(text);
      setOpen(text.trim() !== '');
    },
    onSubmit: () => {
      if (value.trim() === '') return;
      setOpen(false);
      navigate(`${paths.search}?${new URLSearchParams({ q: value.trim() })}`);
    },
    onClose: () => {
      setOpen(false);
      setValue('');
    },
    // The towns load on idle, before the list can be opened.
    positions: idle ? positions : positions.slice(0, 1),
    position: town ?? ownPosition,
    onPosition: (name) => {
      chooseTown(name === ownPosition ? null : name);
      if (name === ownPosition) askDevicePosition();
    },
    panel: open
      ? {
          status,
          isStale: query.stale,
          seenAt: query.aged ? query.seenAt : null,
          results,
          stores: directory.data?.['hydra:member'] ?? [],
          origin,
        }
      : null,
  };
}
