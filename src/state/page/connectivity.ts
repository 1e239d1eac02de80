// Connectivity of the page, and the numbers of pending and refused writes.
// Guarantee: based on the results of requests, not on `navigator.onLine` alone; the counts are those of the outbox.
import { atom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { pageStore } from './page-store.ts';

export interface ConnectivityState {
  online: boolean;
  /** Based on evidence; before, `online` is an assumption. */
  sure: boolean;
  /** Pending writes of the current owner (see `countsOf`). */
  waiting: number;
  /** Writes to review. */
  refused: number;
}

export const connectivityAtom = atom<ConnectivityState>({ online: true, sure: false, waiting: 0, refused: 0 });
export const useConnectivity = () => useAtomValue(connectivityAtom);

/** Runs when the network is back, to clear messages about its absence. */
export function useOnReconnect(run: () => void): void {
  const { online } = useConnectivity();
  const latest = useRef(run);
  latest.current = run;
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) latest.current();
    before.current = online;
  }, [online]);
}

const serverUnreachableAtom = atom((get) => {
  const { online, sure } = get(connectivityAtom);
  return sure && !online;
});
/** The server is known to be unreachable, so displayed data is getting older. */
export const useIsServerUnreachable = () => useAtomValue(serverUnreachableAtom);

/** Follows the device's connection state until there is evidence from requests. */
export function followDeviceConnectivity(): void {
  const update = () =>
    pageStore.set(connectivityAtom, (now) => (now.sure ? now : { ...now, online: navigator.onLine }));
  for (const change of ['online', 'offline']) addEventListener(change, update);
  update();
}
