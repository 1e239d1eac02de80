// Check boxes of an order in preparation.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { pickingNotes } from '#state/page/web-storage.ts';

// Checked articles are private notes: they remain on this device until logout and contain item ids only.
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

/** Called after a handover: its check boxes are obsolete. */
export const clearPicking = (orderId: number): void => pickingNotes(orderId).set(null);
