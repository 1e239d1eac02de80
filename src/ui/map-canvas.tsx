// The map itself, on MapLibre: raster tiles under pins that are real buttons. Its worker comes from our own address, and
// its credit is drawn here, since the policy of the page allows neither other scripts nor HTML made from text.
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as Canvas, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { stallOf } from './awning.tsx';
import { IconButton } from './button.tsx';
import styles from './map.module.css';
import type { MapPlace, MarketMapProps } from './map.tsx';

setWorkerUrl(workerUrl);

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
const TILE_PIXELS = 256;
const LAST_ZOOM = 19;

/** The market's own tile server, when the page names one. */
const tileUrl = () => document.getElementById('root')?.dataset.tileUrl || TILES;

export default function MapCanvas({ label, places, center, zoom, picked = null, onPick }: MarketMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Canvas | null>(null);
  const [trouble, setTrouble] = useState<'none' | 'tiles' | 'map'>('none');
  const start = useRef({ center, zoom });

  useEffect(() => {
    if (!box.current) return;
    let made: Canvas;
    try {
      made = new Canvas({
        container: box.current,
        style: {
          version: 8,
          sources: { tiles: { type: 'raster', tiles: [tileUrl()], tileSize: TILE_PIXELS, maxzoom: LAST_ZOOM } },
          layers: [
            { id: 'ground', type: 'background', paint: { 'background-color': '#e8ecdf' } },
            { id: 'tiles', type: 'raster', source: 'tiles' },
          ],
        },
        center: [start.current.center.longitude, start.current.center.latitude],
        zoom: start.current.zoom,
        attributionControl: false,
        cooperativeGestures: false,
        dragRotate: false,
        pitchWithRotate: false,
      });
    } catch {
      setTrouble('map');
      return;
    }
    made.touchZoomRotate.disableRotation();
    made.on('error', () => setTrouble('tiles'));
    made.on('sourcedata', (event) => {
      if (event.isSourceLoaded && event.tile) setTrouble('none');
    });
    setMap(made);
    return () => {
      made.remove();
      setMap(null);
    };
  }, []);

  const { latitude, longitude } = center;
  useEffect(() => {
    map?.jumpTo({ center: [longitude, latitude], zoom });
  }, [map, latitude, longitude, zoom]);

  useEffect(() => {
    if (!map) return;
    const markers = places.map((place) => pinOf(place, place.id === picked, onPick).addTo(map));
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [map, places, picked, onPick]);

  if (trouble === 'map') return <p className={styles.wait}>Cet appareil ne sait pas dessiner la carte.</p>;
  return (
    <section aria-label={label}>
      <div ref={box} className={styles.canvas} />
      {trouble === 'tiles' && (
        <p className={styles.note} role="status">
          Le fond de carte n'est pas disponible : les lieux restent à leur place.
        </p>
      )}
      <div className={styles.buttons}>
        <IconButton icon="plus" label="Agrandir" variant="outlined" onClick={() => map?.zoomIn()} />
        <IconButton icon="minus" label="Réduire" variant="outlined" onClick={() => map?.zoomOut()} />
      </div>
      <p className={styles.credit}>
        ©{' '}
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">
          contributeurs OpenStreetMap
        </a>
      </p>
    </section>
  );
}

function pinOf(place: MapPlace, picked: boolean, onPick: MarketMapProps['onPick']): Marker {
  const pin = document.createElement('button');
  pin.type = 'button';
  pin.className = styles.pin ?? '';
  pin.dataset.stall = String(stallOf(place.slug));
  pin.ariaLabel = place.name;
  pin.ariaPressed = String(picked);
  pin.title = place.name;
  pin.addEventListener('click', () => onPick?.(place.id));
  return new Marker({ element: pin, anchor: 'center' }).setLngLat([place.longitude, place.latitude]);
}
