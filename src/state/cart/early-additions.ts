// Articles that were tapped and are on their way into the outbox, whose own code may still be on its way: they stand beside
// it until it has them. Guarantee: a page that is left or reloaded in between loses none; each arrives once, by its key.

import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { saved } from '../page/web-storage.ts';

export interface Arrival {
  /** Names its command. */
  key: string;
  command: AddToCart;
}

const isArrival = (value: unknown): value is Arrival =>
  typeof value === 'object' && value !== null && 'command' in value;

export function arrivals(): Arrival[] {
  const kept = saved.arriving.get();
  return Array.isArray(kept) ? kept.filter(isArrival) : [];
}

const write = (all: readonly Arrival[]) => saved.arriving.set(all);

export function expectArrival(command: AddToCart): string {
  const key = `${Date.now()} ${Math.random()}`;
  write([...arrivals(), { key, command }]);
  return key;
}

/** It is in the outbox, or was said not to be kept. */
export const endArrival = (key: string) => write(arrivals().filter((one) => one.key !== key));
