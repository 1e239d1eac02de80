// Writing down what an attempt came to. Guarantees: one transaction takes the row out of the outbox, replaces the
// snapshot, fills the id map and writes the journal; an answer that arrives after the row was settled changes nothing,
// and an attempt that ended without an answer speaks only while it still holds the lease; snapshots never go back.
import type { Cmd, LastTry } from '#db/rows.ts';
import { afterOrder } from '../carts/committed-cart.ts';
import { commandOf } from '../commands/registry.ts';
import type { Local } from '../device/context.ts';
import { appliedOf } from '../outbox/applied-commands.ts';
import { conclude } from '../outbox/finish-command.ts';
import { cartTables, laneOf } from '../outbox/rows.ts';
import { backoff, type Verdict } from './classify.ts';
import { refused } from './record-refusal.ts';
import { applied } from './record-success.ts';
import { park, released, type SettleContext, type Settlement } from './settlement.ts';
import { MAX_BACKOFF, MAX_RETRY_AFTER, TRY_INTERVAL } from './timing.ts';

const STUCK_AFTER = 10;
const STUCK_TIME = 15 * 60_000;
/** After a failure of the server itself, milliseconds. */
const MIN_PAUSE = 1000;

type Definitive = Extract<Verdict, { kind: 'done' | 'refused' }>;

/** With one failure more the server has failed on it too often and for too long to be believed to come round. */
export const isHopeless = ({ failures = 0, failingSince }: Cmd, now: number): boolean =>
  failures + 1 >= STUCK_AFTER && now - (failingSince ?? now) >= STUCK_TIME;

export async function settle(local: Local, cmd: Cmd, verdict: Verdict, context: SettleContext): Promise<Settlement> {
  const { db } = local;
  const lane = laneOf(db, cmd.owner, cmd.lane);
  return db.transaction('rw', cartTables(db), async (): Promise<Settlement> => {
    // One question tells the row and whether another waits behind it: what is sent is the first of its lane.
    const [first, next] = await lane.clone().limit(2).toArray();
    const isFirst = first?.seq === cmd.seq;
    const settlement = await written(isFirst ? first : await db.outbox.get(cmd.seq));
    if (settlement.kind !== 'done' && settlement.kind !== 'rejected') return settlement;
    if (isFirst && next) return settlement;
    return { ...settlement, over: (isFirst && staysAlone(first)) || (await isIdle()) };
  });

  /** Nothing waits, and the view shows all that was done. */
  async function isIdle(): Promise<boolean> {
    const left = (await lane.count()) + (await appliedOf(db, cmd.owner, cmd.lane).count());
    return left === 0;
  }

  async function written(stored: Cmd | undefined): Promise<Settlement> {
    if (!stored || stored.id !== cmd.id || stored.gen !== cmd.gen) return { kind: 'fenced' };
    const row = verdict.kind === 'done' ? stored : { ...stored, last: lastTry(verdict, local.now()) };
    const definitive = verdict.kind === 'done' || verdict.kind === 'refused';
    if (row.parkedFor === 'unreadable') return definitive ? endedUnread(local, row, verdict) : { kind: 'fenced' };
    if (!definitive && row.lease !== cmd.lease) return { kind: 'fenced' };
    switch (verdict.kind) {
      case 'done':
        return applied(local, row, verdict, cmd.lease);
      case 'refused':
        return refused(local, row, verdict);
      case 'auth':
        await db.outbox.update(row.seq, { ...released, ...context.before, last: row.last });
        return { kind: 'waiting', nextAt: local.now() };
      case 'unknown':
        return later(local, row, {}, undefined);
      case 'later':
        return cameBack(local, row, verdict, context);
    }
  }
}

/** What it comes to puts nothing into its own lane: it is about nothing that others are about, and is not taken back. */
const staysAlone = ({ type, undo }: Cmd) => commandOf(type)?.aggregate === null && !undo;

/** The longest text kept of what the server said. */
const WORDS = 300;

function lastTry(verdict: Exclude<Verdict, { kind: 'done' }>, at: number): LastTry {
  const { status } = verdict;
  return {
    at,
    ...(status && { status }),
    ...(verdict.kind !== 'unknown' && { text: verdict.text.slice(0, WORDS) }),
  };
}

async function later(local: Local, row: Cmd, change: Partial<Cmd>, wait: number | undefined): Promise<Settlement> {
  const told = wait !== undefined;
  const least = change.failures === undefined ? TRY_INTERVAL : MIN_PAUSE;
  const pause = Math.max(least, backoff(row.attempts, local.random, MAX_BACKOFF));
  const delay = told ? Math.min(wait, MAX_RETRY_AFTER) : pause;
  const nextAt = local.now() + delay;
  await local.db.outbox.update(row.seq, { ...released, ...change, last: row.last, told, nextAt });
  return { kind: 'waiting', nextAt };
}

async function cameBack(
  local: Local,
  row: Cmd,
  verdict: Extract<Verdict, { kind: 'later' }>,
  { before, healthy }: SettleContext,
): Promise<Settlement> {
  // Too many requests: it was not looked at, so it leaves no doubt.
  if (!verdict.failed) return later(local, row, verdict.status === 429 ? { doubt: before.doubt } : {}, verdict.wait);
  const now = local.now();
  const failures = (row.failures ?? 0) + 1;
  const failingSince = Math.min(row.failingSince ?? now, now);
  const hopeless = isHopeless(row, now);
  if (hopeless && row.undo) return giveUp(local, row, verdict.status);
  if (hopeless && healthy) {
    await local.db.outbox.update(row.seq, { failures, failingSince });
    return park(local, row, 'stuck');
  }
  return later(local, row, { failures, failingSince }, verdict.wait);
}

/** Set aside while it was on its way: what it was can no longer be said, what became of it can. */
async function endedUnread(local: Local, row: Cmd, verdict: Definitive): Promise<Settlement> {
  const { status } = verdict;
  if (verdict.kind === 'done') {
    await conclude(local, row, null, { outcome: 'done', status });
    return { kind: 'done', answer: undefined, notices: [] };
  }
  await conclude(local, row, null, { outcome: 'rejected', status, code: verdict.code, text: verdict.text });
  await afterOrder(local, row, verdict.code);
  return { kind: 'rejected', verdict, text: verdict.text };
}

/** The person let go of it, and the server still fails: nobody can tell what became of it, and that is what is said. */
async function giveUp(local: Local, row: Cmd, status: number): Promise<Settlement> {
  const text = 'Abandonnée sans réponse du marché\u00a0: vérifiez si elle a été prise en compte.';
  const view = (await local.db.snaps.get([row.owner, row.lane]))?.view ?? null;
  await conclude(local, row, view, { outcome: 'cancelled', status, code: 'unknown', text });
  await afterOrder(local, row);
  return { kind: 'moved' };
}
