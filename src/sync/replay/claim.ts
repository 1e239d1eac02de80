// Claim: reserves the head of a lane for sending.
// Guarantees: one transaction; the request is frozen at the first attempt and never rebuilt; a lease excludes other
// tabs, and after a clock jump lasts no longer than one lease.

import type { Cmd, FrozenRequest, JournalEntry, Owner, ParkReason } from '#db/rows.ts';
import { createCartCommand } from '../commands/cart.ts';
import { commitOrderCommand } from '../commands/commitment.ts';
import { isCommandOf, type MissingTarget, type RefusalMeaning } from '../commands/record.ts';
import { findRecord } from '../commands/registry.ts';
import { idOfIri, resolveTempIris, tempIrisIn } from '../commands/temporary-ids.ts';
import type { ServerClock } from '../device/clock.ts';
import type { StoreContext } from '../device/context.ts';
import { appliedOfLane } from '../outbox/applied-commands.ts';
import { finishCommand } from '../outbox/finish-command.ts';
import { laneOrder } from '../outbox/lane-order.ts';
import { isCommand, laneOf, ownerRows } from '../outbox/rows.ts';
import { isReadableCommand, removeFromLane } from '../recovery/corrupt-rows.ts';
import { isExpired, withServerDate } from './age.ts';
import type { Verdict } from './classify.ts';
import { pauseEnd } from './due-lanes.ts';
import { type FrozenCommand, freezeRequest } from './freeze.ts';
import { canUseMinimalAnswer } from './minimal-answers.ts';
import { rootRejection } from './root-rejection.ts';
import { type PreviousAttempt, parkCommand, type Settlement } from './settlement.ts';
import { leaseOf } from './timing.ts';

type Refused = Extract<Verdict, { kind: 'refused' }>;

export interface Claimed {
  kind: 'claimed';
  cmd: Cmd & { req: FrozenRequest; lease: string };
  before: PreviousAttempt;
  bytes?: ArrayBuffer;
  /** Its answer may omit the cart. */
  isMinimal: boolean;
}

export type Claim =
  | Claimed
  /** Nothing to send in this lane before `until` (milliseconds), or before another event. */
  | { kind: 'wait'; until: number | null; dependency?: true }
  /** The head was settled without sending; there may be another. */
  | { kind: 'again'; cmd: Cmd; settlement: Settlement }
  /** The server's time must be read first. */
  | { kind: 'ask-clock' }
  /** The view of this cart must be read first. */
  | { kind: 'ask-view'; cartId: string };

export interface ClaimOptions {
  /** The network may be back. */
  eager?: boolean;
  /** The lock of this lane is held, so the sender of a command in flight is gone, and its lease is void. */
  hasLock?: boolean;
  clock?: ServerClock;
}

export async function claimHead(
  local: StoreContext,
  owner: Owner,
  lane: string,
  options: ClaimOptions = {},
): Promise<Claim> {
  const { db } = local;
  const tables = [db.outbox, db.snaps, db.applied, db.idmap, db.journal, db.blobs];
  return db.transaction('rw', tables, async () => {
    const rows = laneOf(db, owner, lane);
    const [oldest, next] = await rows
      .clone()
      .limit(lane.startsWith('cart:') ? 2 : 1)
      .toArray();
    if (!oldest) return claimEmptyLane(local, owner, lane);
    const first = oldest.parkedFor === 'conflict' ? laneOrder(await rows.toArray()).head : oldest;
    if (!first || first.state === 'parked') return { kind: 'wait', until: null };
    if (!isReadableCommand(first)) {
      await removeFromLane(local, first);
      return { kind: 'again', cmd: first, settlement: { kind: 'moved' } };
    }
    const now = local.now();
    const head = withServerDate(first, now, options.clock);
    const wait = await remainingWait(local, head, now, options);
    if (wait) return wait;

    const old = isExpired(head, now, options.clock);
    if (old === 'ask') return { kind: 'ask-clock' };
    if (old) return parkHead(local, head, 'expired');

    const frozen = await freezeHead(local, head);
    if ('kind' in frozen) return frozen;
    const bytes = await readPicture(local, frozen.req);
    if (bytes === null) return finishUnsent(local, head, 'bytes-gone');

    const isMinimal = await canUseMinimalAnswer(db, head, next, now);
    const cmd = { ...head, ...frozen, ...inflightFields(head, now, local.newId()) };
    await db.outbox.put(cmd);
    const before = { attempts: head.attempts, doubt: head.doubt };
    return { kind: 'claimed', cmd, before, isMinimal, ...(bytes && { bytes }) };
  });
}

/** The last command of a series failed, so the cart is read instead of its answer. */
async function claimEmptyLane({ db }: StoreContext, owner: Owner, lane: string): Promise<Claim> {
  if ((await appliedOfLane(db, owner, lane).count()) === 0) return { kind: 'wait', until: null };
  const mapped = await db.idmap.get([owner, lane]);
  return mapped ? { kind: 'ask-view', cartId: idOfIri(mapped.iri) } : { kind: 'wait', until: null };
}

/** The request of a lane's head, built at the first attempt; or the reason why it cannot be sent. */
async function freezeHead(local: StoreContext, head: Cmd): Promise<FrozenCommand | Claim> {
  if (head.req) return { req: head.req, base: head.base };
  const dependency = await checkDependencies(local, head);
  if (dependency === 'waiting') return { kind: 'wait', until: null, dependency: true };
  if (dependency === 'refused') return parkHead(local, head, 'dependency');
  if (dependency) return finishUnsent(local, head, 'not-made', dependency);
  const frozen = await freezeRequest(local, head);
  if (frozen === null) return parkHead(local, head, 'needs-update');
  if ('cartId' in frozen) return { kind: 'ask-view', ...frozen };
  return 'missing' in frozen ? finishUnsent(local, head, frozen.missing) : frozen;
}

const inflightFields = (head: Cmd, now: number, lease: string) => ({
  state: 'inflight' as const,
  lease,
  leaseUntil: now + leaseOf(head),
  attempts: head.attempts + 1,
  triedAt: now,
  doubt: true,
});

/** Leases and delays; after a clock jump each is reduced to its own length once. */
async function remainingWait(
  { db }: StoreContext,
  head: Cmd,
  now: number,
  options: ClaimOptions,
): Promise<Claim | null> {
  const { eager = false, hasLock = false } = options;
  if (head.state === 'inflight' && head.leaseUntil !== undefined) {
    if (hasLock) return null;
    const until = Math.min(head.leaseUntil, now + leaseOf(head));
    if (until !== head.leaseUntil) await db.outbox.update(head.seq, { leaseUntil: until });
    return until > now ? { kind: 'wait', until } : null;
  }
  if (head.nextAt <= now) return null;
  const jumped = (head.triedAt ?? now) > now;
  // Stores a shortened delay, since no later drain may come at the right moment.
  const until = pauseEnd(head, now, eager);
  if (jumped || until !== head.nextAt) {
    const triedAt = jumped ? now : (head.triedAt ?? 0);
    await db.outbox.update(head.seq, { nextAt: until, triedAt });
  }
  return until <= now ? null : { kind: 'wait', until };
}

async function parkHead(local: StoreContext, head: Cmd, reason: ParkReason): Promise<Claim> {
  const settlement = await parkCommand(local, head, reason);
  return settlement.kind === 'parked' ? { kind: 'wait', until: null } : { kind: 'again', cmd: head, settlement };
}

/** @returns the failed command that should have created the target; null if nothing is missing */
async function checkDependencies(
  { db }: StoreContext,
  head: Cmd,
): Promise<'waiting' | 'refused' | JournalEntry | null> {
  for (const id of head.deps ?? []) {
    const before = await db.outbox.where('id').equals(id).first();
    // A cart does not wait for a corrupt order, which may never finish.
    if (before && (!isCommandOf(head, createCartCommand) || isCommand(before))) return 'waiting';
    const entry = await db.journal.where('cmdId').equals(id).last();
    // A cart may follow an order of any outcome.
    if (entry && entry.outcome !== 'done' && !isCommandOf(entry, commitOrderCommand)) return 'refused';
  }
  const refs = tempIrisIn(head.args);
  if (refs.length === 0) return null;
  const known = await resolveTempIris(db, head.owner, refs);
  const unknown = refs.filter((ref) => !known.has(ref));
  if (unknown.length === 0) return null;
  const isCreator = ({ args }: { args?: unknown }) =>
    unknown.includes((args as { tempId?: string } | undefined)?.tempId ?? '');
  if ((await ownerRows(db, head.owner)).some(isCreator)) return 'waiting';
  const own = db.journal
    .where('[owner+at]')
    .between([head.owner, Number.NEGATIVE_INFINITY], [head.owner, Number.POSITIVE_INFINITY]);
  const ended = await own.filter(isCreator).sortBy('n');
  return ended.findLast(({ lane }) => lane === head.lane) ?? 'refused';
}

/** The picture of the request: undefined without one, null if it is no longer stored. */
async function readPicture(
  { db }: StoreContext,
  { blobIds, after }: FrozenRequest,
): Promise<ArrayBuffer | undefined | null> {
  if (after === undefined) return undefined;
  const [blobId] = blobIds;
  return (blobId && (await db.blobs.get(blobId))?.bytes) || null;
}

const unsentMeanings: Record<string, RefusalMeaning> = {
  'not-made': { as: 'rejected', text: 'Ce produit n’a pas pu être créé.' },
  'bytes-gone': { as: 'rejected', text: 'La photo n’est plus sur cet appareil.' },
};

/** Finishes a command whose target no longer exists; the lane continues. */
async function finishUnsent(
  local: StoreContext,
  head: Cmd,
  missing: MissingTarget['missing'] | 'not-made' | 'bytes-gone',
  creator?: JournalEntry,
): Promise<Claim> {
  const meaning = findRecord(head.type)?.refusals[missing] ?? unsentMeanings[missing];
  if (!meaning || meaning.as === 'recreate') return parkHead(local, head, 'stuck');
  const view = (await local.db.snaps.get([head.owner, head.lane]))?.view ?? null;
  if (meaning.as === 'done') {
    await finishCommand(local, head, view, { outcome: 'done', code: missing });
    return { kind: 'again', cmd: head, settlement: { kind: 'done', answer: undefined, notices: [] } };
  }
  const cause = creator ?? (await rootRejection(local, head));
  const { text } = meaning;
  // Cancelling the addition cancels the changes of its line.
  const outcome = cause?.outcome === 'cancelled' ? 'cancelled' : 'rejected';
  const details = cause
    ? { causedBy: cause.cmdId, quiet: cause.dismissed === 1, ...(outcome === 'rejected' && { text }) }
    : { text };
  await finishCommand(local, head, view, { outcome, code: missing, ...details });
  const verdict: Refused = { kind: 'refused', status: 404, code: missing, text, violations: [], detail: undefined };
  const settlement: Settlement = { kind: 'rejected', verdict, text, ...(cause && { causedBy: cause.cmdId }) };
  return { kind: 'again', cmd: head, settlement };
}
