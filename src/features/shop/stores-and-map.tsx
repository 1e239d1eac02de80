import { memo, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { StoreSummary } from '#contract/stores.ts';
import { distanceText } from '#domain/geo.ts';
import { MapOnTap, type MapPick, MarketMap } from '#ui/map.tsx';
import { StoreCard, StoreGrid } from '#ui/store-card.tsx';
import { Surroundings } from '#ui/surroundings.tsx';
import type { DirectoryPlace } from './directory-place.ts';
import styles from './stores-and-map.module.css';

const EAGER_PICTURES = 2;
const ZOOM = 12;

interface StoresAndMapProps {
  stores: readonly StoreSummary[];
  place: DirectoryPlace | null;
  mapShown: boolean;
  /** Asked for on this page, and not by its address alone. */
  tapped: boolean;
  center: { latitude: number; longitude: number };
}

/**
 * The shops as cards and, when it is wanted, as pins: the card under the pointer or the focus marks its pin; a picked pin
 * marks its card and brings it into sight.
 */
export function StoresAndMap({ stores, place, mapShown, tapped, center }: StoresAndMapProps) {
  const list = useRef<HTMLDivElement>(null);
  const { sparing } = useContext(Surroundings);
  const TheMap = sparing && !tapped ? MapOnTap : MarketMap;
  const [near, setNear] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const places = useMemo(
    () =>
      stores.flatMap(({ id, name, slug, geoCoordinates }) =>
        geoCoordinates ? [{ id, name, slug, ...geoCoordinates }] : [],
      ),
    [stores],
  );
  const onPick = useCallback(({ id, byKeyboard }: MapPick) => {
    setPicked(id);
    const card = list.current?.querySelector<HTMLElement>(`[data-store="${id}"]`);
    card?.scrollIntoView({ block: 'nearest' });
    // Who listens or types goes on from the card.
    if (byKeyboard) card?.querySelector('a')?.focus({ preventScroll: true });
  }, []);
  // Another card may have taken over meanwhile.
  const onLeave = useCallback((id: string) => setNear((now) => (now === id ? null : now)), []);
  return (
    <div className={mapShown ? styles.beside : undefined}>
      {mapShown && (
        <div className={styles.map} id="carte">
          <TheMap
            label="Carte des boutiques"
            places={places}
            center={center}
            zoom={ZOOM}
            marked={near ?? picked}
            onPick={onPick}
          />
        </div>
      )}
      <div ref={list} className={styles.list}>
        <StoreGrid label="Boutiques">
          {stores.map((store, index) => (
            <StoreItem
              key={store['@id']}
              store={store}
              eager={index < EAGER_PICTURES}
              distance={distanceText(place, store.geoCoordinates)}
              picked={mapShown && store.id === picked}
              onNear={setNear}
              onLeave={onLeave}
            />
          ))}
        </StoreGrid>
      </div>
    </div>
  );
}

interface StoreItemProps {
  store: StoreSummary;
  eager: boolean;
  distance: string | null;
  picked: boolean;
  onNear: (id: string) => void;
  onLeave: (id: string) => void;
}

/** Drawn again only when it changes: there may be two hundred of them. */
const StoreItem = memo(function StoreItem({ store, eager, distance, picked, onNear, onLeave }: StoreItemProps) {
  return (
    <li
      data-store={store.id}
      data-picked={picked || undefined}
      aria-current={picked || undefined}
      // The pointer itself: cards that scroll under it take nothing from the one in focus.
      onPointerMove={({ pointerType, movementX, movementY }) => {
        if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) onNear(store.id);
      }}
      onPointerLeave={() => onLeave(store.id)}
      onFocus={() => onNear(store.id)}
      onBlur={() => onLeave(store.id)}
    >
      <StoreCard store={store} heading="h2" eager={eager} distance={distance} />
    </li>
  );
});
