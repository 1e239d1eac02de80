// Sending: outbox replay, loaded once the outbox is not empty, since most visits write nothing.
// Guarantee: outdated and corrupt rows are repaired before anything is sent.
import { ignoreFullStorage } from '#db/database.ts';
import type { Owner } from '#db/rows.ts';
import { type MergeResult, mergeVisitorCart } from './carts/merge-carts.ts';
import { isolateHiddenRows, restoreReadableRows } from './recovery/corrupt-rows.ts';
import { requeueOutdated } from './recovery/newer-version.ts';
import type { Replay, ReplayPorts } from './replay/ports.ts';
import { createReplay } from './replay/replay.ts';

export interface Sending extends Replay {
  /** Merges the visitor's cart into this user's. */
  join(user: Owner): Promise<MergeResult>;
}

export async function createSending(ports: ReplayPorts): Promise<Sending> {
  const { local } = ports;
  // On a full device repairs wait for the next page.
  for (const repair of [requeueOutdated, restoreReadableRows, isolateHiddenRows])
    await ignoreFullStorage(repair(local));
  return { ...createReplay(ports), join: (user) => mergeVisitorCart(local, user) };
}
