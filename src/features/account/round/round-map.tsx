// Round map: numbered stops; on demand on small screens, beside the list on wide ones.

import { useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { useMapOutline } from '#state/api/map-outline.ts';
import { AppContext } from '#ui/loading/app-context.tsx';
import { MapOnTap, MarketMap } from '#ui/map/map.tsx';
import type { MapPick, MapPlace } from '#ui/map/map-props.ts';
import styles from './round.module.css';
import type { Round } from './use-round.ts';

const ZOOM = 12;
/** Breakpoint of the styles for the map beside the list. */
const WIDE = '(min-width: 75rem)';

function useIsWide(): boolean {
  const [query] = useState(() => matchMedia(WIDE));
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => query.matches,
  );
}

interface RoundMapProps {
  round: Round;
  marked: string | null;
  onPick: (pick: MapPick) => void;
}

/** Nothing while no stop has a position. */
export function RoundMap({ round: { parts, stops, start }, marked, onPick }: RoundMapProps) {
  const isWide = useIsWide();
  const outline = useMapOutline();
  const { sparing } = useContext(AppContext);
  const places = useMemo(
    () => [
      ...stops.flatMap(({ id, name, slug, position }, index): MapPlace[] =>
        position ? [{ id, name, slug, ...position, number: index + 1 }] : [],
      ),
      ...(start ? [{ id: 'depart', name: 'Départ', slug: 'depart', ...start }] : []),
    ],
    [stops, start],
  );
  // One line per day; the next day starts from the starting point.
  const lines = useMemo(
    () =>
      parts
        .map(({ stops: ofDay }) => [...(start ? [start] : []), ...ofDay.flatMap(({ stop }) => stop.position ?? [])])
        .filter((line) => line.length > 1),
    [parts, start],
  );
  const center = start ?? places[0];
  if (!center || places.every(({ number }) => number === undefined)) return null;
  const TheMap = isWide && !sparing ? MarketMap : MapOnTap;
  return (
    <div className={styles.map}>
      <TheMap
        label="Carte de la tournée"
        places={places}
        center={center}
        zoom={ZOOM}
        fits
        lines={lines}
        outline={outline}
        marked={marked}
        onPick={onPick}
      />
    </div>
  );
}
