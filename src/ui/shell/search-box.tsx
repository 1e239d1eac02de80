// The search field of the header with what it finds: suggestions, and three blocks of results under them.
// It is asked and answered by its owner; here it only knows whether it has the focus.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { LazyPart, lazyPart } from '../lazy-part.tsx';
import styles from './search-box.module.css';
import type { SearchBoxProps } from './shell-interfaces.ts';

export const loadSearchResults = () => import('./search-results.tsx');
const searchResults = lazyPart(loadSearchResults);

/** So that a tap on a suggestion lands before the list goes. */
const HIDE_DELAY_MS = 250;

export function SearchBox(props: SearchBoxProps) {
  const { value, onValue, onSubmit, onClose, positions, position, onPosition, suggestions, panel } = props;
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const panelId = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const leave = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const open = shown && value.trim() !== '' && panel !== null;

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      leave();
      onClose();
      field.current?.focus();
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-stop]')];
      const at = stops.findIndex((stop) => stop.matches(':focus'));
      const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (at === -1 || !next) return;
      event.preventDefault();
      next.focus();
    }
  };

  return (
    <search>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          leave();
          onSubmit();
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          clearTimeout(timer.current);
          setShown(true);
        }}
        onBlur={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setShown(false), HIDE_DELAY_MS);
        }}
      >
        <div className={styles.field}>
          <button type="submit" className={styles.loupe} aria-label="Lancer la recherche">
            <Icon name="search" size={20} />
          </button>
          <input
            ref={field}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            placeholder="Rechercher"
            aria-label="Rechercher"
            aria-expanded={open}
            aria-controls={panelId}
            role="combobox"
            aria-haspopup="dialog"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          {value !== '' && (
            <button
              type="button"
              className={styles.clear}
              aria-label="Effacer la recherche"
              onClick={() => {
                onClose();
                field.current?.focus();
              }}
            >
              <Icon name="close" size={18} />
            </button>
          )}
          <span className={styles.position}>
            <Icon name="pin" size={18} />
            <select aria-label="Autour de" value={position} onChange={(event) => onPosition(event.target.value)}>
              {positions.map((place) => (
                <option key={place.value} value={place.value}>
                  {place.label}
                </option>
              ))}
            </select>
          </span>
        </div>
        <div id={panelId}>
          {open && <LazyPart part={searchResults} props={{ suggestions, panel, onFollow: leave }} />}
        </div>
      </form>
    </search>
  );
}
