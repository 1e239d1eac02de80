// Decisions: conflicts from outbox and journal, as texts; loaded only when there are any.
import type { Cmd, Owner } from '#db/rows.ts';
import type { Decision, WaitingWrite } from '#state/pending/pending-writes.ts';
import type { StoreContext } from '#sync/device/context.ts';
import type { Conflict } from '#sync/pending/conflict.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { decisionOf } from './decision-labels.ts';

/** Requires a transaction over outbox, snaps, device and journal. */
export const readConflicts = (local: StoreContext, owner: Owner, every: readonly Cmd[]): Promise<Conflict[]> =>
  listConflicts(local, owner, every);

/** @param waiting all pending writes; a decision may cover several */
export function decisionsOf(read: readonly Conflict[], waiting: readonly WaitingWrite[]): Decision[] {
  return read.map((conflict) => {
    // A cart ordered on another device blocks all its writes: one decision for all.
    const isCart = conflict.lane.startsWith('cart:');
    const own = waiting.filter(({ id, lane, parkedFor }) =>
      isCart ? lane === conflict.lane && parkedFor === 'conflict' : id === conflict.id,
    );
    return decisionOf(conflict, conflict.waiting ? own.map(({ id }) => id) : []);
  });
}
