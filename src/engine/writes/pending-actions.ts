// Pending actions: what a user can do with pending writes and decisions.
// Guarantee: resolves after the result is on the device.
import { cartAtom } from '#state/cart/cart.ts';
import { getSync } from '#state/page/engine-port.ts';
import { pageStore } from '#state/page/page-store.ts';
import { additionOf } from '#sync/commands/cart.ts';
import type { AddToCart } from '#sync/commands/cart-lines.ts';
import { uuidv5 } from '#sync/device/ids.ts';
import type { Choice } from '#sync/pending/conflict.ts';
import * as tray from '#sync/pending/decisions.ts';
import { resolveConflict } from '#sync/pending/resolve.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { isolateHiddenRows } from '#sync/recovery/corrupt-rows.ts';
import type { Sync } from '#sync/sync.ts';

/** With a reconnect and freed storage, like every write. */
const writeSafely = <T>(sync: Sync, work: () => Promise<T>) => sync.withReconnect(() => sync.quota.write(work));

export async function retryCommand(id: string): Promise<void> {
  const sync = await getSync();
  await writeSafely(sync, () => tray.requeueCommand(sync.local, id));
  await sync.drain({ eager: true });
}

export async function discardCommand(id: string): Promise<void> {
  const sync = await getSync();
  await writeSafely(sync, () => tray.cancelCommand(sync.local, id));
}

/** Cancels a removal from the cart if nothing of it was sent; otherwise adds the line again after it, once. */
export async function restoreCartLine(removalId: string, line: AddToCart): Promise<void> {
  const sync = await getSync();
  if (await writeSafely(sync, () => tray.cancelUnsentCommand(sync.local, removalId))) return;
  const id = uuidv5(`restore ${removalId}`);
  await sync.submit({ ...additionOf(line), id });
}

export async function findCorruptRows(): Promise<void> {
  const sync = await getSync();
  await isolateHiddenRows(sync.local);
}

/** Called synchronously, since browsers allow it only right after a click; the text may follow. */
export async function copyCommand(id: string): Promise<boolean> {
  const text = getSync().then(({ local }) => tray.commandAsText(local, id));
  try {
    if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText((await text) ?? '');
    else {
      const blob = text.then((words) => new Blob([words ?? ''], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch (refused) {
    console.warn(refused);
    return false;
  }
}

export async function dismissOutcome(id: string): Promise<void> {
  const sync = await getSync();
  await writeSafely(sync, () => tray.markOutcomeSeen(sync.local, id));
}

export async function resolveDecision(
  id: string,
  choice: Choice,
  picked?: Record<string, 'mine' | 'theirs'>,
): Promise<void> {
  const sync = await getSync();
  await writeSafely(sync, () => resolveConflict(sync.local, id, choice, picked));
  // The decision is stored; sending it is not awaited.
  sync.drain({ eager: true }).catch(console.error);
  if (choice === 'edit') await waitForCart();
}

const cartWaitMs = 3000;

/** Until the returned cart is shown, so that the delivery page does not find it empty. */
const waitForCart = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const check = () => {
      if (pageStore.get(cartAtom).cart.items.length > 0) done();
    };
    const timer = setTimeout(done, cartWaitMs);
    const stop = pageStore.sub(cartAtom, check);
    check();
  });

export async function flushOutbox(): Promise<boolean> {
  const sync = await getSync();
  const owner = await sync.currentOwner();
  const waiting = await listPendingWrites(sync.local, owner);
  await writeSafely(sync, () => tray.endPauses(sync.local, owner));
  for (const { id, canRetry, parkedFor } of waiting) {
    if (canRetry && parkedFor !== null) await tray.requeueCommand(sync.local, id);
  }
  await sync.drain({ eager: true });
  return (await listPendingWrites(sync.local, owner)).length === 0;
}
