// Own store of the merchant: the server's view with pending changes applied.
// Guarantee: a change includes the displayed base values, so that changes of another device are not overwritten
// silently; pending changes are marked.
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import type { Cmd } from '#db/rows.ts';
import { isOnlineStore } from '#domain/store.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';
import { saveStoreCommand, storeLane, withStoreChanges } from '#sync/commands/store.ts';
import type { Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { getEngine } from '../page/engine-port.ts';
import { localItems, type OwnStoreKind } from '../page/web-storage.ts';
import { newestOf, pendingAtom, storeViewsAtom } from '../pending/pending-writes.ts';
import { withServerNames } from './media.ts';

export interface ShownStore {
  /** With pending changes applied. */
  store: MerchantStore;
  /** The server's current view. */
  current: MerchantStore;
  /** The changes that wait, the oldest first. */
  waiting: readonly StoreChanges[];
  /** Command ids. */
  waitingIds: readonly string[];
}

interface OnDevice {
  /** The last answers to this device's own changes. */
  views: readonly MerchantStore[];
  /** Pending writes. */
  rows: readonly ReadCommand[];
}

/** The newer one of a read and of the answer to an own change, with pending changes applied. */
export function shownStore(read: MerchantStore, { views, rows }: OnDevice): ShownStore {
  const current = newestOf(read, views);
  const saves = rowsOfLane(rows, storeLane(read.id));
  return {
    store: projectRows(current, saves),
    current,
    waiting: saves.flatMap((row) => storeChangesIn(row) ?? []),
    waitingIds: saves.map(({ id }) => id),
  };
}

/**
 * The merchant's own store, cached. `sellsOnline` is undefined while loading; a failed read does not hide cached
 * orders.
 */
export function useOwnStore(storeId: string) {
  const query = useApiQuery('stores.mine', { params: { id: storeId } });
  const views = useAtomValue(storeViewsAtom);
  const rows = useAtomValue(pendingAtom);
  const { data } = query;
  const shown = useMemo(() => data && shownStore(data, { views, rows }), [data, views, rows]);
  const unknown = query.status === 'error' ? true : undefined;
  return { query, shown, store: shown?.store, sellsOnline: shown ? isOnlineStore(shown.store) : unknown };
}

/** Kind of the store for the menu: as read, or as this device last knew it. */
export function useOwnStoreKind(storeId: string): OwnStoreKind | undefined {
  const { store } = useOwnStore(storeId);
  const [lastKnown] = useState(() => localItems.ownStoreKind.get());
  useEffect(() => {
    if (!store) return;
    const { id, plan, ready, takesAppointments, takesEstimates } = store;
    localItems.ownStoreKind.set({ id, plan: { name: plan.name }, ready, takesAppointments, takesEstimates });
  }, [store]);
  return store ?? (lastKnown?.id === storeId ? lastKnown : undefined);
}

/** The store as it would be with these changes. */
export const storeWith = (store: MerchantStore, changes: StoreChanges): MerchantStore =>
  withStoreChanges(store, changes);

/** The changes that a command makes to the store; null for any other command. */
export const storeChangesIn = (content: CommandContent | ReadCommand | null | undefined): StoreChanges | null =>
  isCommandOf(content, saveStoreCommand) ? content.args.changes : null;

/** Logo and pictures of the pending changes. */
export function picturesIn(waiting: readonly StoreChanges[]): Pick<StoreChanges, 'logo' | 'images'> {
  const { logo, images } = Object.assign({}, ...waiting) as StoreChanges;
  return { ...(logo !== undefined && { logo }), ...(images !== undefined && { images }) };
}

/** The base includes this device's pending changes, which the server may have applied meanwhile. */
export function storeChangeCommand({ store, current, waiting }: ShownStore, changes: StoreChanges) {
  const seen = { ...store, ...picturesIn(waiting) };
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, seen[name as keyof MerchantStore]]));
  const base = { version: current.version, values };
  return { ...commandFor(saveStoreCommand, { id: current.id, changes }), base } as const;
}

/** @param base displayed values, if they differ from the current ones */
export async function submitStoreChanges(
  seen: ShownStore,
  changes: StoreChanges,
  base: Cmd['base'] = storeChangeCommand(seen, changes).base,
): Promise<Submitted> {
  const { submit } = await getEngine();
  return submit(await withServerNames({ ...commandFor(saveStoreCommand, { id: seen.current.id, changes }), base }));
}
