// StoresFilters: filters and order of the directory: inline on wide screens; on phones in a sheet, with removable
// chips.
import { type ReactNode, useRef, useState } from 'react';
import { countWithNoun } from '#domain/text/plural.ts';
import { Button } from '#ui/controls/button.tsx';
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { type DirectoryPlace, OWN_POSITION, townNamed } from './directory-place.ts';
import { BEST_RATED_WORD, type DirectoryChoices, FilterFields } from './filter-fields.tsx';
import { useOwnPosition } from './own-position.ts';
import styles from './stores-filters.module.css';

const SLIDERS =
  'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M15.2 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8.8 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z';

interface StoresFiltersProps extends DirectoryChoices {
  /** Number of stores; undefined while loading. */
  total: number | undefined;
  onPlace: (place: DirectoryPlace | null) => void;
  /** Called if the device has no position. */
  onLost: () => void;
  /** The way to the map. */
  children: ReactNode;
}

export function StoresFilters({ total, onPlace, onLost, children, ...choices }: StoresFiltersProps) {
  const own = useOwnPosition(onPlace, onLost);
  const [sheet, setSheet] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const onTown = (name: string) => {
    own.leave();
    if (name === OWN_POSITION) own.ask();
    else onPlace(townNamed(name));
  };
  const active = activeOf(choices, () => onTown(''));
  // Rendered once: in the sheet while that is open.
  const fields = <FilterFields {...choices} asking={own.asking} onTown={onTown} />;
  const word = <OwnWord word={own.word} />;
  return (
    <>
      <div className={styles.bar}>
        <Button
          ref={opener}
          variant="secondary"
          className={styles.opener}
          aria-haspopup="dialog"
          onClick={() => setSheet(true)}
        >
          <Drawing d={SLIDERS} size={20} />
          <span>
            Filtrer et trier
            {active.length > 0 && (
              <b className={styles.tally}>
                {active.length}
                <span className="visually-hidden"> {active.length > 1 ? 'actifs' : 'actif'}</span>
              </b>
            )}
          </span>
        </Button>
        {!sheet && <div className={styles.inline}>{fields}</div>}
        {children}
      </div>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label="Filtres actifs">
          {active.map(({ label, takeOff }) => (
            <li key={label}>
              <button
                type="button"
                aria-label={`Retirer\u00a0: ${label}`}
                onClick={() => {
                  takeOff();
                  // The chip disappears: keyboard users continue at the button.
                  opener.current?.focus();
                }}
              >
                {label}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!sheet && word}
      <Modal
        open={sheet}
        onClose={() => setSheet(false)}
        title="Filtrer et trier"
        actions={
          <Button onClick={() => setSheet(false)}>
            <span aria-live="polite">{foundWords(total)}</span>
          </Button>
        }
      >
        <div className={styles.fields}>{fields}</div>
        {sheet && word}
      </Modal>
    </>
  );
}

const foundWords = (total: number | undefined): string => {
  if (total === undefined) return 'Voir les boutiques';
  return total === 0 ? 'Aucun résultat' : `Voir ${countWithNoun(total, 'boutique')}`;
};

function activeOf(
  { place, category, rating, categories, onCategory, onRating }: DirectoryChoices,
  leaveTown: () => void,
) {
  const named = categories.find(({ slug }) => slug === category)?.name ?? 'Catégorie';
  return [
    ...(place ? [{ label: place.name, takeOff: leaveTown }] : []),
    ...(category ? [{ label: named, takeOff: () => onCategory('') }] : []),
    ...(rating ? [{ label: BEST_RATED_WORD, takeOff: () => onRating('') }] : []),
  ];
}

function OwnWord({ word }: { word: string }) {
  return (
    <div role="status">
      {word && (
        <p className={styles.word}>
          <Icon name="pin" size={20} />
          <span>{word}</span>
        </p>
      )}
    </div>
  );
}
