// Replay timing: leases and delays, milliseconds.
import { uploadLife } from '#api/wire.ts';
import type { Cmd } from '#db/rows.ts';

/** Longer than any request, so that a lease is taken over only from a closed or frozen tab. */
export const LEASE = 30_000;
export const MAX_BACKOFF = 60_000;
/** Minimum time between attempts of a lane without an answer, whatever events occur. */
export const TRY_INTERVAL = 5000;
/** Maximum `Retry-After`. */
export const MAX_RETRY_AFTER = 5 * 60_000;

/** If nothing could be sent for a reason that may end at any moment, milliseconds. */
export const RETRY_SOON = 2000;

/** Lease of a command in flight: longer than its request may take. */
export const leaseOf = ({ bytes }: Pick<Cmd, 'bytes'>): number =>
  bytes === undefined ? LEASE : uploadLife(bytes) + LEASE / 2;
