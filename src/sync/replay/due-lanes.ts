// Due lanes: the lanes that can be sent now.
// Guarantee: one read without a lock or a write transaction; each lane is still claimed, which reads the database
// again.
import type { Cmd, Owner } from '#db/rows.ts';
import { isNonEmptyText } from '#db/valid-row.ts';
import type { StoreContext } from '../device/context.ts';
import { laneOrder } from '../outbox/lane-order.ts';
import { type Lane, laneName } from '../outbox/rows.ts';
import { MAX_BACKOFF, TRY_INTERVAL } from './timing.ts';

export interface DueLanes {
  due: Lane[];
  /** Earliest end of a delay; null without one. */
  nextAt: number | null;
}

/** Owners whose commands may be sent: the visitors and the current user. */
const ownerRanges = (user: Owner | null): [string, string][] => [
  ['v:', 'v:\uffff'],
  ...(user ? [[user, user] as [string, string]] : []),
];

/**
 * Lanes whose head is neither parked nor delayed, in order of their first commands, and carts whose view has to be read
 * after their last command.
 */
export async function findDueLanes({ db, now }: StoreContext, user: Owner | null): Promise<DueLanes> {
  const [read, applied] = await db.transaction('r', db.outbox, db.applied, () =>
    Promise.all([
      Promise.all(
        ownerRanges(user).map(([from, to]) =>
          db.outbox.where('[owner+lane]').between([from, ''], [to, '\uffff']).toArray(),
        ),
      ),
      db.applied.toCollection().primaryKeys(),
    ]),
  );
  const at = now();
  const seen = new Set<string>();
  const due: Lane[] = [];
  let nextAt: number | null = null;
  const rows = read.flat().sort((a, b) => a.seq - b.seq);
  for (const row of rows) {
    const { owner, lane } = row;
    const name = laneName(row);
    if (seen.has(name) || !isNonEmptyText(lane)) continue;
    seen.add(name);
    const inLane = (other: Cmd) => laneName(other) === name;
    const head = row.parkedFor === 'conflict' ? laneOrder(rows.filter(inLane)).head : row;
    if (!head || head.state === 'parked') continue;
    const until = ownPauseEnd(head, at);
    if (until === null) due.push({ owner, lane });
    else nextAt = Math.min(nextAt ?? until, until);
  }
  for (const [owner, lane] of applied) {
    const name = laneName({ owner, lane });
    if (!seen.has(name) && (owner === user || owner.startsWith('v:'))) due.push({ owner, lane });
    seen.add(name);
  }
  return { due, nextAt };
}

/** End of its delay, milliseconds; null if it is due, or corrupt, which the claim handles. */
function ownPauseEnd(row: Cmd, now: number): number | null {
  if (!Number.isFinite(row.nextAt) || row.nextAt <= now) return null;
  // Longer than any backoff: requested by the server, or the clock has jumped back.
  const hasJumped = row.nextAt > now + MAX_BACKOFF && pauseEnd(row, now) < row.nextAt;
  return hasJumped ? null : row.nextAt;
}

/** End of a command's delay, milliseconds; a clock jump or a sign of the network shortens it. */
export function pauseEnd(
  { nextAt, triedAt, retryAfterRequested }: Pick<Cmd, 'nextAt' | 'triedAt' | 'retryAfterRequested'>,
  now: number,
  eager = false,
): number {
  const jumped = (triedAt ?? now) > now;
  const longest = jumped ? Math.min(nextAt, now + MAX_BACKOFF) : nextAt;
  if (!eager || retryAfterRequested) return longest;
  return Math.min(longest, jumped ? now : (triedAt ?? 0) + TRY_INTERVAL);
}

/** The network may be back: clears all backoff delays, except those that the server requested, in one transaction. */
export async function clearBackoff({ db, now }: StoreContext, user: Owner | null): Promise<void> {
  const at = now();
  const pausing = () => db.outbox.where('nextAt').above(at);
  if ((await pausing().count()) === 0) return;
  await db.transaction('rw', db.outbox, async () => {
    const rows = await pausing().toArray();
    const changes = rows.flatMap((row) => {
      const nextAt = pauseEnd(row, at, true);
      const isOwn = row.owner === user || row.owner.startsWith('v:');
      if (!isOwn || row.state !== 'queued' || nextAt >= row.nextAt) return [];
      return [{ ...row, nextAt, triedAt: Math.min(row.triedAt ?? 0, at) }];
    });
    if (changes.length > 0) await db.outbox.bulkPut(changes);
  });
}
