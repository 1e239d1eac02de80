// MapPin: a place on a map, in the colour of its shop. A button when it can be picked, else a sign with its name.
import { stallOf } from '../catalogue/awning.tsx';
import styles from './map-pin.module.css';
import type { MapPlace, MarketMapProps } from './map-props.ts';

interface MapPinProps {
  place: MapPlace;
  marked: boolean;
  onPick: MarketMapProps['onPick'];
  onFocus?: () => void;
}

export function MapPin({ place: { id, name, slug }, marked, onPick, onFocus }: MapPinProps) {
  const look = { className: styles.pin, 'data-stall': stallOf(slug), 'data-marked': marked || undefined };
  const word = (
    <span className={styles.name} aria-hidden="true">
      {name}
    </span>
  );
  if (!onPick) {
    return (
      <span {...look} role="img" aria-label={name}>
        {word}
      </span>
    );
  }
  return (
    <button
      type="button"
      {...look}
      aria-label={name}
      aria-pressed={marked}
      onFocus={onFocus}
      onClick={(event) => onPick({ id, byKeyboard: event.detail === 0 })}
    >
      {word}
    </button>
  );
}
