// MapPin: a place on a map in its store's colour; a button if it can be selected.
import { awningColourOf } from '#domain/store.ts';
import styles from './map-pin.module.css';
import type { MapPlace, MarketMapProps } from './map-props.ts';

interface MapPinProps {
  place: MapPlace;
  marked: boolean;
  onPick: MarketMapProps['onPick'];
  onFocus?: () => void;
}

export function MapPin({ place: { id, name, slug, number }, marked, onPick, onFocus }: MapPinProps) {
  const look = { className: styles.pin, 'data-awning': awningColourOf(slug), 'data-marked': marked || undefined };
  const label = number === undefined ? name : `${number}. ${name}`;
  const word = (
    <>
      {number !== undefined && (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}{' '}
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
    </>
  );
  if (!onPick) {
    return (
      <span {...look} role="img" aria-label={label}>
        {word}
      </span>
    );
  }
  return (
    <button
      type="button"
      {...look}
      aria-label={label}
      aria-pressed={marked}
      onFocus={onFocus}
      onClick={(event) => onPick({ id, byKeyboard: event.detail === 0 })}
    >
      {word}
    </button>
  );
}
