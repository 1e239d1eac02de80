import { distanceKm, formatDistance, TOWNS } from '#domain/geo.ts';
import { useChosenTown, useDevicePosition } from '#state/position.ts';

interface Place {
  latitude: number;
  longitude: number;
}

/** Where distances are counted from: the town chosen in the search, else the device; null when neither is known. */
export function useOrigin(): Place | null {
  const town = useChosenTown();
  const device = useDevicePosition();
  return TOWNS.find(({ name }) => name === town) ?? (device.status === 'known' ? device.position : null);
}

/** '4,2 km'; null when one of the two places is not known. */
export function distanceText(from: Place | null, to: Place | null): string | null {
  return from && to ? formatDistance(distanceKm(from, to)) : null;
}
