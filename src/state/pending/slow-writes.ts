// Slow writes: hooks for writes and requests that take longer than on a working network.
// Guarantee: based on start times, not on counts.
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { pendingAtom, useTray } from './pending-writes.ts';

/** A write answered within this time counts as immediate, milliseconds. */
const onItsWayMs = 4000;
/** A request answered within this time is not slow, milliseconds. */
const slowAfterMs = 3500;

/** True once the earliest moment is this long ago; false without moments. */
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
