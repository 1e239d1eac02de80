// Early changes: changes of the cart on their way to the outbox, stored outside of it until they are there.
// Guarantee: leaving or reloading the page loses none, whether the outbox is still loading, blocked or writing; each has
// one effect.

import { additionOf } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import type { Command } from '#sync/commands/registry.ts';
import { localItems } from '../page/web-storage.ts';

export interface EarlyChange {
  /** Source of the command's id. */
  key: string;
  command: Command;
}

/** Earlier app versions stored the arguments of an addition; an update may come between the tap and the next page. */
interface StoredChange {
  key: string;
  command: Command | AddToCart;
}
function isStoredChange(value: unknown): value is StoredChange {
  const { type, shown } = ((value as StoredChange | null)?.command ?? {}) as Partial<Command & AddToCart>;
  return typeof type === 'string' || (typeof shown === 'object' && shown !== null);
}
const currentShape = ({ key, command }: StoredChange): EarlyChange => ({
  key,
  command: 'type' in command ? command : additionOf(command),
});

function stored(): EarlyChange[] {
  const all = localItems.arriving.get();
  return Array.isArray(all) ? all.filter(isStoredChange).map(currentShape) : [];
}

const ownKeys = new Set<string>();

/** Those of earlier pages and of other tabs; this page submits its own. */
export const othersEarlyChanges = (): EarlyChange[] => stored().filter(({ key }) => !ownKeys.has(key));

/** @returns the key */
export function recordEarlyChange(command: Command): string {
  const key = `${Date.now()} ${Math.random()}`;
  ownKeys.add(key);
  localItems.arriving.set([...stored(), { key, command }]);
  return key;
}

let isLeft = false;
/** This page was set aside with its writes cut off: what it learns of them now is not a reason to remove any. */
export const leaveEarlyChanges = () => {
  isLeft = true;
};

/** Removes one that is in the outbox, or that could not be stored. */
export function removeEarlyChange(key: string): void {
  if (!isLeft) localItems.arriving.set(stored().filter((one) => one.key !== key));
}
