// The map itself, on MapLibre: raster tiles under pins that are real buttons. Its worker comes from our own address, and
// its credit is drawn here, since the policy of the page allows neither other scripts nor HTML made from text.
import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Map as Canvas, type MapRef, Marker } from 'react-map-gl/maplibre';
import { IconButton } from '../controls/button.tsx';
import styles from './map.module.css';
import { MapPin } from './map-pin.tsx';
import type { MapPlace, MarketMapProps } from './map-props.ts';
import { PlainMap } from './plain-map.tsx';

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
const TILE_PIXELS = 256;
const LAST_ZOOM = 19;
/** Around all places, when the map shows them at once; pixels. */
const PADDING = 56;
/** Whoever runs along the cards does not drag the map behind each of them. */
const FOLLOW_AFTER_MS = 150;
const FOLLOW_MS = 300;

/** The market's own tile server, when the page names one. */
const mapStyle = (): maplibre.StyleSpecification => ({
  version: 8,
  sources: {
    tiles: {
      type: 'raster',
      tiles: [document.getElementById('root')?.dataset.tileUrl || TILES],
      tileSize: TILE_PIXELS,
      maxzoom: LAST_ZOOM,
    },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#e8ecdf' } },
    { id: 'tiles', type: 'raster', source: 'tiles' },
  ],
});

const at = ({ longitude, latitude }: { longitude: number; latitude: number }): [number, number] => [
  longitude,
  latitude,
];

export default function MapCanvas(props: MarketMapProps) {
  const { label, places, center, zoom, marked = null, onPick, onMove } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [style] = useState(mapStyle);
  const [start] = useState({ ...center, zoom });
  const [trouble, setTrouble] = useState<'none' | 'tiles' | 'map'>('none');
  useCamera(map, props);
  const onFocus = useCallback((place: MapPlace) => map?.easeTo({ center: at(place), duration: FOLLOW_MS }), [map]);

  if (trouble === 'map') return <PlainMap {...props} why="Cet appareil ne sait pas dessiner le fond de carte." />;
  return (
    <section aria-label={label}>
      <Canvas
        ref={setMap}
        mapLib={maplibre}
        workerUrl={workerUrl}
        mapStyle={style}
        initialViewState={start}
        attributionControl={false}
        dragPan={!onMove || !matchMedia('(pointer: coarse)').matches}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        locale={{ 'Map.Title': 'Fond de carte' }}
        onLoad={({ target }) => target.touchZoomRotate.disableRotation()}
        onError={({ target }) => setTrouble(target ? 'tiles' : 'map')}
        onSourceData={(event) => {
          if (event.isSourceLoaded && event.tile) setTrouble('none');
        }}
      >
        {places.map((place) => (
          <Pin
            key={place.id}
            place={place}
            marked={place.id === marked}
            onPick={onPick}
            onMove={onMove}
            onFocus={onFocus}
          />
        ))}
      </Canvas>
      {trouble === 'tiles' && (
        <p className={styles.note} role="status">
          Le fond de carte n'est pas disponible : les lieux restent à leur place.
        </p>
      )}
      <div className={styles.buttons}>
        {places.length > 1 && (
          <IconButton icon="frame" label="Tout voir" variant="outlined" onClick={() => map && showAll(map, places)} />
        )}
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

function showAll(map: MapRef, places: readonly MapPlace[]): void {
  const bounds = new maplibre.LngLatBounds();
  for (const place of places) bounds.extend(at(place));
  map.fitBounds(bounds, { padding: PADDING, maxZoom: 12, duration: FOLLOW_MS });
}

/** The map goes where the person looks: to the chosen town, to the marked place, to other places when none is in sight. */
function useCamera(map: MapRef | null, { places, center, zoom, marked }: MarketMapProps): void {
  const { latitude, longitude } = center;
  const shown = useRef<MapRef | null>(null);
  useEffect(() => {
    // It starts there.
    if (map && shown.current === map) map.jumpTo({ center: [longitude, latitude], zoom });
    shown.current = map;
  }, [map, latitude, longitude, zoom]);
  useEffect(() => {
    if (!map || places.length === 0) return;
    const bounds = map.getBounds();
    if (!places.some((place) => bounds.contains(at(place)))) showAll(map, places);
  }, [map, places]);
  useEffect(() => {
    const place = places.find(({ id }) => id === marked);
    if (!map || !place) return;
    const timer = setTimeout(() => {
      if (!map.getBounds().contains(at(place))) map.easeTo({ center: at(place), duration: FOLLOW_MS });
    }, FOLLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [map, places, marked]);
}

interface PinProps {
  place: MapPlace;
  marked: boolean;
  onPick: MarketMapProps['onPick'];
  onMove: MarketMapProps['onMove'];
  onFocus: (place: MapPlace) => void;
}

/** One of perhaps two hundred: drawn again only when it changes. */
const Pin = memo(function Pin({ place, marked, onPick, onMove, onFocus }: PinProps) {
  return (
    <Marker
      longitude={place.longitude}
      latitude={place.latitude}
      draggable={onMove !== undefined}
      onDragEnd={({ lngLat }) => onMove?.({ latitude: lngLat.lat, longitude: lngLat.lng })}
      className={marked ? `${styles.place} ${styles.above}` : (styles.place ?? '')}
    >
      <MapPin place={place} marked={marked} onPick={onPick} onFocus={() => onFocus(place)} />
    </Marker>
  );
});
