// MapGroup: shops that stand too close together on a map to be told apart; picked, it brings them apart.

import styles from './map-group.module.css';
import type { MapPlace } from './map-props.ts';

const NAMED_AT_MOST = 4;

/** '5 boutiques : A, B, C, D et 1 autre'. */
export function groupWords(places: readonly MapPlace[]): string {
  const names = places.slice(0, NAMED_AT_MOST).map(({ name }) => name);
  const others = places.length - names.length;
  const more = others === 0 ? '' : ` et ${others} ${others > 1 ? 'autres' : 'autre'}`;
  return `${places.length} boutiques\u00a0: ${names.join(', ')}${more}`;
}

interface MapGroupProps {
  places: readonly MapPlace[];
  onFocus: () => void;
  onOpen: (byKeyboard: boolean) => void;
}

export function MapGroup({ places, onFocus, onOpen }: MapGroupProps) {
  return (
    <button
      type="button"
      className={styles.group}
      aria-label={groupWords(places)}
      title="Agrandir"
      onFocus={onFocus}
      onClick={({ detail }) => onOpen(detail === 0)}
    >
      {places.length}
    </button>
  );
}
