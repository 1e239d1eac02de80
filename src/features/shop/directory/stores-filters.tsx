// The filters of the directory: town, category, rating.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { TOWNS } from '#domain/geo.ts';
import { locateDevice } from '#state/device/geolocation.ts';
import { SelectField } from '#ui/controls/fields.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { type DirectoryPlace, OWN_POSITION, ownPlace, townNamed } from './directory-place.ts';
import styles from './stores-page.module.css';

const FILTERED_LEVELS = 2;
export const BEST_RATED = 'DESC';

interface StoresFiltersProps {
  place: DirectoryPlace | null;
  category: string | undefined;
  rating: typeof BEST_RATED | undefined;
  categories: readonly Category[];
  onPlace: (place: DirectoryPlace | null) => void;
  onCategory: (slug: string) => void;
  onRating: (rating: string) => void;
  /** The device could not say where it is. */
  onLost: () => void;
  /** The way to the map. */
  children: ReactNode;
}

/** What the directory is narrowed by and ordered by. */
export function StoresFilters(props: StoresFiltersProps) {
  const { place, category, rating, categories } = props;
  const own = useOwnPosition(props.onPlace, props.onLost);
  const choosePlace = (name: string) => {
    own.leave();
    if (name === OWN_POSITION) own.ask();
    else props.onPlace(townNamed(name));
  };
  const isListed = place === null || place.name === OWN_POSITION || townNamed(place.name) !== null;
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label="Ville"
          value={own.asking ? OWN_POSITION : (place?.name ?? '')}
          onChange={(event) => choosePlace(event.target.value)}
        >
          <option value="">Toutes les villes</option>
          <option value={OWN_POSITION}>{OWN_POSITION}</option>
          {!isListed && <option value={place.name}>{place.name}</option>}
          {TOWNS.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Catégorie"
          value={category ?? ''}
          onChange={(event) => props.onCategory(event.target.value)}
        >
          <option value="">Toutes les catégories</option>
          {categories
            .filter(({ level }) => level <= FILTERED_LEVELS)
            .map(({ '@id': iri, slug, name, level }) => (
              <option key={iri} value={slug}>
                {level > 1 ? `\u00a0\u00a0\u00a0${name}` : name}
              </option>
            ))}
        </SelectField>
        <SelectField label="Trier par" value={rating ?? ''} onChange={(event) => props.onRating(event.target.value)}>
          <option value="">{place ? 'Les plus proches' : 'Par nom'}</option>
          <option value={BEST_RATED}>Les mieux notées</option>
        </SelectField>
        {props.children}
      </div>
      <div role="status">
        {own.word && (
          <p className={styles.word}>
            <Icon name="pin" size={20} />
            <span>{own.word}</span>
          </p>
        )}
      </div>
    </>
  );
}

/** By the code of the Geolocation API. */
const NOT_FOUND: Record<number, string> = {
  1: 'Votre position n’est pas partagée avec ce site. Choisissez une ville, ou autorisez la position dans les réglages du navigateur.',
  3: 'Votre position tarde à venir. Choisissez une ville, ou réessayez dans un instant.',
};
const NOT_AVAILABLE = 'Votre appareil ne donne pas sa position. Choisissez une ville.';
const ASKING = 'Recherche de votre position…';

/** Asks the device on each choice; an answer that comes after another choice is dropped. */
function useOwnPosition(onPlace: StoresFiltersProps['onPlace'], onLost: () => void) {
  const [state, setState] = useState<{ asking: boolean; word: string }>({ asking: false, word: '' });
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  return {
    ...state,
    leave() {
      turn.current += 1;
      setState({ asking: false, word: '' });
    },
    ask() {
      turn.current += 1;
      const mine = turn.current;
      setState({ asking: true, word: ASKING });
      void locateDevice().then((answer) => {
        if (turn.current !== mine) return;
        if (answer.status === 'known') {
          setState({ asking: false, word: '' });
          onPlace(ownPlace(answer.position));
        } else {
          const word = answer.status === 'failed' ? NOT_FOUND[answer.code] : undefined;
          setState({ asking: false, word: word ?? NOT_AVAILABLE });
          onLost();
        }
      });
    },
  };
}
