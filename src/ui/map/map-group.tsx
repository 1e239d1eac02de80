// MapGroup: shops that stand too close together on a map to be told apart; picked, it brings them apart. Stops of a way say
// which ones they are.
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

/** '1·3' of two stops, '1–3' of three that follow each other, '1+2' of others; how many there are of shops. */
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
      // Whoever speaks to the device says what stands there.
      aria-label={words.startsWith(sign) ? words : `${sign}, ${words}`}
      title="Agrandir"
      onFocus={onFocus}
      onClick={({ detail }) => onOpen(detail === 0)}
    >
      {sign}
    </button>
  );
}
