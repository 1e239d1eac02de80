// What waits, what wants a decision and what was sent, read from the device and told to the screens. Guarantee: the lists are
// shown as the outbox and the journal hold them.

import type { Cmd, Owner } from '#db/rows.ts';
import { cartAtom } from '#state/cart/cart.ts';
import { connectivityAtom } from '#state/page/connectivity.ts';
import { pageStore } from '#state/page/page-store.ts';
import {
  countsOf,
  emptyTray,
  endsAtom,
  pendingAtom,
  storeOrderViewsAtom,
  storeViewsAtom,
  trayAtom,
  type WaitingWrite,
} from '#state/pending/pending-writes.ts';
import { addToCartCommand } from '#sync/commands/cart.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import { onDemand } from '#sync/device/on-demand.ts';
import { lastSentAt, untoldHere } from '#sync/outbox/journal.ts';
import { type PendingWrite, waitingWrites } from '#sync/pending/waiting.ts';
import type { Sync } from '#sync/sync.ts';
import { addressOf } from './addresses.ts';

/** Most visits leave nothing to decide. */
const decisionsCode = onDemand(() => import('./decisions.ts'));

/** Resolves once what wants a decision can be told. */
export const bringDecisions = async (): Promise<void> => void (await decisionsCode.get());

/** Nothing of whoever was here is shown any more. */
export function forgetTray(): void {
  pageStore.set(trayAtom, emptyTray);
  pageStore.set(pendingAtom, []);
  pageStore.set(storeOrderViewsAtom, []);
  pageStore.set(storeViewsAtom, []);
  pageStore.set(endsAtom, new Map());
  pageStore.set(connectivityAtom, (now) => ({ ...now, waiting: 0, refused: 0 }));
}

/**
 * What the list is made of. Inside a transaction over outbox, snaps, device and journal.
 * `every`: all rows of the person. `conflicts`: undefined where there are some, and what tells them is not there yet.
 */
export async function readTray({ local }: Sync, owner: Owner, every: readonly Cmd[]) {
  const waiting = await waitingWrites(local, owner, every);
  // Something waits for a choice, or is over and has to be reported.
  const any = every.some(({ state }) => state === 'parked') || (await untoldHere(local.db, owner)).length > 0;
  const conflicts = any ? await decisionsCode.made?.readConflicts(local, owner, every) : [];
  return { waiting, conflicts, lastSentAt: await lastSentAt(local, owner) };
}

/** After the cart and the rows that were read with it. */
export function showTray(read: Awaited<ReturnType<typeof readTray>>, ofOthers: boolean): void {
  const waiting = shownWrites(read.waiting);
  const decisions = decisionsCode.made?.decisionsOf(read.conflicts ?? [], waiting) ?? [];
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
    const { attempts: _, detail: __, editable, lineKey, ...told } = write;
    const { id, undo } = told;
    // An addition carries its product; a change of a line is of a product that the cart has.
    const product = lineKey === null ? undefined : (added.get(id)?.product ?? lines.get(lineKey));
    return {
      ...told,
      editTo: undo ? null : addressOf(editable, lineKey),
      product: product ? { image: product.images?.[0] ?? null } : null,
    };
  });
}
