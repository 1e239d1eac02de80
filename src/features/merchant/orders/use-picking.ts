// A hook with the ticks of an order that is being prepared.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { pickingNotes } from '#state/page/web-storage.ts';

// Which articles of an order are ready is a note to oneself: it stays on this device until its author logs out, and holds no
// name, only item ids.
function parse(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export interface Picking {
  isReady(itemId: string): boolean;
  toggle(itemId: string): void;
}

/** The ticks of an order's articles while it is being prepared. */
export function usePicking(orderId: number): Picking {
  const notes = useMemo(() => pickingNotes(orderId), [orderId]);
  const text = useSyncExternalStore(notes.subscribe, notes.get, () => null);
  const ready = parse(text);
  const toggle = useCallback(
    (itemId: string) => {
      const before = parse(notes.get());
      const after = before.includes(itemId) ? before.filter((id) => id !== itemId) : [...before, itemId];
      notes.set(after.length > 0 ? JSON.stringify(after) : null);
    },
    [notes],
  );
  return { isReady: (itemId) => ready.includes(itemId), toggle };
}

/** Called once an order is handed over: its ticks are of no use any more. */
export const forgetPicking = (orderId: number): void => pickingNotes(orderId).set(null);
