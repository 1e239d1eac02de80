// What a person has noted of their round on this device: where they set out, their own order of the stops, what they have
// fetched already. Guarantee: it is kept under their name, goes with them when they log out, and holds numbers and names of
// places only; where the browser gives no storage it lasts as long as the page.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { roundNotes } from '../page/web-storage.ts';

export interface RoundNotes {
  /** A town, 'position' or 'premier'; null: nothing was chosen. */
  from: string | null;
  /** Stops, as the person has put them; empty: as it is proposed. */
  order: string[];
  /** Numbers of the parts of orders that were fetched. */
  done: number[];
}

/** What another version has written may be anything. */
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
      // As it stands now: another tab may have noted something.
      stored.set(JSON.stringify({ ...notesIn(stored.get()), ...change }));
    },
    [stored],
  );
  return [notes, note];
}
