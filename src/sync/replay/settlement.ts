// Settlement: the result of an attempt, and parking a command for the user or a later version.

import type { Cmd, Notice, ParkReason } from '#db/rows.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { laneRows } from '../outbox/rows.ts';
import type { Verdict } from './classify.ts';

/** The row's fields before this attempt. */
export type PreviousAttempt = Pick<Cmd, 'attempts' | 'doubt'>;

export interface SettleContext {
  before: PreviousAttempt;
  /** Other calls succeed. */
  healthy: boolean;
}

export type Settlement =
  /** `isLaneEmpty`: nothing is left to do in its lane. */
  | { kind: 'done'; answer: unknown; notices: Notice[]; isLaneEmpty?: boolean }
  /** `causedBy`: the refused command that it depends on; both are reported together. */
  | {
      kind: 'rejected';
      verdict: Extract<Verdict, { kind: 'refused' }>;
      text: string;
      causedBy?: string;
      isLaneEmpty?: boolean;
    }
  | { kind: 'parked'; reason: ParkReason }
  | { kind: 'moved' }
  | { kind: 'waiting'; nextAt: number }
  | { kind: 'fenced' };

export const releasedLease = { state: 'queued', lease: undefined, leaseUntil: undefined } as const;

/** Best effort only, so the user is not asked. */
async function dropCommand(local: StoreContext, row: Cmd): Promise<Settlement> {
  await finishCommand(local, row, null, { outcome: 'cancelled' });
  return { kind: 'done', answer: undefined, notices: [] };
}

/** Parks a command until the user decides. A cart ordered elsewhere parks all its commands. */
export async function parkCommand(
  local: StoreContext,
  row: Cmd,
  reason: ParkReason,
  refusal?: Cmd['serverRefusal'],
): Promise<Settlement> {
  const { db } = local;
  if (findRecord(row.type)?.droppable) return dropCommand(local, row);
  // After a conflict or another user's refusal it is certain that nothing was done.
  const doubt = row.doubt && reason !== 'conflict' && reason !== 'auth';
  const parkedBy = reason === 'needs-update' ? local.appVersion : undefined;
  const { last } = row;
  await db.outbox.update(row.seq, {
    ...releasedLease,
    state: 'parked',
    parkedFor: reason,
    parkedBy,
    doubt,
    serverRefusal: refusal,
    last,
  });
  // Behind a changed order the lane continues by itself after the user's decision.
  if (reason === 'conflict' && row.lane.startsWith('cart:') && !isCommandOf(row, commitOrderCommand)) {
    const rest = (await laneRows(db, row.owner, row.lane)).filter((other) => other.state === 'queued');
    await db.outbox.bulkUpdate(
      rest.map(({ seq }) => ({ key: seq, changes: { state: 'parked', parkedFor: 'conflict' } })),
    );
  }
  return { kind: 'parked', reason };
}
