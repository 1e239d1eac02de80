// What waits, what wants a decision and what was sent, read from the device and told to the screens; and what the person
// does about it. Guarantee: the lists are shown as the outbox and the journal hold them, and what was decided is on the
// device before the promise resolves.
import type { Owner } from '#db/rows.ts';
import { type Choice, conflicts } from '#sync/conflicts.ts';
import { findHidden } from '#sync/odd-rows.ts';
import { resolve } from '#sync/resolve.ts';
import { lastSentAt } from '#sync/sent.ts';
import type { Sync } from '#sync/start.ts';
import * as tray from '#sync/tray.ts';
import { type AddToCart, cartAtom } from './cart.ts';
import { connectivityAtom } from './connectivity.ts';
import { addressOf, decisionOf } from './decision-words.ts';
import { ready } from './opening.ts';
import { pageStore } from './page-store.ts';
import { countsOf, emptyTray, pendingAtom, trayAtom, type WaitingWrite } from './pending.ts';

/** Nothing of whoever was here is shown any more. */
export function forgetTray(): void {
  pageStore.set(trayAtom, emptyTray);
  pageStore.set(pendingAtom, []);
  pageStore.set(connectivityAtom, (now) => ({ ...now, waiting: 0, refused: 0 }));
}

/** What the list is made of. Inside a transaction over outbox, snaps, device and journal. */
export async function readTray({ local }: Sync, owner: Owner) {
  return {
    waiting: await tray.waitingWrites(local, owner),
    conflicts: await conflicts(local, owner),
    lastSentAt: await lastSentAt(local, owner),
  };
}

/** After the cart and the rows that were read with it. */
export function showTray(read: Awaited<ReturnType<typeof readTray>>): void {
  const waiting = shownWrites(read.waiting);
  const decisions = read.conflicts.map((conflict) => {
    // A cart that was ordered elsewhere stops all that waits for it: one decision for them all.
    const isCart = conflict.lane.startsWith('cart:');
    const own = waiting.filter(({ id, lane, parkedFor }) =>
      isCart ? lane === conflict.lane && parkedFor === 'conflict' : id === conflict.id,
    );
    return decisionOf(conflict, conflict.waiting ? own.map(({ id }) => id) : []);
  });
  pageStore.set(trayAtom, { ready: true, waiting, decisions, lastSentAt: read.lastSentAt });
  const counts = countsOf({ waiting, decisions });
  pageStore.set(connectivityAtom, (now) => {
    const same = now.waiting === counts.waiting && now.refused === counts.toReview;
    return same ? now : { ...now, waiting: counts.waiting, refused: counts.toReview };
  });
}

function shownWrites(all: readonly tray.WaitingWrite[]): WaitingWrite[] {
  const lanes = new Set<string>();
  const added = new Map(pageStore.get(pendingAtom).map(({ id, args }) => [id, (args as Partial<AddToCart>)?.shown]));
  const lines = new Map(pageStore.get(cartAtom).cart.items.map(({ lineKey, product }) => [lineKey, product]));
  return all.map((write) => {
    const { attempts: _, detail: __, editable, lineKey, ...told } = write;
    const { id, lane, undo } = told;
    const behind = lanes.has(lane);
    lanes.add(lane);
    // An addition carries its product; a change of a line is of a product that the cart has.
    const product = lineKey === null ? undefined : (added.get(id)?.product ?? lines.get(lineKey));
    return {
      ...told,
      behind,
      editTo: undo ? null : addressOf(editable, lineKey),
      product: product ? { image: product.images?.[0] ?? null } : null,
    };
  });
}

/** On a lost connection once more, on a full device after making room: as a change itself is kept. */
const kept = <T>({ steady, room }: Sync, work: () => Promise<T>) => steady(() => room.write(work));

export async function retryWrite(id: string): Promise<void> {
  const sync = await ready();
  await kept(sync, () => tray.retry(sync.local, id));
  await sync.drain({ eager: true });
}

export async function discardWrite(id: string): Promise<void> {
  const sync = await ready();
  await kept(sync, () => tray.discard(sync.local, id));
}

export async function findDamaged(): Promise<void> {
  const sync = await ready();
  await findHidden(sync.local);
}

/** Asked for at once, since a browser lets a page write there only right after a click; the text may come a moment later. */
export async function copyWrite(id: string): Promise<boolean> {
  const text = ready().then(({ local }) => tray.copyOf(local, id));
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

export async function dismissNotice(id: string): Promise<void> {
  const sync = await ready();
  await kept(sync, () => tray.dismiss(sync.local, id));
}

export async function decide(id: string, choice: Choice, picked?: Record<string, 'mine' | 'theirs'>): Promise<void> {
  const sync = await ready();
  await kept(sync, () => resolve(sync.local, id, choice, picked));
  // Already on the device: whether it can be sent now is not what the person waits for.
  sync.drain({ eager: true }).catch(console.error);
}

export async function flushWrites(): Promise<boolean> {
  const sync = await ready();
  const owner = await sync.currentOwner();
  const waiting = await tray.waitingWrites(sync.local, owner);
  await kept(sync, () => tray.retryPausing(sync.local, owner));
  for (const { id, canRetry, parkedFor } of waiting) {
    if (canRetry && parkedFor !== null) await tray.retry(sync.local, id);
  }
  await sync.drain({ eager: true });
  return (await tray.waitingWrites(sync.local, owner)).length === 0;
}
