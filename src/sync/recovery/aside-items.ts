// What stands in the second home of short changes: one item a command, which all pages of the browser share.
import type { Cmd } from '#db/rows.ts';
import { isWhole } from '#db/whole-row.ts';

/** A small storage that all pages of the browser share; each item is one command. */
export interface AsideStore {
  ids(): string[];
  read(id: string): string | null;
  /** False when it takes no more. */
  write(id: string, text: string): boolean;
  remove(id: string): void;
  /** Calls back when another page has written or removed an item; returns how to stop. */
  listen(heard: (id: string) => void): () => void;
}

export interface Item {
  row: Cmd;
  /** The server's name of the cart that it changes. */
  cart: string | null;
}

/** The server has heard of it more often. */
export const isFurther = (one: Cmd | Omit<Cmd, 'seq'>, other: Cmd) =>
  one.gen === other.gen && one.attempts > other.attempts;

export function itemOf(text: string | null): Item | null {
  try {
    const { row, cart } = JSON.parse(text ?? 'null') as Item;
    return isWhole(row) ? { row, cart: typeof cart === 'string' ? cart : null } : null;
  } catch {
    // Written by someone else.
    return null;
  }
}

export const itemsIn = (store: AsideStore): Item[] =>
  store
    .ids()
    .flatMap((id) => itemOf(store.read(id)) ?? [])
    .sort((a, b) => a.row.createdAt - b.row.createdAt || a.row.seq - b.row.seq);
