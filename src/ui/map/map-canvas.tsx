// MapCanvas: MapLibre with raster tiles, and pins that are buttons. The worker is bundled and the attribution rendered
// here, since the page's policy forbids other scripts and HTML from text.
import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Map as Canvas, Layer, type MapRef, Marker, Source } from 'react-map-gl/maplibre';
import { IconButton } from '../controls/button.tsx';
import styles from './map.module.css';
import { MapGroup } from './map-group.tsx';
import { type MapMark, marksOf } from './map-groups.ts';
import { MapPin } from './map-pin.tsx';
import type { MapPlace, MarketMapProps } from './map-props.ts';
import { LINE_ENDS, OutlineLayers, positionOf, TownNames } from './outline-layers.tsx';
import { PlainMap } from './plain-map.tsx';

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
const TILE_PIXELS = 256;
const LAST_ZOOM = 19;
/** Space around all places for labels and buttons, pixels. */
const PADDING = { top: 52, bottom: 40, left: 28, right: 60 };
/** Highest zoom: with some surroundings for all places, street level for a route or an expanded group. */
const [NEAREST, NEAREST_ON_FOOT] = [12, 17];
/** Delay, so that moving quickly over cards does not move the map each time. */
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

type Lines = NonNullable<MarketMapProps['lines']>;
const NO_LINES: Lines = [];

export default function MapCanvas(props: MarketMapProps) {
  const { label, places, center, zoom, fits = false, marked = null, lines = NO_LINES, outline, onPick, onMove } = props;
  const [map, setMap] = useState<MapRef | null>(null);
  const [style] = useState(mapStyle);
  const [start] = useState(() =>
    fits && places.length > 0
      ? { bounds: boundsOf(places), fitBoundsOptions: { padding: PADDING, maxZoom: nearestOf(lines) } }
      : { ...center, zoom },
  );
  const [trouble, setTrouble] = useState<'none' | 'tiles' | 'map'>('none');
  const [near, setNear] = useState(zoom);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (map) setNear(halfSteps(map.getZoom()));
  }, [map]);
  useCamera(map, props);
  const look = useCallback((place: Point) => map?.easeTo({ center: positionOf(place), duration: FOLLOW_MS }), [map]);
  const marks = useMemo(() => marksOf(places, onMove ? LAST_ZOOM : near, marked), [places, near, marked, onMove]);
  const open = useCallback(
    ({ places: grouped }: MapMark, byKeyboard: boolean) => {
      if (!map) return;
      // The group disappears, so the focus moves to its first pin.
      const goOn = () => requestAnimationFrame(() => focusMark(section.current, grouped[0].id));
      if (byKeyboard) map.once('moveend', goOn);
      map.fitBounds(boundsOf(grouped), { padding: PADDING, maxZoom: NEAREST_ON_FOOT, duration: FOLLOW_MS });
    },
    [map],
  );

  if (trouble === 'map') return <PlainMap {...props} why="Cet appareil ne peut pas afficher le fond de carte." />;
  return (
    <section ref={section} aria-label={label}>
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
        // In half steps, since regrouping is visible only then.
        onZoom={({ viewState }) => setNear(halfSteps(viewState.zoom))}
        onError={({ target }) => setTrouble(target ? 'tiles' : 'map')}
        onSourceData={(event) => {
          if (event.isSourceLoaded && event.tile) setTrouble('none');
        }}
      >
        <OutlineLayers outline={outline} />
        {lines.length > 0 && <WayLines lines={lines} />}
        {trouble === 'tiles' && <TownNames towns={outline.towns} zoom={near} />}
        {marks.map((mark) => (
          <Mark
            key={`${mark.places[0].id} ${mark.places.length > 1}`}
            mark={mark}
            marked={mark.places.length === 1 && mark.places[0].id === marked}
            onPick={onPick}
            onMove={onMove}
            onFocus={look}
            onOpen={open}
          />
        ))}
      </Canvas>
      {trouble === 'tiles' && (
        <p className={styles.note} role="status">
          Le fond de carte n’est pas disponible : les lieux restent à leur place.
        </p>
      )}
      <div className={styles.buttons}>
        {places.length > 1 && (
          <IconButton
            icon="frame"
            label="Tout voir"
            variant="outlined"
            onClick={() => map && showAll(map, places, lines)}
          />
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

const LINE_LOOK = { 'line-color': '#2b3331', 'line-width': 3, 'line-opacity': 0.75, 'line-dasharray': [1.2, 1.6] };

function WayLines({ lines }: { lines: Lines }) {
  const data = useMemo(
    () => ({
      type: 'MultiLineString' as const,
      coordinates: lines.map((line) => line.map((point) => positionOf(point))),
    }),
    [lines],
  );
  return (
    <Source id="lines" type="geojson" data={data}>
      <Layer id="lines" type="line" layout={LINE_ENDS} paint={LINE_LOOK} />
    </Source>
  );
}

const halfSteps = (zoom: number) => Math.floor(zoom * 2) / 2;

type Point = Pick<MapPlace, 'latitude' | 'longitude'>;

function boundsOf(places: readonly Point[]): maplibre.LngLatBounds {
  const bounds = new maplibre.LngLatBounds();
  for (const place of places) bounds.extend(positionOf(place));
  return bounds;
}

const nearestOf = (lines: Lines) => (lines.length > 0 ? NEAREST_ON_FOOT : NEAREST);

function showAll(map: MapRef, places: readonly MapPlace[], lines: Lines): void {
  map.fitBounds(boundsOf(places), { padding: PADDING, maxZoom: nearestOf(lines), duration: FOLLOW_MS });
}

const focusMark = (section: HTMLElement | null, id: string) =>
  section?.querySelector<HTMLElement>(`[data-mark="${id}"] button`)?.focus({ preventScroll: true });

/** Moves to the chosen town, to all places, to the marked one, or to others if none is visible. */
function useCamera(map: MapRef | null, props: MarketMapProps): void {
  const { places, center, zoom, fits = false, marked, lines = NO_LINES } = props;
  const { latitude, longitude } = center;
  const shown = useRef<MapRef | null>(null);
  useEffect(() => {
    // The initial view.
    if (map && shown.current === map && !fits) map.jumpTo({ center: [longitude, latitude], zoom });
    shown.current = map;
  }, [map, latitude, longitude, zoom, fits]);
  // A new answer with the same places does not move the map.
  const which = places.map(({ id }) => id).join(' ');
  const fitted = useRef(fits ? which : '');
  useEffect(() => {
    if (!map || places.length === 0) return;
    const bounds = map.getBounds();
    const news = fits && fitted.current !== which;
    fitted.current = fits ? which : '';
    if (news || !places.some((place) => bounds.contains(positionOf(place)))) showAll(map, places, lines);
  }, [map, places, which, fits, lines]);
  useEffect(() => {
    const place = places.find(({ id }) => id === marked);
    if (!map || !place) return;
    const timer = setTimeout(() => {
      if (!map.getBounds().contains(positionOf(place))) map.easeTo({ center: positionOf(place), duration: FOLLOW_MS });
    }, FOLLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [map, places, marked]);
}

interface MarkProps {
  mark: MapMark;
  marked: boolean;
  onPick: MarketMapProps['onPick'];
  onMove: MarketMapProps['onMove'];
  onFocus: (at: Point) => void;
  onOpen: (mark: MapMark, byKeyboard: boolean) => void;
}

/** A pin or a group; re-rendered only when zoom or mark change. */
const Mark = memo(function Mark({ mark, marked, onPick, onMove, onFocus, onOpen }: MarkProps) {
  const [place, ...others] = mark.places;
  return (
    <Marker
      longitude={mark.longitude}
      latitude={mark.latitude}
      offset={mark.offset}
      draggable={onMove !== undefined}
      onDragEnd={({ lngLat }) => onMove?.({ latitude: lngLat.lat, longitude: lngLat.lng })}
      className={marked ? `${styles.place} ${styles.above}` : (styles.place ?? '')}
    >
      <div data-mark={place.id}>
        {others.length > 0 ? (
          <MapGroup
            places={mark.places}
            onFocus={() => onFocus(mark)}
            onOpen={(byKeyboard) => onOpen(mark, byKeyboard)}
          />
        ) : (
          <MapPin place={place} marked={marked} onPick={onPick} onFocus={() => onFocus(place)} />
        )}
      </div>
    </Marker>
  );
});
