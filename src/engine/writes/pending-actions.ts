// What a person does about what waits or wants a decision. Guarantee: what was decided is on the device before the promise
// resolves.
import { ready } from '#state/page/engine-port.ts';
import type { Choice } from '#sync/pending/conflict.ts';
import * as tray from '#sync/pending/decisions.ts';
import { resolve } from '#sync/pending/resolve.ts';
import { waitingWrites } from '#sync/pending/waiting.ts';
import { findHidden } from '#sync/recovery/corrupt-rows.ts';
import type { Sync } from '#sync/sync.ts';

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

export async function dismissWrite(id: string): Promise<void> {
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
  const waiting = await waitingWrites(sync.local, owner);
  await kept(sync, () => tray.retryPausing(sync.local, owner));
  for (const { id, canRetry, parkedFor } of waiting) {
    if (canRetry && parkedFor !== null) await tray.retry(sync.local, id);
  }
  await sync.drain({ eager: true });
  return (await waitingWrites(sync.local, owner)).length === 0;
}
