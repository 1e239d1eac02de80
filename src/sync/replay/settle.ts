// Writing down what an attempt came to. Guarantees: one transaction takes the row out of the outbox, replaces the
// snapshot, fills the id map and writes the journal; an answer that arrives after the row was settled changes nothing,
// and an attempt that ended without an answer speaks only while it still holds the lease; snapshots never go back.
import { parseAnswer } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { Cart } from '#contract/carts.ts';
import { putDeviceCart } from '#db/device.ts';
import type { Cmd, LastTry, Notice, ParkReason, View } from '#db/rows.ts';
import { cartTables, forgetIdleLane, recreateCart, withoutLine } from '../carts/cart-lane.ts';
import { keepView } from '../carts/open-cart.ts';
import { type CommandRecord, type Compensation, isCart, type Meaning } from '../commands/command.ts';
import { argsOf, commandOf } from '../commands/registry.ts';
import { idOfIri } from '../commands/temporary-ids.ts';
import {
  conclude,
  type Local,
  laneOf,
  laneRows,
  MAX_BACKOFF,
  MAX_RETRY_AFTER,
  TRY_INTERVAL,
} from '../device/context.ts';
import { uuidv5 } from '../device/ids.ts';
import { add } from '../outbox/enqueue.ts';
import { backoff, type Verdict } from './classify.ts';
import { basedOn, rebased } from './rebase.ts';

const STUCK_AFTER = 10;
const STUCK_TIME = 15 * 60_000;
/** After a failure of the server itself, milliseconds. */
const MIN_PAUSE = 1000;

/** The row as it was before this attempt. */
export type Before = Pick<Cmd, 'attempts' | 'doubt'>;

export interface SettleContext {
  before: Before;
  /** Other calls succeed, as far as anyone knows. */
  healthy: boolean;
}

export type Settlement =
  | { kind: 'done'; answer: unknown; notices: Notice[] }
  /** `causedBy`: it failed because that one was refused, and is told together with it. */
  | { kind: 'rejected'; verdict: Extract<Verdict, { kind: 'refused' }>; text: string; causedBy?: string }
  | { kind: 'parked'; reason: ParkReason }
  | { kind: 'moved' }
  | { kind: 'waiting'; nextAt: number }
  | { kind: 'fenced' };

type Definitive = Extract<Verdict, { kind: 'done' | 'refused' }>;

/** With one failure more the server has failed on it too often and for too long to be believed to come round. */
export const isHopeless = ({ failures = 0, failingSince }: Cmd, now: number): boolean =>
  failures + 1 >= STUCK_AFTER && now - (failingSince ?? now) >= STUCK_TIME;

export async function settle(local: Local, cmd: Cmd, verdict: Verdict, context: SettleContext): Promise<Settlement> {
  const { db } = local;
  return db.transaction('rw', cartTables(db), async (): Promise<Settlement> => {
    const stored = await db.outbox.get(cmd.seq);
    if (!stored || stored.id !== cmd.id || stored.gen !== cmd.gen) return { kind: 'fenced' };
    const row = verdict.kind === 'done' ? stored : { ...stored, last: lastTry(verdict, local.now()) };
    const definitive = verdict.kind === 'done' || verdict.kind === 'refused';
    if (row.parkedFor === 'unreadable') return definitive ? endedUnread(local, row, verdict) : { kind: 'fenced' };
    if (!definitive && row.lease !== cmd.lease) return { kind: 'fenced' };
    switch (verdict.kind) {
      case 'done':
        return applied(local, row, verdict);
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
  });
}

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

const released = { state: 'queued', lease: undefined, leaseUntil: undefined } as const;

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
  return { kind: 'rejected', verdict, text: verdict.text };
}

/** The person let go of it, and the server still fails: nobody can tell what became of it, and that is what is said. */
async function giveUp(local: Local, row: Cmd, status: number): Promise<Settlement> {
  const text = 'Abandonnée sans réponse du marché\u00a0: vérifiez si elle a été prise en compte.';
  const view = (await local.db.snaps.get([row.owner, row.lane]))?.view ?? null;
  await conclude(local, row, view, { outcome: 'cancelled', status, code: 'unknown', text });
  return { kind: 'moved' };
}

async function applied(local: Local, row: Cmd, verdict: Extract<Verdict, { kind: 'done' }>): Promise<Settlement> {
  const { db } = local;
  const record = commandOf(row.type);
  const args = argsOf(row);
  if (!record || args === undefined) return park(local, row, 'needs-update');
  let answer: unknown;
  try {
    answer = parseAnswer(record.endpoint, verdict.body);
  } catch (error) {
    // Applied, but written for a later version of the app: once updated, the same key gets the same answer again.
    if (error instanceof ApiError) return park(local, row, 'needs-update');
    throw error;
  }
  const before = (await db.snaps.get([row.owner, row.lane]))?.view ?? null;
  const after = viewOf(record, answer);
  const lane = await nameThing(local, row, record.names?.(args as never, answer) ?? null);
  if (after) {
    if (!row.away || isVisitors(row)) await keepView(local, { ...row, lane }, after);
    await bringAlong(local, { ...row, lane }, after);
  } else if (record.aggregate === 'product') {
    // Deleted: the answer is empty.
    await db.snaps.delete([row.owner, lane]);
  }
  if (row.type === 'cart.create' && isCart(after)) await nameCart(local, row, after);
  const settled = { cmd: row, before, after };
  const notices = record.notices?.(args as never, settled) ?? [];
  if (row.undo) notices.push(await undone(local, row, record.undo?.(args as never, settled) ?? null));
  await conclude(local, row, after ?? before, { outcome: 'done', status: verdict.status, notices });
  if (row.away && !isVisitors(row)) await forgetIdleLane(local, { ...row, lane });
  return { kind: 'done', answer, notices };
}

/** A cart that has not joined its user's yet is kept for their return, with what the server said of it. */
const isVisitors = ({ owner }: Cmd) => owner.startsWith('v:');

/** It reached the server before the person took it back: what compensates it goes to the end of the lane. */
async function undone(local: Local, row: Cmd, compensation: Compensation | null): Promise<Notice> {
  if (!compensation) return { code: 'not-undone', text: 'Déjà enregistré : cela ne peut plus être défait.' };
  await add(local, { ...compensation, id: uuidv5(`undo ${row.id}`), owner: row.owner, lane: row.lane });
  return { code: 'undone', text: 'Déjà enregistré : la modification est défaite.' };
}

function viewOf(record: CommandRecord, answer: unknown): View | null {
  return record.aggregate === null ? null : ((answer as View | undefined) ?? null);
}

/** What had a temporary name has its own: later commands of it go on in the lane of that name. @returns that lane */
async function nameThing(
  { db }: Local,
  { seq, owner, lane }: Cmd,
  named: { tempId: string; iri: string } | null,
): Promise<string> {
  if (!named) return lane;
  await db.idmap.put({ owner, ...named });
  const own = lane.replace(named.tempId, idOfIri(named.iri));
  await laneOf(db, owner, lane)
    .and((later) => later.seq !== seq)
    .modify({ lane: own });
  return own;
}

/** Later changes of the same thing were made on top of this one. */
async function bringAlong({ db }: Local, row: Cmd, after: View): Promise<void> {
  if (!('changes' in (row.args as object)) || !('version' in after)) return;
  for (const later of await laneRows(db, row.owner, row.lane)) {
    if (later.seq > row.seq && later.base) await db.outbox.update(later.seq, { base: basedOn(later, row, after) });
  }
}

async function nameCart({ db }: Local, { owner, lane }: Cmd, cart: Cart): Promise<void> {
  await db.idmap.put({ owner, tempId: lane, iri: cart['@id'] });
  const current = await db.device.get(`cart:${owner}`);
  if (current && 'lane' in current && current.lane === lane) await putDeviceCart(db, owner, lane, cart.id);
}

const outdated: Meaning = {
  as: 'park',
  parkedFor: 'needs-update',
  text: "Mettez l'application à jour pour l'envoyer.",
};
const keyReuse: Meaning = { as: 'park', parkedFor: 'stuck', text: 'Cette modification ne peut pas être envoyée.' };

async function refused(local: Local, row: Cmd, verdict: Extract<Verdict, { kind: 'refused' }>): Promise<Settlement> {
  const { db } = local;
  const record = commandOf(row.type);
  const refusals = record?.refusals ?? {};
  const named = verdict.code === 'key-reuse' ? keyReuse : verdict.code && refusals[verdict.code];
  const unnamed: Meaning = { as: 'rejected', text: verdict.text };
  const general = verdict.status === 426 ? outdated : undefined;
  const meaning = general || named || (refusals[verdict.status] ?? refusals.default ?? unnamed);
  const snapshot = await db.snaps.get([row.owner, row.lane]);
  const view = snapshot?.view ?? null;

  const { status, code, violations, detail } = verdict;
  if (row.undo && meaning.as !== 'recreate') {
    await conclude(local, row, view, { outcome: 'cancelled', status, code });
    return { kind: 'rejected', verdict, text: '' };
  }
  if (meaning.as === 'rebase') {
    const again = rebased({ ...row, said: { status, code, detail } });
    if (!again) return park(local, row, 'conflict', { status, code, detail });
    await db.outbox.update(row.seq, { ...again, last: row.last });
    return { kind: 'moved' };
  }
  if (meaning.as === 'park') return park(local, row, meaning.parkedFor ?? 'conflict', { status, code, detail });
  if (meaning.as === 'recreate') {
    await recreateCart(local, row.owner, row.lane, row);
    return { kind: 'moved' };
  }
  const { lineKey } = (argsOf(row) ?? {}) as { lineKey?: string };
  if (
    snapshot &&
    isCart(view) &&
    lineKey &&
    (verdict.status === 404 || verdict.status === 410) &&
    row.type !== 'cart.add'
  ) {
    await db.snaps.put({ ...snapshot, view: withoutLine(view, lineKey) });
  }
  if (meaning.as === 'done') {
    await conclude(local, row, view, { outcome: 'done', status, code });
    return { kind: 'done', answer: undefined, notices: [] };
  }
  await conclude(local, row, view, { outcome: 'rejected', status, code, text: meaning.text, violations, detail });
  return { kind: 'rejected', verdict, text: meaning.text };
}

/** Nobody was promised this one, so nobody is asked about it. */
async function drop(local: Local, row: Cmd): Promise<Settlement> {
  await conclude(local, row, null, { outcome: 'cancelled' });
  return { kind: 'done', answer: undefined, notices: [] };
}

/** Stops the lane until the person decides. A cart that was ordered elsewhere stops all that waits for it. */
async function park(local: Local, row: Cmd, reason: ParkReason, said?: Cmd['said']): Promise<Settlement> {
  const { db } = local;
  if (commandOf(row.type)?.droppable) return drop(local, row);
  const doubt = reason === 'needs-update' || reason === 'stuck' ? row.doubt : false;
  const parkedBy = reason === 'needs-update' ? local.appVersion : undefined;
  const { last } = row;
  await db.outbox.update(row.seq, { ...released, state: 'parked', parkedFor: reason, parkedBy, doubt, said, last });
  if (reason === 'conflict' && row.lane.startsWith('cart:')) {
    const rest = (await laneRows(db, row.owner, row.lane)).filter((other) => other.state === 'queued');
    await db.outbox.bulkUpdate(
      rest.map(({ seq }) => ({ key: seq, changes: { state: 'parked', parkedFor: 'conflict' } })),
    );
  }
  return { kind: 'parked', reason };
}
