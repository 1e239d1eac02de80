// MapGroup: places that are too close on the map; a click zooms in. Groups of route stops show their numbers.
import styles from './map-group.module.css';
import type { MapPlace } from './map-props.ts';

const NAMED_AT_MOST = 4;

/** '5 boutiques : A, B, C, D et 1 autre', '2 lieux : 1. A, 3. B'. */
export function groupWords(places: readonly MapPlace[]): string {
  const names = places
    .slice(0, NAMED_AT_MOST)
    .map(({ name, number }) => (number === undefined ? name : `${number}. ${name}`));
  const others = places.length - names.length;
  const more = others === 0 ? '' : ` et ${others} ${others > 1 ? 'autres' : 'autre'}`;
  const what = places.every(({ number }) => number === undefined) ? 'boutiques' : 'lieux';
  return `${places.length} ${what}\u00a0: ${names.join(', ')}${more}`;
}

/** '1·3' for two stops, '1–3' for a sequence, '1+2' for others; the count for stores. */
export function groupSign(places: readonly MapPlace[]): string {
  const numbers = places.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other);
  if (numbers.length === 0) return `${places.length}`;
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (numbers.length < 3) return numbers.join('·');
  return last - first === numbers.length - 1 ? `${first}–${last}` : `${first}+${numbers.length - 1}`;
}

interface MapGroupProps {
  places: readonly MapPlace[];
  onFocus: () => void;
  onOpen: (byKeyboard: boolean) => void;
}

export function MapGroup({ places, onFocus, onOpen }: MapGroupProps) {
  const [sign, words] = [groupSign(places), groupWords(places)];
  return (
    <button
      type="button"
      className={styles.group}
      // Voice control uses the visible text.
      aria-label={words.startsWith(sign) ? words : `${sign}, ${words}`}
      title="Agrandir"
      onFocus={onFocus}
      onClick={({ detail }) => onOpen(detail === 0)}
    >
      {sign}
    </button>
  );
}
