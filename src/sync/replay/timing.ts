// How long a lane is left to who sends it, and how long it rests after an attempt, milliseconds.
import { uploadLife } from '#api/wire.ts';
import type { Cmd } from '#db/rows.ts';

/** Longer than any request lives, so that a lease is only taken over from a tab that is gone or frozen. */
export const LEASE = 30_000;
export const MAX_BACKOFF = 60_000;
/** Without an answer a lane is tried once in this time at most, whatever hints come. */
export const TRY_INTERVAL = 5000;
/** Longest `Retry-After` obeyed. */
export const MAX_RETRY_AFTER = 5 * 60_000;

/** When nothing was sent for want of something that may come at any moment, milliseconds. */
export const RETRY_SOON = 2000;

/** How long a command in flight is left to whoever sends it: strictly longer than its request may live. */
export const leaseOf = ({ bytes }: Pick<Cmd, 'bytes'>): number =>
  bytes === undefined ? LEASE : uploadLife(bytes) + LEASE / 2;
