// StoresFilters: filters and order of the directory: inline on wide screens; on phones in a sheet, with removable
// chips.
import { type ReactNode, useRef, useState } from 'react';
import { ofName } from '#domain/text/elision.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { useTowns } from '#state/api/towns.ts';
import { useChosenTown, useDevicePosition } from '#state/device/geolocation.ts';
import { Button } from '#ui/controls/button.tsx';
import { FilterChips } from '#ui/controls/filter-chips.tsx';
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { type DirectoryPlace, OWN_POSITION, ownPlace, townNamed } from './directory-place.ts';
import { BEST_RATED_WORD, type DirectoryChoices, FilterFields } from './filter-fields.tsx';
import { useOwnPosition } from './own-position.ts';
import { isOn, QUICK_FILTERS, type QuickFilter } from './quick-filters.ts';
import styles from './stores-filters.module.css';

const SLIDERS =
  'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M15.2 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM8.8 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z';

interface StoresFiltersProps extends DirectoryChoices {
  /** Number of stores; undefined while loading. */
  total: number | undefined;
  /** Of the address, with the quick filters. */
  search: URLSearchParams;
  onPlace: (place: DirectoryPlace | null) => void;
  onQuick: (key: QuickFilter, on: boolean) => void;
  /** The way to the map. */
  children: ReactNode;
}

export function StoresFilters({ total, search, onPlace, onQuick, children, ...choices }: StoresFiltersProps) {
  const towns = useTowns();
  const own = useOwnPosition(onPlace);
  const [sheet, setSheet] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const onTown = (name: string) => {
    own.leave();
    if (name === OWN_POSITION) own.ask();
    else onPlace(townNamed(towns, name));
  };
  const { place } = choices;
  const active = activeOf(choices);
  const count = active.length + (place ? 1 : 0);
  const known = useKnownPlace();
  const onNear = () => {
    if (place) onTown('');
    else if (known) onPlace(known);
    else own.ask();
  };
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
            {count > 0 && (
              <b className={styles.tally}>
                {count}
                <span className="visually-hidden"> {count > 1 ? 'actifs' : 'actif'}</span>
              </b>
            )}
          </span>
        </Button>
        {!sheet && <div className={styles.inline}>{fields}</div>}
        {children}
      </div>
      <FilterChips
        label="Filtres rapides"
        chips={[
          ...QUICK_FILTERS.map(({ key, label }) => {
            const on = isOn(search, key);
            return { label, isOn: on, onToggle: () => onQuick(key, !on) };
          }),
          { label: nearLabel(place), isOn: place !== null, icon: 'pin', busy: own.asking, onToggle: onNear },
        ]}
      />
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

/** Without the place, which is a quick filter. */
function activeOf({ category, rating, categories, onCategory, onRating }: DirectoryChoices) {
  const named = categories.find(({ slug }) => slug === category)?.name ?? 'Catégorie';
  return [
    ...(category ? [{ label: named, takeOff: () => onCategory('') }] : []),
    ...(rating ? [{ label: BEST_RATED_WORD, takeOff: () => onRating('') }] : []),
  ];
}

/** The place of the field 'Autour de', which is the same filter. */
const nearLabel = (place: DirectoryPlace | null) =>
  place && place.name !== OWN_POSITION ? `Près ${ofName(place.name)}` : 'Près de moi';

/** What the person has already given: the town of the search bar, or the device's position; null without either. */
function useKnownPlace(): DirectoryPlace | null {
  const towns = useTowns();
  const town = useChosenTown();
  const device = useDevicePosition();
  if (town !== null) return townNamed(towns, town);
  return device.status === 'known' ? ownPlace(device.position) : null;
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
