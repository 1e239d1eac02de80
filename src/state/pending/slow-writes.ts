// What lasts longer than it takes on a working network: a write that waits, a request without an answer.
// Guarantee: believed from when each began, never from how many there are; what is old already lasts from the first moment.
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { pendingAtom, useTray } from './pending-writes.ts';

/** A write that is answered within this time was never waiting, milliseconds. */
const onItsWayMs = 4000;
/** A request answered within this time met no weak signal, milliseconds. */
const slowAfterMs = 3500;

/** True once the earliest of these moments is that long ago; false when there is none. */
function useLastsSince(moments: readonly number[], ms: number): boolean {
  const since = moments.length > 0 ? Math.min(...moments) : null;
  const [lasting, setLasting] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setLasting(since), Math.max(0, since + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [since, ms]);
  return since !== null && lasting === since;
}

export function useSlowSend(): boolean {
  const sent = useAtomValue(pendingAtom).filter(({ state }) => state === 'inflight');
  return useLastsSince(
    sent.map(({ triedAt = 0 }) => triedAt),
    slowAfterMs,
  );
}

export function useLongWaiting(): boolean {
  return useLastsSince(
    useTray().waiting.map(({ createdAt }) => createdAt ?? 0),
    onItsWayMs,
  );
}
