// Towns of the market, where searches start from, and the middle of its maps: data of the market.
import type { GeoCoordinates } from '#contract/fields/values.ts';
import { distanceKm } from './geo.ts';

/** Keys of the market's settings: its towns, and the middle of its maps with their zoom. */
export const TOWNS_SETTING = 'towns';
export const MAP_CENTER_SETTING = 'mapCenter';
export const MAP_ZOOM_SETTING = 'mapZoom';

export interface Town extends GeoCoordinates {
  name: string;
}

/** '44.10, 3.08', latitude first; null if it is no place. */
export function placeOf(written: string): GeoCoordinates | null {
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(written);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** 'Millau: 44.10, 3.08'; null if it is no town. */
export function townIn(line: string): Town | null {
  const [, name = '', written = ''] = /^\s*([^:]+?)\s*:(.*)$/.exec(line) ?? [];
  const place = placeOf(written);
  return name === '' || place === null ? null : { name, ...place };
}

/** A town in each line of the setting. */
export const townsOf = (setting: string): Town[] => setting.split('\n').flatMap((line) => townIn(line) ?? []);

/** Names of the towns in range, nearest first; empty if the place or the range is unknown. `reach` in kilometres. */
export function townsInRange(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  reach: number | null,
  towns: readonly Town[],
): string[] {
  if (latitude === null || longitude === null || reach === null) return [];
  return towns
    .map((town) => ({ name: town.name, distance: distanceKm({ latitude, longitude }, town) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** Metropolitan France, for a market that names no place. */
const FRANCE = { latitude: 46.6, longitude: 2.4 };
const FRANCE_ZOOM = 5;
const MARKET_ZOOM = 9;

/** Middle of the market's maps: as set, else between its towns. */
export function mapViewOf(
  { center, zoom }: { center: string; zoom: string },
  towns: readonly Town[],
): { center: GeoCoordinates; zoom: number } {
  const middle = placeOf(center) ?? middleOf(towns);
  const written = Number(zoom);
  return { center: middle ?? FRANCE, zoom: written > 0 ? written : middle ? MARKET_ZOOM : FRANCE_ZOOM };
}

function middleOf(towns: readonly Town[]): GeoCoordinates | null {
  if (towns.length === 0) return null;
  const between = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return {
    latitude: between(towns.map(({ latitude }) => latitude)),
    longitude: between(towns.map(({ longitude }) => longitude)),
  };
}
