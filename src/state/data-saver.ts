// Whether data are spared on this device: the person's own choice, else what the browser says of its connection (Save-Data).
// Guarantee: false during the first view, which is the same for everyone; known right after it.
import { atom, useAtomValue } from 'jotai';
import { deviceStorage } from './device-storage.ts';
import { pageStore } from './page-store.ts';

const key = 'etal.data-saver';

export const dataSaverAtom = atom(false);

export const useDataSaver = () => useAtomValue(dataSaverAtom);

/** As it stands on the device. */
export function sparesData(): boolean {
  const chosen = deviceStorage.get(key);
  if (chosen) return chosen === 'on';
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** For the screens; called once the first view is taken over. */
export const readDataSaver = () => pageStore.set(dataSaverAtom, sparesData());

export function chooseDataSaver(on: boolean): void {
  deviceStorage.set(key, on ? 'on' : 'off');
  readDataSaver();
}
