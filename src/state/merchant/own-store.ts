// The merchant's own shop: the server's view with this device's waiting changes applied.
// Guarantee: a change names what the merchant was looking at, so that another device's change of the same field is not
// overwritten unasked; what waits is named as waiting.

import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import type { Cmd } from '#db/rows.ts';
import { isEShop } from '#domain/store.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOf } from '#sync/commands/registry.ts';
import { saveStoreCommand, storeLane, withStoreChanges } from '#sync/commands/store.ts';
import type { Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { engine } from '../page/engine-port.ts';
import { pendingAtom, storeViewsAtom } from '../pending/pending-writes.ts';
import { withServerNames } from './media.ts';

export interface ShownStore {
  /** As it will be once what waits here is taken. */
  store: MerchantStore;
  /** As the server last said. */
  held: MerchantStore;
  /** The changes that wait, the oldest first. */
  waiting: readonly StoreChanges[];
  /** Ids of their commands. */
  waitingIds: readonly string[];
}

interface OnDevice {
  /** The last answers to this device's own changes. */
  views: readonly MerchantStore[];
  /** What waits. */
  rows: readonly ReadCommand[];
}

/** As a read gave it or as the answer to this device's own change, the newer one; with what waits on top. */
export function shownStore(read: MerchantStore, { views, rows }: OnDevice): ShownStore {
  const held = views.find(({ id, version }) => id === read.id && version > read.version) ?? read;
  const saves = rowsOf(rows, storeLane(read.id));
  return {
    store: projectRows(held, saves),
    held,
    waiting: saves.flatMap((row) => storeChangesIn(row) ?? []),
    waitingIds: saves.map(({ id }) => id),
  };
}

/**
 * The merchant's own shop, kept on the device. `sellsOnline` stays undefined until the shop is known; a shop that cannot be
 * asked for does not hide the orders that are kept.
 */
export function useOwnStore(storeId: string) {
  const query = useApiQuery('stores.mine', { params: { id: storeId } });
  const views = useAtomValue(storeViewsAtom);
  const rows = useAtomValue(pendingAtom);
  const { data } = query;
  const shown = useMemo(() => data && shownStore(data, { views, rows }), [data, views, rows]);
  const unknown = query.status === 'error' ? true : undefined;
  return { query, shown, store: shown?.store, sellsOnline: shown ? isEShop(shown.store) : unknown };
}

/** The store as it would be with these changes. */
export const storeWith = (store: MerchantStore, changes: StoreChanges): MerchantStore =>
  withStoreChanges(store, changes);

/** The changes that a command makes to the store; null for any other command. */
export const storeChangesIn = (content: CommandContent | ReadCommand | null | undefined): StoreChanges | null =>
  isCommandOf(content, saveStoreCommand) ? content.args.changes : null;

/** The last logo and pictures that wait, by their names. */
export function picturesIn(waiting: readonly StoreChanges[]): Pick<StoreChanges, 'logo' | 'images'> {
  const { logo, images } = Object.assign({}, ...waiting) as StoreChanges;
  return { ...(logo !== undefined && { logo }), ...(images !== undefined && { images }) };
}

/**
 * `seen`: what the merchant was looking at, with this device's own changes in it: those may have been answered since, and are
 * nobody else's.
 */
export function changeOf({ store, held, waiting }: ShownStore, changes: StoreChanges) {
  const seen = { ...store, ...picturesIn(waiting) };
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, seen[name as keyof MerchantStore]]));
  const base = { version: held.version, values };
  return { ...commandFor(saveStoreCommand, { id: held.id, changes }), base } as const;
}

/** @param base what the merchant was looking at, where it is not what is shown now */
export async function saveStore(
  seen: ShownStore,
  changes: StoreChanges,
  base: Cmd['base'] = changeOf(seen, changes).base,
): Promise<Submitted> {
  const { submit } = await engine();
  return submit(await withServerNames({ ...commandFor(saveStoreCommand, { id: seen.held.id, changes }), base }));
}
