// StoresAndMap: stores of the directory as cards, and on a map.

import { memo, useCallback, useContext, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { distanceText } from '#domain/geo.ts';
import { inDirectoryOrder } from '#domain/search/directory.ts';
import { useMapOutline } from '#state/api/map-outline.ts';
import { useMapView } from '#state/api/towns.ts';
import { StoreCard, StoreGrid } from '#ui/catalogue/store-card.tsx';
import { AppContext } from '#ui/loading/app-context.tsx';
import { MapOnTap, MarketMap } from '#ui/map/map.tsx';
import type { MapPick } from '#ui/map/map-props.ts';
import type { DirectoryPlace } from './directory-place.ts';
import styles from './stores-and-map.module.css';

const EAGER_PICTURES = 2;
/** Cards updated at once after a choice; cards below the screen follow without blocking. */
const AT_ONCE = 12;
/** Around a chosen place. */
const NEAR_ZOOM = 12;

interface StoresAndMapProps {
  stores: readonly StoreSummary[];
  place: DirectoryPlace | null;
  bestRated: boolean;
  mapShown: boolean;
  /** Requested by a click on this page, not only by the address. */
  tapped: boolean;
}

/**
 * Cards, and pins on demand: the hovered or focused card marks its pin; a selected pin marks its card and scrolls to
 * it.
 */
export function StoresAndMap({ stores, place, bestRated, mapShown, tapped }: StoresAndMapProps) {
  const shown = useShown(stores, place?.latitude, place?.longitude, bestRated);
  const list = useRef<HTMLDivElement>(null);
  const { sparing } = useContext(AppContext);
  const outline = useMapOutline();
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
    // Keyboard users continue from the card.
    if (byKeyboard) card?.querySelector('a')?.focus({ preventScroll: true });
  }, []);
  // Another card may already be active.
  const onLeave = useCallback((id: string) => setNear((now) => (now === id ? null : now)), []);
  const market = useMapView();
  return (
    <div className={mapShown ? styles.beside : undefined}>
      {mapShown && (
        <div className={styles.map} id="carte">
          <TheMap
            label="Carte des boutiques"
            places={places}
            center={place ?? market.center}
            zoom={place ? NEAR_ZOOM : market.zoom}
            fits={place === null}
            outline={outline}
            marked={near ?? picked}
            onPick={onPick}
          />
        </div>
      )}
      <div ref={list} className={styles.list}>
        <StoreGrid label="Boutiques">
          {shown.map(({ store, distance }, index) => (
            <StoreItem
              key={store['@id']}
              store={store}
              eager={index < EAGER_PICTURES}
              distance={distance}
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

/** Stores in the chosen order, before the market's answer; the first ones at once. */
function useShown(
  stores: readonly StoreSummary[],
  latitude: number | undefined,
  longitude: number | undefined,
  bestRated: boolean,
) {
  const ordered = useMemo(() => {
    const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
    return inDirectoryOrder(stores, { place, bestRated }).map((store) => ({
      store,
      distance: distanceText(place, store.geoCoordinates),
    }));
  }, [stores, latitude, longitude, bestRated]);
  const late = useDeferredValue(ordered);
  return useMemo(() => {
    const first = ordered.slice(0, AT_ONCE);
    const ids = new Set(first.map(({ store }) => store.id));
    return [...first, ...late.filter(({ store }) => !ids.has(store.id))];
  }, [ordered, late]);
}

interface StoreItemProps {
  store: StoreSummary;
  eager: boolean;
  distance: string | null;
  picked: boolean;
  onNear: (id: string) => void;
  onLeave: (id: string) => void;
}

/** Memoized: there may be two hundred stores. */
const StoreItem = memo(function StoreItem({ store, eager, distance, picked, onNear, onLeave }: StoreItemProps) {
  return (
    <li
      data-store={store.id}
      data-picked={picked || undefined}
      aria-current={picked || undefined}
      // Real pointer moves only: cards scrolled under the pointer must not deactivate the focused one.
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
