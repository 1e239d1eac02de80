// Where the person is, or says they are, for sorting shops by distance.
// Guarantee: asked of the device once per start, after the first paint, and again when the person asks for it; a refusal
// keeps its code and nothing waits for it.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { TOWNS } from '#domain/geo.ts';
import { pageStore } from '../page/page-store.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

export type DevicePosition =
  | { status: 'unknown' }
  | { status: 'asked' }
  | { status: 'known'; position: Position }
  /** `code` as the Geolocation API gives it: 1 refused, 2 unavailable, 3 too slow; 0 when the device has none. */
  | { status: 'failed'; code: number };

const devicePositionAtom = atom<DevicePosition>({ status: 'unknown' });

/** The town chosen in the search bar; null means 'Ma position'. */
const chosenTownAtom = atom<string | null>(null);

export const useDevicePosition = () => useAtomValue(devicePositionAtom);
export const useChosenTown = () => useAtomValue(chosenTownAtom);
export const useChooseTown = () => useSetAtom(chosenTownAtom);

/** Where distances are counted from: the chosen town, else the device; null when neither is known. */
export function useOrigin(): Position | null {
  const town = useChosenTown();
  const device = useDevicePosition();
  return TOWNS.find(({ name }) => name === town) ?? (device.status === 'known' ? device.position : null);
}

const coarseEnoughMs = 10 * 60_000;
const patienceMs = 20_000;

/** Asks the device. Called once at startup on idle, and again when the person picks 'Ma position' after a failure. */
export function askDevicePosition(): void {
  const { status } = pageStore.get(devicePositionAtom);
  if (status !== 'asked' && status !== 'known') void locateDevice(coarseEnoughMs);
}

/**
 * Asks the device now, whatever it said before; a person who has not decided yet keeps the answer waiting.
 * @param maximumAge of a position that the device still knows, milliseconds
 */
export function locateDevice(maximumAge = 0): Promise<DevicePosition> {
  if (pageStore.get(devicePositionAtom).status !== 'known') pageStore.set(devicePositionAtom, { status: 'asked' });
  return new Promise<DevicePosition>((resolve) => {
    const say = (answer: DevicePosition) => {
      pageStore.set(devicePositionAtom, answer);
      resolve(answer);
    };
    if (!('geolocation' in navigator)) return say({ status: 'failed', code: 0 });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => say({ status: 'known', position: { latitude, longitude } }),
      ({ code }) => say({ status: 'failed', code }),
      { maximumAge, timeout: patienceMs },
    );
  });
}
