// The modal dialog that lies over everything else, while there is one: what is outside of it can be neither heard nor tapped.
import { useSyncExternalStore } from 'react';

let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** The dialog has opened; the answer takes it away again. */
export function raise(dialog: HTMLElement): () => void {
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
