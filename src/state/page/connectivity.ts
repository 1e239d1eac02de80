// What the page believes of the network, and how many writes wait or were refused.
// Guarantee: believed from what requests did, not from `navigator.onLine` alone; the counts are those of the outbox.
import { atom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { pageStore } from './page-store.ts';

export interface Connectivity {
  online: boolean;
  /** Something was heard of the network since the page is open: until then `online` is merely hoped. */
  sure: boolean;
  /** Changes of whoever is here that wait (see `countsOf`). */
  waiting: number;
  /** Changes that want a look. */
  refused: number;
}

export const connectivityAtom = atom<Connectivity>({ online: true, sure: false, waiting: 0, refused: 0 });
export const useConnectivity = () => useAtomValue(connectivityAtom);

/** Runs when the network comes back: what was said of a call that found none is not true any more. */
export function useOnReturn(run: () => void): void {
  const { online } = useConnectivity();
  const latest = useRef(run);
  latest.current = run;
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) latest.current();
    before.current = online;
  }, [online]);
}

const awayAtom = atom((get) => {
  const { online, sure } = get(connectivityAtom);
  return sure && !online;
});
/** The network is known to be away: what is shown grows older from here on. */
export const useIsAway = () => useAtomValue(awayAtom);

/** Until something was heard of the network itself, what the device says of its connection counts. */
export function hearDevice(): void {
  const tell = () => pageStore.set(connectivityAtom, (now) => (now.sure ? now : { ...now, online: navigator.onLine }));
  for (const change of ['online', 'offline']) addEventListener(change, tell);
  tell();
}
