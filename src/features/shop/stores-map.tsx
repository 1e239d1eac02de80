import { useMemo, useState } from 'react';
import type { StoreSummary } from '#contract/stores.ts';
import { MarketMap } from '#ui/map.tsx';
import { StoreCard } from '#ui/store-card.tsx';
import styles from './stores-map.module.css';

/** Verdun, when no town is chosen. */
const DEFAULT_CENTER = { latitude: 49.16, longitude: 5.38 };
const ZOOM = 12;

interface StoresMapProps {
  stores: readonly StoreSummary[];
  center: { latitude: number; longitude: number } | null;
}

/** The shops where they stand; a tap on a pin shows its card. */
export function StoresMap({ stores, center }: StoresMapProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const places = useMemo(
    () =>
      stores.flatMap(({ id, name, slug, geoCoordinates }) =>
        geoCoordinates ? [{ id, name, slug, ...geoCoordinates }] : [],
      ),
    [stores],
  );
  const store = stores.find((each) => each.id === picked);
  return (
    <div className={styles.map} id="carte">
      <MarketMap
        label="Carte des boutiques"
        places={places}
        center={center ?? DEFAULT_CENTER}
        zoom={ZOOM}
        picked={picked}
        onPick={setPicked}
      />
      {store && (
        <div aria-live="polite">
          <StoreCard store={store} heading="h2" />
        </div>
      )}
    </div>
  );
}
