// Outline layers: the market's area and rivers under the tiles, and the names of towns where tiles are missing.
import { useMemo } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import type { MapOutline } from '#domain/map-outline.ts';
import type { Town } from '#domain/towns.ts';
import styles from './map.module.css';
import { namesApart } from './names-apart.ts';

/** Longitude first, as GeoJSON has it. */
export const positionOf = ({ longitude, latitude }: { longitude: number; latitude: number }): [number, number] => [
  longitude,
  latitude,
];

export const LINE_ENDS = { 'line-cap': 'round', 'line-join': 'round' } as const;
const AREA_LOOK = { 'fill-color': '#d9e4cf', 'fill-outline-color': '#8fa98a' };
const RIVER_LOOK = { 'line-color': '#7fb0c8', 'line-width': 3 };

/** Below the tiles, so that it shows where they are missing. */
export function OutlineLayers({ outline: { areas, rivers } }: { outline: MapOutline }) {
  const data = useMemo(() => {
    const shape = (coordinates: [number, number][][][]) => ({ type: 'MultiPolygon' as const, coordinates });
    const line = (coordinates: [number, number][][]) => ({ type: 'MultiLineString' as const, coordinates });
    return {
      area: shape(areas.map((area) => [area.map(positionOf)])),
      river: line(rivers.map((river) => river.line.map(positionOf))),
    };
  }, [areas, rivers]);
  return (
    <>
      <Source id="area" type="geojson" data={data.area}>
        <Layer id="area" type="fill" beforeId="tiles" paint={AREA_LOOK} />
      </Source>
      <Source id="rivers" type="geojson" data={data.river}>
        <Layer id="rivers" type="line" beforeId="tiles" layout={LINE_ENDS} paint={RIVER_LOOK} />
      </Source>
    </>
  );
}

/** Width and height of a letter of a town's name, and its distance below the town, where a pin may be; pixels. */
const LETTER_ROOM = [8, 24] as const;
const BELOW_PIN: [number, number] = [0, 20];
/** MapLibre's size of the world at zoom 0, pixels. */
const WORLD_PIXELS = 512;

/** The tiles' own names are missing with them. */
export function TownNames({ towns: all, zoom }: { towns: readonly Town[]; zoom: number }) {
  const scale = (WORLD_PIXELS * 2 ** zoom) / 360;
  const towns = all.map((town) => ({
    ...town,
    x: town.longitude * scale,
    y: (-town.latitude * scale) / Math.cos((town.latitude * Math.PI) / 180),
  }));
  return namesApart(towns, LETTER_ROOM).map(({ name, longitude, latitude }) => (
    <Marker
      key={name}
      longitude={longitude}
      latitude={latitude}
      anchor="top"
      offset={BELOW_PIN}
      className={styles.town ?? ''}
    >
      <span>{name}</span>
    </Marker>
  ));
}
