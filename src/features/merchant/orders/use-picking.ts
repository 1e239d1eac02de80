// A hook with the ticks of an order that is being prepared.
import { useCallback, useSyncExternalStore } from 'react';
import { pickingPrefix } from '#state/page/web-storage.ts';

// Which articles of an order are ready is a note to oneself: it stays on this device until
// whoever made it leaves, and holds no name, only item ids.
const keyOf = (orderId: number) => `${pickingPrefix}${orderId}`;
const changed = 'etal:picking';
const nothing = '[]';
/** Where the browser refuses storage (private mode), the ticks last as long as the page. */
const unstored = new Map<number, string>();

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(changed, onChange);
  };
}

function kept(orderId: number): string {
  try {
    return unstored.get(orderId) ?? localStorage.getItem(keyOf(orderId)) ?? nothing;
  } catch {
    return nothing;
  }
}

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
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
  const text = useSyncExternalStore(
    subscribe,
    () => kept(orderId),
    () => nothing,
  );
  const ready = parse(text);
  const toggle = useCallback(
    (itemId: string) => {
      const before = parse(kept(orderId));
      const after = before.includes(itemId) ? before.filter((id) => id !== itemId) : [...before, itemId];
      keep(orderId, after);
    },
    [orderId],
  );
  return { isReady: (itemId) => ready.includes(itemId), toggle };
}

/** Called once an order is handed over: its ticks are of no use any more. */
export function forgetPicking(orderId: number): void {
  keep(orderId, []);
}

function keep(orderId: number, ids: string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(keyOf(orderId));
    else localStorage.setItem(keyOf(orderId), JSON.stringify(ids));
  } catch {
    unstored.set(orderId, JSON.stringify(ids));
  }
  window.dispatchEvent(new Event(changed));
}
