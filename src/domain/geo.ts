// Geography: distances between places, and the towns of the market.
import type { GeoCoordinates } from '#contract/fields/values.ts';

const EARTH_DIAMETER_KM = 12742;
const RADIANS = Math.PI / 180;

/** Haversine, in kilometres. */
export function distanceKm(a: GeoCoordinates, b: GeoCoordinates): number {
  const dLat = (b.latitude - a.latitude) * RADIANS;
  const dLng = (b.longitude - a.longitude) * RADIANS;
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(dLng / 2) ** 2;
  return EARTH_DIAMETER_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** 0.45 → '450 m'; 12.34 → '12,3 km'. */
export function formatDistance(km: number): string {
  if (km < 1) return `${Math.round(km * 1000)}\u00a0m`;
  return `${km.toFixed(1).replace('.', ',')}\u00a0km`;
}

/** '4,2 km'; null if a place is unknown. */
export function distanceText(from: GeoCoordinates | null, to: GeoCoordinates | null): string | null {
  return from && to ? formatDistance(distanceKm(from, to)) : null;
}

/** Names of the towns in range, nearest first; empty if the place or the range is unknown. `reach` in kilometres. */
export function townsInRange(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  reach: number | null,
): string[] {
  if (latitude === null || longitude === null || reach === null) return [];
  return TOWNS.map((town) => ({ name: town.name, distance: distanceKm({ latitude, longitude }, town) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

export interface Town extends GeoCoordinates {
  name: string;
}

export const TOWNS: readonly Town[] = [
  { name: 'Verdun', latitude: 49.1599, longitude: 5.3844 },
  { name: 'Stenay', latitude: 49.4917, longitude: 5.1856 },
  { name: 'Dun-sur-Meuse', latitude: 49.3872, longitude: 5.1836 },
  { name: 'Montmédy', latitude: 49.5192, longitude: 5.3681 },
  { name: 'Clermont-en-Argonne', latitude: 49.1081, longitude: 5.0697 },
  { name: 'Varennes', latitude: 49.2264, longitude: 5.0331 },
  { name: 'Dieue-sur-Meuse', latitude: 49.0708, longitude: 5.4283 },
  { name: 'Souilly', latitude: 49.0278, longitude: 5.2861 },
  { name: 'Spincourt', latitude: 49.3333, longitude: 5.6667 },
  { name: 'Damvillers', latitude: 49.3381, longitude: 5.4 },
  { name: 'Etain', latitude: 49.2125, longitude: 5.6389 },
  { name: 'Bar-le-Duc', latitude: 48.7728, longitude: 5.1611 },
  { name: 'Commercy', latitude: 48.7614, longitude: 5.5906 },
  { name: 'Saint-Mihiel', latitude: 48.8886, longitude: 5.5511 },
];
