// Map: places on OpenStreetMap tiles. Heavy, so it is fetched on a tap: until then a button stands in its room.
//   <MapOnTap label="Carte des boutiques" places={[{ id, name, latitude, longitude, slug }]} center={…} zoom={12} onPick={…} />
// With no network the places stand on a plain ground, and the map says so.
import { useState } from 'react';
import { Button } from './button.tsx';
import { LazyPart, lazyPart } from './lazy-part.tsx';
import styles from './map.module.css';

const mapCanvas = lazyPart(() => import('./map-canvas.tsx'));

export interface MapPlace {
  id: string;
  name: string;
  latitude: number;
  longitude: number;
  /** Of the shop: its pin wears its colour. */
  slug: string;
}

export interface MarketMapProps {
  label: string;
  places: readonly MapPlace[];
  center: { latitude: number; longitude: number };
  zoom: number;
  /** The chosen place, its pin larger. */
  picked?: string | null;
  onPick?: ((id: string) => void) | undefined;
}

export function MarketMap(props: MarketMapProps) {
  return (
    <div className={styles.room}>
      <LazyPart
        part={mapCanvas}
        props={props}
        fallback={<p className={styles.wait}>La carte arrive…</p>}
        missing={(again) => (
          <div className={styles.wait}>
            <p>La carte n’est pas encore sur cet appareil. Elle s’affichera dès que le réseau répond.</p>
            <Button variant="secondary" icon="refresh" onClick={again}>
              Réessayer
            </Button>
          </div>
        )}
      />
    </div>
  );
}

export function MapOnTap(props: MarketMapProps) {
  const [shown, setShown] = useState(false);
  if (shown) return <MarketMap {...props} />;
  return (
    <div className={`${styles.room} ${styles.folded}`}>
      <Button variant="secondary" icon="pin" onClick={() => setShown(true)}>
        Afficher la carte
      </Button>
    </div>
  );
}
