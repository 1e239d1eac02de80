// SearchBox: the search field of the header, a combobox with grouped results. The parent owns query and results; the
// box knows only focus and active option.
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_SEARCH } from '#contract/limits.ts';
import { paths } from '#paths';
import { Icon } from '../../controls/icon.tsx';
import { LazyPart, lazyPart } from '../../loading/lazy-part.tsx';
import type { SearchBoxProps } from '../shell-interfaces.ts';
import styles from './search-box.module.css';

export const loadSearchResults = () => import('./search-results.tsx');
const searchResults = lazyPart(loadSearchResults);
const recentSearches = lazyPart(() => import('./recent-searches.tsx'));

/** Lets a tap on a suggestion, which may take no focus, arrive before the list disappears. */
const HIDE_DELAY_MS = 250;

export function SearchBox(props: SearchBoxProps) {
  const { value, onValue, onSubmit, onClose, positions, position, onPosition, panel, recent } = props;
  const { label = 'Rechercher', placeholder = label } = props;
  const [shown, setShown] = useState(false);
  const [active, setActive] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const fieldId = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const leave = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const isEmpty = value.trim() === '';
  const open = shown && (isEmpty ? recent.length > 0 : panel !== null);
  const follow = () => {
    props.onFollow();
    leave();
  };
  const clear = () => {
    leave();
    onClose();
    field.current?.focus();
  };

  return (
    <search>
      <form
        className={styles.box}
        // Target without scripts.
        action={paths.search}
        onSubmit={(event) => {
          event.preventDefault();
          follow();
          onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') clear();
          else if (event.key === 'ArrowDown') setShown(true);
        }}
        onFocus={({ currentTarget }) => {
          if (props.rises) currentTarget.scrollIntoView({ block: 'start' });
          clearTimeout(timer.current);
          setShown(true);
        }}
        onBlur={({ relatedTarget }) => {
          clearTimeout(timer.current);
          // If the focus stays inside, its arrival comes first.
          timer.current = setTimeout(() => setShown(false), relatedTarget ? 0 : HIDE_DELAY_MS);
        }}
      >
        <div className={styles.field}>
          {isEmpty ? (
            <label htmlFor={fieldId} className={styles.loupe}>
              <Icon name="search" size={20} />
            </label>
          ) : (
            <button type="submit" className={styles.loupe} aria-label="Lancer la recherche">
              <Icon name="search" size={20} />
            </button>
          )}
          <input
            ref={field}
            id={fieldId}
            // A field of type search may not be a combobox.
            type="text"
            inputMode="search"
            name="q"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={MAX_SEARCH}
            placeholder={placeholder}
            aria-label={label}
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active}
            role="combobox"
            value={value}
            onChange={(event) => {
              setShown(true);
              onValue(event.target.value);
            }}
          />
          {value !== '' && (
            <button type="button" className={styles.clear} aria-label="Effacer la recherche" onClick={clear}>
              <Icon name="close" size={18} />
            </button>
          )}
          {positions.length > 0 && (
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
          )}
        </div>
        {open && isEmpty && (
          <LazyPart
            part={recentSearches}
            props={{
              listId,
              recent,
              onForget: props.onForget,
              onChoose: (text) => {
                onValue(text);
                field.current?.focus();
              },
            }}
            fallback={<div id={listId} />}
          />
        )}
        {open && panel && !isEmpty && (
          <LazyPart
            part={searchResults}
            props={{ field, listId, typed: value, panel, active, onActive: setActive, onFollow: follow }}
            fallback={<div id={listId} />}
          />
        )}
      </form>
    </search>
  );
}
