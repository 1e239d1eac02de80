// Topmost modal dialog: content outside of it is inert.
import { useSyncExternalStore } from 'react';

let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** Registers an open dialog; the result unregisters it. */
export function raiseDialog(dialog: HTMLElement): () => void {
  change([...stack, dialog]);
  return () => change(stack.filter((raised) => raised !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTopDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => stack.at(-1) ?? null,
    () => null,
  );
