// Round notes: a user's starting point, order of stops and collected parts, on this device.
// Guarantee: stored per user, deleted at logout, only numbers and place names; without storage they last as long as the
// page.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { roundNotes } from '../page/web-storage.ts';

export interface RoundNotes {
  /** A town, 'position' or 'premier'; null: nothing was chosen. */
  from: string | null;
  /** The user's order of stops; empty for the proposed order. */
  order: string[];
  /** Numbers of the parts of orders that were fetched. */
  done: number[];
}

/** Other versions may have stored other shapes. */
function notesIn(text: string | null): RoundNotes {
  let found: Partial<Record<keyof RoundNotes, unknown>> = {};
  try {
    found = Object(JSON.parse(text ?? '{}'));
  } catch {
    // Nothing was noted, then.
  }
  const { from, order, done } = found;
  return {
    from: typeof from === 'string' ? from : null,
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    done: Array.isArray(done) ? done.filter((id) => Number.isInteger(id)) : [],
  };
}

export function useRoundNotes(userId: string): [RoundNotes, (change: Partial<RoundNotes>) => void] {
  const stored = useMemo(() => roundNotes(userId), [userId]);
  const text = useSyncExternalStore(stored.subscribe, stored.get, () => null);
  const notes = useMemo(() => notesIn(text), [text]);
  const note = useCallback(
    (change: Partial<RoundNotes>) => {
      // Merges with the stored notes, which another tab may have changed.
      stored.set(JSON.stringify({ ...notesIn(stored.get()), ...change }));
    },
    [stored],
  );
  return [notes, note];
}
