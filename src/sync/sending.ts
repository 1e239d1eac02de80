// What sends what waits, and puts it in order first: loaded once something waits, since most visits leave nothing behind.
// Guarantee: what an earlier version could not read, and what nobody could, is looked for before anything is sent.
import { ignoreFullStorage } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';
import { type MergeResult, mergeVisitorCart } from './carts/merge-carts.ts';
import { isolateHiddenRows, restoreReadableRows } from './recovery/corrupt-rows.ts';
import { requeueOutdated } from './recovery/newer-version.ts';
import type { Replay, ReplayPorts } from './replay/ports.ts';
import { createReplay } from './replay/replay.ts';

export interface Sending extends Replay {
  /** Moves the visitor's cart to this user's. */
  join(user: Owner): Promise<MergeResult>;
}

export async function createSending(ports: ReplayPorts): Promise<Sending> {
  const { local } = ports;
  // A device without room opens all the same: what it cannot put in order waits for the next page.
  for (const repair of [requeueOutdated, restoreReadableRows, isolateHiddenRows])
    await ignoreFullStorage(repair(local));
  return { ...createReplay(ports), join: (user) => mergeVisitorCart(local, user) };
}
