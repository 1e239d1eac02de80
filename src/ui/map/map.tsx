// Map: places on OpenStreetMap tiles, loaded on demand.
//   <MapOnTap label="Carte : …" places={[{ id, name, latitude, longitude, slug }]} center={…} zoom={10} />   after a tap
//   <MarketMap … marked={id} onPick={({ id }) => …} />   at once; with onPick, pins are buttons
// Without code or WebGL the places appear on a plain ground, with an explanation.
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { LazyPart, lazyPart } from '../loading/lazy-part.tsx';
import styles from './map.module.css';
import type { MarketMapProps } from './map-props.ts';
import { PlainMap } from './plain-map.tsx';

const mapCanvas = lazyPart(() => import('./map-canvas.tsx'));

export function MarketMap(props: MarketMapProps) {
  return (
    <div className={styles.room} data-tall={props.tall || undefined}>
      <LazyPart
        part={mapCanvas}
        props={props}
        fallback={<p className={styles.wait}>Chargement de la carte…</p>}
        missing={(again) => (
          <PlainMap {...props} why="Le fond de carte n’est pas encore sur cet appareil.">
            <Button variant="secondary" icon="refresh" className={styles.again} onClick={again}>
              Réessayer
            </Button>
          </PlainMap>
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
