// Settle: stores the result of an attempt.
// Guarantees: one transaction deletes the row, replaces the snapshot, fills the id map and writes the journal; an
// answer for a settled row changes nothing; an attempt without an answer counts only while it has the lease; snapshots
// never go back.
import type { Cmd, LastTry } from '#db/rows.ts';
import { deleteLoggedOutLane } from '../carts/cart-lane.ts';
import { updateCartAfterFailure } from '../carts/committed-cart.ts';
import { findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { cartTables, laneOf } from '../outbox/rows.ts';
import { backoff, type Verdict } from './classify.ts';
import { recordRefusal } from './record-refusal.ts';
import { recordSuccess } from './record-success.ts';
import { parkCommand, releasedLease, type SettleContext, type Settlement } from './settlement.ts';
import { MAX_BACKOFF, MAX_RETRY_AFTER, TRY_INTERVAL } from './timing.ts';

const STUCK_AFTER = 10;
const STUCK_TIME = 15 * 60_000;
/** After a server failure, milliseconds. */
const MIN_PAUSE = 1000;

type Definitive = Extract<Verdict, { kind: 'done' | 'refused' }>;

/** With one more failure the server has failed too often and for too long. */
export const isHopeless = ({ failures = 0, failingSince }: Cmd, now: number): boolean =>
  failures + 1 >= STUCK_AFTER && now - (failingSince ?? now) >= STUCK_TIME;

export async function settleCommand(
  local: StoreContext,
  cmd: Cmd,
  verdict: Verdict,
  context: SettleContext,
): Promise<Settlement> {
  const { db } = local;
  const lane = laneOf(db, cmd.owner, cmd.lane);
  return db.transaction('rw', cartTables(db), async (): Promise<Settlement> => {
    // One query returns the row and its successor, since the sent row is the first of its lane.
    const [first, next] = await lane.clone().limit(2).toArray();
    const isFirst = first?.seq === cmd.seq;
    const settlement = await recordVerdict(isFirst ? first : await db.outbox.get(cmd.seq));
    if (settlement.kind !== 'done' && settlement.kind !== 'rejected') return settlement;
    if (isFirst && next) return settlement;
    return { ...settlement, isLaneEmpty: (isFirst && isAloneInLane(first)) || (await isLaneEmpty()) };
  });

  /** No pending rows, and the view contains all accepted commands. */
  async function isLaneEmpty(): Promise<boolean> {
    const left = (await lane.count()) + (await appliedOfLane(db, cmd.owner, cmd.lane).count());
    return left === 0;
  }

  async function recordVerdict(stored: Cmd | undefined): Promise<Settlement> {
    if (!stored || stored.id !== cmd.id || stored.gen !== cmd.gen) return { kind: 'fenced' };
    const row = verdict.kind === 'done' ? stored : { ...stored, last: lastTry(verdict, local.now()) };
    const definitive = verdict.kind === 'done' || verdict.kind === 'refused';
    if (row.parkedFor === 'unreadable') return definitive ? finishUnreadable(local, row, verdict) : { kind: 'fenced' };
    if (!definitive && row.lease !== cmd.lease) return { kind: 'fenced' };
    switch (verdict.kind) {
      case 'done':
        return recordSuccess(local, row, verdict, cmd.lease);
      case 'refused':
        return recordRefusal(local, row, verdict);
      case 'auth':
        await db.outbox.update(row.seq, { ...releasedLease, ...context.before, last: row.last });
        return { kind: 'waiting', nextAt: local.now() };
      case 'unknown':
        return delayRetry(local, row, {}, undefined);
      case 'later':
        return recordDelay(local, row, verdict, context);
    }
  }
}

/** Its outcome adds nothing to its lane, since it has no aggregate and is not reverted. */
const isAloneInLane = ({ type, undo }: Cmd) => findRecord(type)?.aggregate === null && !undo;

/** Maximum length of a stored server message. */
const MAX_TEXT = 300;

function lastTry(verdict: Exclude<Verdict, { kind: 'done' }>, at: number): LastTry {
  const { status } = verdict;
  return {
    at,
    ...(status && { status }),
    ...(verdict.kind !== 'unknown' && { text: verdict.text.slice(0, MAX_TEXT) }),
  };
}

async function delayRetry(
  local: StoreContext,
  row: Cmd,
  change: Partial<Cmd>,
  wait: number | undefined,
): Promise<Settlement> {
  const isRequested = wait !== undefined;
  const least = change.failures === undefined ? TRY_INTERVAL : MIN_PAUSE;
  const pause = Math.max(least, backoff(row.attempts, local.random, MAX_BACKOFF));
  const delay = isRequested ? Math.min(wait, MAX_RETRY_AFTER) : pause;
  const nextAt = local.now() + delay;
  await local.db.outbox.update(row.seq, {
    ...releasedLease,
    ...change,
    last: row.last,
    retryAfterRequested: isRequested,
    nextAt,
  });
  return { kind: 'waiting', nextAt };
}

async function recordDelay(
  local: StoreContext,
  row: Cmd,
  verdict: Extract<Verdict, { kind: 'later' }>,
  { before, healthy }: SettleContext,
): Promise<Settlement> {
  // Too many requests: not processed, so not in doubt.
  if (!verdict.failed)
    return delayRetry(local, row, verdict.status === 429 ? { doubt: before.doubt } : {}, verdict.wait);
  const now = local.now();
  const failures = (row.failures ?? 0) + 1;
  const failingSince = Math.min(row.failingSince ?? now, now);
  const hopeless = isHopeless(row, now);
  if (hopeless && row.undo) return giveUp(local, row, verdict.status);
  if (hopeless && healthy) {
    await local.db.outbox.update(row.seq, { failures, failingSince });
    return parkCommand(local, row, 'stuck');
  }
  return delayRetry(local, row, { failures, failingSince }, verdict.wait);
}

/** Isolated while it was in flight: only its outcome can be reported. */
async function finishUnreadable(local: StoreContext, row: Cmd, verdict: Definitive): Promise<Settlement> {
  const { status } = verdict;
  if (verdict.kind === 'done') {
    await finishCommand(local, row, null, { outcome: 'done', status });
    await deleteLoggedOutLane(local, row);
    return { kind: 'done', answer: undefined, notices: [] };
  }
  await finishCommand(local, row, null, { outcome: 'rejected', status, code: verdict.code, text: verdict.text });
  await updateCartAfterFailure(local, row, verdict.code);
  return { kind: 'rejected', verdict, text: verdict.text };
}

/** The user cancelled it and the server still fails: the outcome stays unknown, which the text tells. */
async function giveUp(local: StoreContext, row: Cmd, status: number): Promise<Settlement> {
  const text = 'Abandonnée sans réponse du marché\u00a0: vérifiez si elle a été prise en compte.';
  const view = (await local.db.snaps.get([row.owner, row.lane]))?.view ?? null;
  await finishCommand(local, row, view, { outcome: 'cancelled', status, code: 'unknown', text });
  await updateCartAfterFailure(local, row);
  return { kind: 'moved' };
}
