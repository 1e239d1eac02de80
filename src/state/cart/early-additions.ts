// Early additions: articles on their way to the outbox, stored outside of it while its code is loading.
// Guarantee: leaving or reloading the page loses none; each is submitted once, by its key.

import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { localItems } from '../page/web-storage.ts';

export interface EarlyAddition {
  /** Source of the command's id. */
  key: string;
  command: AddToCart;
}

const isArrival = (value: unknown): value is EarlyAddition =>
  typeof value === 'object' && value !== null && 'command' in value;

export function earlyAdditions(): EarlyAddition[] {
  const stored = localItems.arriving.get();
  return Array.isArray(stored) ? stored.filter(isArrival) : [];
}

const write = (all: readonly EarlyAddition[]) => localItems.arriving.set(all);

export function recordEarlyAddition(command: AddToCart): string {
  const key = `${Date.now()} ${Math.random()}`;
  write([...earlyAdditions(), { key, command }]);
  return key;
}

/** Removes one that is in the outbox, or that could not be stored. */
export const removeEarlyAddition = (key: string) => write(earlyAdditions().filter((one) => one.key !== key));
