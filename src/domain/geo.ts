// Geography: distances between places.
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
