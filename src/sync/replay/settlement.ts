// What an attempt came to, and the stop of a lane that only the person or a later version can bring on.

import type { Cmd, Notice, ParkReason } from '#db/rows.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { laneRows } from '../outbox/rows.ts';
import type { Verdict } from './classify.ts';

/** The row as it was before this attempt. */
export type PreviousAttempt = Pick<Cmd, 'attempts' | 'doubt'>;

export interface SettleContext {
  before: PreviousAttempt;
  /** Other calls succeed, as far as anyone knows. */
  healthy: boolean;
}

export type Settlement =
  /** `over`: nothing else is left to do in its lane. */
  | { kind: 'done'; answer: unknown; notices: Notice[]; isLaneEmpty?: boolean }
  /** `causedBy`: it failed because that one was refused, and is told together with it. */
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

/** Nobody was promised this one, so nobody is asked about it. */
async function dropCommand(local: StoreContext, row: Cmd): Promise<Settlement> {
  await finishCommand(local, row, null, { outcome: 'cancelled' });
  return { kind: 'done', answer: undefined, notices: [] };
}

/** Stops the lane until the person decides. A cart that was ordered elsewhere stops all that waits for it. */
export async function parkCommand(
  local: StoreContext,
  row: Cmd,
  reason: ParkReason,
  refusal?: Cmd['said'],
): Promise<Settlement> {
  const { db } = local;
  if (findRecord(row.type)?.droppable) return dropCommand(local, row);
  // A conflict, or another's command: the refusal proves that nothing was done.
  const doubt = row.doubt && reason !== 'conflict' && reason !== 'auth';
  const parkedBy = reason === 'needs-update' ? local.appVersion : undefined;
  const { last } = row;
  await db.outbox.update(row.seq, {
    ...releasedLease,
    state: 'parked',
    parkedFor: reason,
    parkedBy,
    doubt,
    said: refusal,
    last,
  });
  // Behind an order that waits for a yes the lane goes on by itself once that is said.
  if (reason === 'conflict' && row.lane.startsWith('cart:') && !isCommandOf(row, commitOrderCommand)) {
    const rest = (await laneRows(db, row.owner, row.lane)).filter((other) => other.state === 'queued');
    await db.outbox.bulkUpdate(
      rest.map(({ seq }) => ({ key: seq, changes: { state: 'parked', parkedFor: 'conflict' } })),
    );
  }
  return { kind: 'parked', reason };
}
