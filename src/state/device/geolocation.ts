// Geolocation: the device's position or a chosen town, to sort stores by distance.
// Guarantee: requested once per start, after the first paint, and again on request; a refusal keeps its code and blocks
// nothing.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useTowns } from '../api/towns.ts';
import { pageStore } from '../page/page-store.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

export type DevicePosition =
  | { status: 'unknown' }
  | { status: 'asked' }
  | { status: 'known'; position: Position }
  /** `code` of the Geolocation API: 1 refused, 2 unavailable, 3 timeout; 0 without the API. */
  | { status: 'failed'; code: number };

const devicePositionAtom = atom<DevicePosition>({ status: 'unknown' });

/** The town chosen in the search bar; null means 'Ma position'. */
const chosenTownAtom = atom<string | null>(null);

export const useDevicePosition = () => useAtomValue(devicePositionAtom);
export const useChosenTown = () => useAtomValue(chosenTownAtom);
export const useChooseTown = () => useSetAtom(chosenTownAtom);

/** Origin of distances: the chosen town, or else the device; null if neither is known. */
export function useOrigin(): Position | null {
  const town = useChosenTown();
  const device = useDevicePosition();
  const towns = useTowns();
  return towns.find(({ name }) => name === town) ?? (device.status === 'known' ? device.position : null);
}

const coarseEnoughMs = 10 * 60_000;
const timeoutMs = 20_000;

/** Requests the position on idle after the start, and when 'Ma position' is chosen after a failure. */
export function askDevicePosition(): void {
  const { status } = pageStore.get(devicePositionAtom);
  if (status !== 'asked' && status !== 'known') void locateDevice(coarseEnoughMs);
}

/**
 * Requests the position now; resolves after the user has answered the browser's prompt.
 * @param maximumAge of a cached position, milliseconds
 */
export function locateDevice(maximumAge = 0): Promise<DevicePosition> {
  if (pageStore.get(devicePositionAtom).status !== 'known') pageStore.set(devicePositionAtom, { status: 'asked' });
  return new Promise<DevicePosition>((resolve) => {
    const settle = (answer: DevicePosition) => {
      pageStore.set(devicePositionAtom, answer);
      resolve(answer);
    };
    if (!('geolocation' in navigator)) return settle({ status: 'failed', code: 0 });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => settle({ status: 'known', position: { latitude, longitude } }),
      ({ code }) => settle({ status: 'failed', code }),
      { maximumAge, timeout: timeoutMs },
    );
  });
}
