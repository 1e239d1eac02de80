// Pending writes, decisions and last sending, read from the device and published to the screens.
// Guarantee: the lists show exactly the outbox and the journal.
import type { Cmd, Owner } from '#db/rows.ts';
import { cartAtom } from '#state/cart/cart.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { pageStore } from '#state/page/page-store.ts';
import {
  countsOf,
  couponViewsAtom,
  emptyTray,
  endsAtom,
  pendingAtom,
  productViewsAtom,
  storeOrderViewsAtom,
  storeViewsAtom,
  trayAtom,
  type WaitingWrite,
} from '#state/pending/pending-writes.ts';
import { addToCartCommand } from '#sync/commands/cart.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import { onDemand } from '#sync/device/on-demand.ts';
import { lastSentAt, unseenOutcomes } from '#sync/outbox/journal.ts';
import { listPendingWrites, type PendingWrite } from '#sync/pending/waiting.ts';
import type { Sync } from '#sync/sync.ts';
import { screenAddress } from './addresses.ts';

/** Most visits leave nothing to decide. */
const decisionsCode = onDemand(() => import('./decisions.ts'));

/** Resolves when decisions can be read. */
export const loadDecisions = async (): Promise<void> => void (await decisionsCode.get());

/** Removes all data of the previous owner. */
export function clearTray(): void {
  pageStore.set(trayAtom, emptyTray);
  pageStore.set(pendingAtom, []);
  pageStore.set(storeOrderViewsAtom, []);
  pageStore.set(storeViewsAtom, []);
  pageStore.set(productViewsAtom, []);
  pageStore.set(couponViewsAtom, []);
  pageStore.set(endsAtom, new Map());
  pageStore.set(connectivityAtom, (now) => ({ ...now, waiting: 0, refused: 0 }));
}

/**
 * Requires a transaction over outbox, snaps, device and journal.
 * `every`: all rows of the user. `conflicts`: undefined while their code is loading.
 */
export async function readTray({ local }: Sync, owner: Owner, every: readonly Cmd[]) {
  const waiting = await listPendingWrites(local, owner, every);
  // A parked write, or an unreported outcome.
  const any = every.some(({ state }) => state === 'parked') || (await unseenOutcomes(local.db, owner)).length > 0;
  const conflicts = any ? await decisionsCode.value?.readConflicts(local, owner, every) : [];
  return { waiting, conflicts, lastSentAt: await lastSentAt(local, owner) };
}

/** Requires the published cart and rows of the same read. */
export function showTray(read: Awaited<ReturnType<typeof readTray>>, ofOthers: boolean): void {
  const waiting = shownWrites(read.waiting);
  const decisions = decisionsCode.value?.decisionsOf(read.conflicts ?? [], waiting) ?? [];
  const { lastSentAt, conflicts } = read;
  const complete = conflicts !== undefined;
  pageStore.set(trayAtom, { ready: true, complete, ofOthers, waiting, decisions, lastSentAt });
  const counts = countsOf({ waiting, decisions });
  pageStore.set(connectivityAtom, (now) => {
    const same = now.waiting === counts.waiting && now.refused === counts.toReview;
    return same ? now : { ...now, waiting: counts.waiting, refused: counts.toReview };
  });
}

function shownWrites(all: readonly PendingWrite[]): WaitingWrite[] {
  const rows = pageStore.get(pendingAtom);
  const added = new Map(
    rows.flatMap((row) => (isCommandOf(row, addToCartCommand) ? [[row.id, row.args.shown] as const] : [])),
  );
  const lines = new Map(pageStore.get(cartAtom).cart.items.map(({ lineKey, product }) => [lineKey, product]));
  return all.map((write) => {
    const { attempts: _, detail: __, editable, lineKey, ...rest } = write;
    const { id, undo } = write;
    // An addition carries its product; other writes refer to a product in the cart.
    const product = lineKey === null ? undefined : (added.get(id)?.product ?? lines.get(lineKey));
    return {
      ...rest,
      editTo: undo ? null : screenAddress(editable, lineKey),
      product: product ? { image: product.images?.[0] ?? null } : null,
    };
  });
}
