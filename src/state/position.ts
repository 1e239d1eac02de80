// Where the person is, or says they are, for sorting shops by distance.
// Guarantee: asked of the device once per start, after the first paint; a refusal keeps its code and nothing waits for it.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { TOWNS } from '#domain/geo.ts';
import { pageStore } from './page-store.ts';

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
  if (status === 'asked' || status === 'known') return;
  if (!('geolocation' in navigator)) {
    pageStore.set(devicePositionAtom, { status: 'failed', code: 0 });
    return;
  }
  pageStore.set(devicePositionAtom, { status: 'asked' });
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      pageStore.set(devicePositionAtom, {
        status: 'known',
        position: { latitude: coords.latitude, longitude: coords.longitude },
      }),
    ({ code }) => pageStore.set(devicePositionAtom, { status: 'failed', code }),
    { maximumAge: coarseEnoughMs, timeout: patienceMs },
  );
}
