// Hook with the suggestions of the search bar.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#paths';
import { useTowns } from '#state/api/towns.ts';
import { askDevicePosition, useChooseTown, useChosenTown } from '#state/device/geolocation.ts';
import { clearSearches, recordSearch, useRecentSearches } from '#state/search/recent-searches.ts';
import { useSuggestions } from '#state/search/suggestions.ts';
import type { SearchBoxProps } from '#ui/shell/shell-interfaces.ts';

const ownPosition = '';
const ownPositionOption = { value: ownPosition, label: 'Ma position' };

/** The search bar of the header; null on the search page, which has its own field. */
export function useSearchBox(idle: boolean): SearchBoxProps | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const towns = useTowns();
  const town = useChosenTown();
  const chooseTown = useChooseTown();
  const [value, setValue] = useState('');
  const [open, setOpen] = useState(false);
  const panel = useSuggestions(value, open);
  const recent = useRecentSearches();

  // Following a suggestion closes the panel and gives the field back.
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    setOpen(false);
    setValue('');
  }, [pathname]);

  if (pathname === paths.search) return null;
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
    onFollow: () => recordSearch(value),
    onClose: () => {
      setOpen(false);
      setValue('');
    },
    recent,
    onForget: clearSearches,
    // Towns only once idle, before the list can be opened: the server renders the first one alone.
    positions: [ownPositionOption, ...(idle ? towns.map(({ name }) => ({ value: name, label: name })) : [])],
    position: town ?? ownPosition,
    onPosition: (name) => {
      chooseTown(name === ownPosition ? null : name);
      if (name === ownPosition) askDevicePosition();
    },
    panel,
  };
}
