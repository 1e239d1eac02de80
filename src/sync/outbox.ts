// Taking the head of a lane for sending. Guarantees: one transaction; the request is frozen the first time and never
// rebuilt; a lease keeps other tabs away while it lasts, and a clock that jumped cannot keep it longer than one lease.
import { prepare } from '#api/wire.ts';
import type { QueuedName } from '#contract/registry.ts';
import type { Cmd, FrozenRequest, Owner, ParkReason } from '#db/rows.ts';
import { causeOf } from './cause.ts';
import type { Verdict } from './classify.ts';
import { isExpired, type ServerClock, tick } from './clock.ts';
import type { CommandRecord, QueuedArguments } from './command.ts';
import { argsOf, commandOf } from './commands.ts';
import { conclude, idempotencyKey, LEASE, type Local, laneOf, MAX_BACKOFF, TRY_INTERVAL } from './local.ts';
import type { Before, Settlement } from './settle.ts';

type Refused = Extract<Verdict, { kind: 'refused' }>;

export type Claim =
  | { kind: 'claimed'; cmd: Cmd & { req: FrozenRequest; lease: string }; before: Before }
  /** Nothing to send in this lane before `until` (milliseconds), or before something else happens. */
  | { kind: 'wait'; until: number | null }
  /** The head was settled without sending: there may be another. */
  | { kind: 'again'; cmd: Cmd; settlement: Settlement }
  /** The server's clock must be known first. */
  | { kind: 'ask-clock' }
  /** The server's view of this cart must be known first. */
  | { kind: 'ask-view'; cartId: string };

export interface ClaimOptions {
  /** Something suggests that the network is back. */
  eager?: boolean;
  /** The lock of this lane is held: whoever left a command in flight is gone, so its lease need not run out. */
  alone?: boolean;
  clock?: ServerClock;
}

export async function claim(local: Local, owner: Owner, lane: string, options: ClaimOptions = {}): Promise<Claim> {
  const { db } = local;
  const tables = [db.outbox, db.snaps, db.idmap, db.journal, db.blobs, db.meta];
  return db.transaction('rw', tables, async () => {
    const head = await laneOf(db, owner, lane).first();
    if (!head || head.state === 'parked') return { kind: 'wait', until: null };
    const now = local.now();
    const wait = await waiting(local, head, now, options);
    if (wait) return wait;

    const elapsed = await tick(db, now);
    const offset = options.clock?.offset() ?? null;
    const old = isExpired(head, now, elapsed, offset);
    if (old === 'ask') return { kind: 'ask-clock' };
    if (old) return park(local, head, 'expired');

    const dependency = await dependencyOf(local, head);
    if (dependency === 'waiting') return { kind: 'wait', until: null };
    if (dependency === 'refused') return park(local, head, 'dependency');

    const req = head.req ?? (await freeze(local, head));
    if (req === null) return park(local, head, 'needs-update');
    if ('cartId' in req) return { kind: 'ask-view', ...req };
    if ('missing' in req) return withoutSending(local, head, req.missing);

    const lease = local.newId();
    const cmd = {
      ...head,
      state: 'inflight' as const,
      req,
      lease,
      leaseUntil: now + LEASE,
      attempts: head.attempts + 1,
      firstSentAt: head.firstSentAt ?? now + (offset ?? 0),
      triedAt: now,
      doubt: true,
    };
    await db.outbox.put(cmd);
    return { kind: 'claimed', cmd, before: { attempts: head.attempts, doubt: head.doubt } };
  });
}

/** Leases and delays; after a jump of the clock each is cut to its own length, once. */
async function waiting({ db }: Local, head: Cmd, now: number, options: ClaimOptions): Promise<Claim | null> {
  const { eager = false, alone = false } = options;
  if (head.state === 'inflight' && head.leaseUntil !== undefined) {
    if (alone) return null;
    const until = Math.min(head.leaseUntil, now + LEASE);
    if (until !== head.leaseUntil) await db.outbox.update(head.seq, { leaseUntil: until });
    return until > now ? { kind: 'wait', until } : null;
  }
  if (head.nextAt <= now) return null;
  const jumped = (head.triedAt ?? now) > now;
  const triedAt = jumped ? now : (head.triedAt ?? 0);
  const longest = jumped ? Math.min(head.nextAt, now + MAX_BACKOFF) : head.nextAt;
  // What shortens a pause does so once and for all: nobody may come by again at the right moment.
  const until = eager && !head.told ? Math.min(longest, jumped ? now : triedAt + TRY_INTERVAL) : longest;
  if (jumped || until !== head.nextAt) await db.outbox.update(head.seq, { nextAt: until, triedAt });
  return until <= now ? null : { kind: 'wait', until };
}

async function park({ db, appVersion }: Local, head: Cmd, parkedFor: ParkReason): Promise<Claim> {
  const parkedBy = parkedFor === 'needs-update' ? appVersion : undefined;
  await db.outbox.update(head.seq, { state: 'parked', parkedFor, parkedBy });
  return { kind: 'wait', until: null };
}

async function dependencyOf({ db }: Local, { deps = [] }: Cmd): Promise<'met' | 'waiting' | 'refused'> {
  for (const id of deps) {
    if ((await db.outbox.where('id').equals(id).count()) > 0) return 'waiting';
    const said = await db.journal.where('cmdId').equals(id).last();
    if (said && said.outcome !== 'done') return 'refused';
  }
  return 'met';
}

/** The request as it will be sent, whatever happens later; null when a later version of the app wrote the command. */
async function freeze(
  { db }: Local,
  cmd: Cmd,
): Promise<FrozenRequest | { missing: 'line-gone' | 'cart-gone' } | { cartId: string } | null> {
  const record: CommandRecord | undefined = commandOf(cmd.type);
  const args = argsOf(cmd);
  if (!record || args === undefined) return null;
  const snapshot = await db.snaps.get([cmd.owner, cmd.lane]);
  const mapped = await db.idmap.get([cmd.owner, cmd.lane]);
  const serverId = mapped ? mapped.iri.slice(mapped.iri.lastIndexOf('/') + 1) : null;
  if (record.aggregate === 'cart' && serverId && !snapshot) return { cartId: serverId };
  const built: QueuedArguments | { missing: 'line-gone' | 'cart-gone' } = record.request(args as never, {
    view: snapshot?.view ?? null,
    serverId,
    cmd,
  });
  if ('missing' in built && built.missing) return { missing: built.missing };
  const { method, path, headers, body } = prepare<QueuedName>(record.endpoint, built as never);
  const own = { 'Idempotency-Key': idempotencyKey(cmd), 'X-Command-Owner': cmd.owner };
  const blobs = await db.blobs.where('cmdId').equals(cmd.id).primaryKeys();
  return { method, path, headers: { ...headers, ...own }, body, blobIds: blobs };
}

/** What it wanted to change is not there any more: nothing to send, and the lane goes on. */
async function withoutSending(local: Local, head: Cmd, missing: 'line-gone' | 'cart-gone'): Promise<Claim> {
  const meaning = commandOf(head.type)?.refusals[missing];
  if (!meaning || meaning.as === 'recreate') return park(local, head, 'stuck');
  const view = (await local.db.snaps.get([head.owner, head.lane]))?.view ?? null;
  if (meaning.as === 'done') {
    await conclude(local, head, view, { outcome: 'done', code: missing });
    return { kind: 'again', cmd: head, settlement: { kind: 'done', answer: undefined, notices: [] } };
  }
  const cause = await causeOf(local, head);
  const { text } = meaning;
  // Who gave up the addition has given up what was done to its line.
  const outcome = cause?.outcome === 'cancelled' ? 'cancelled' : 'rejected';
  const told = cause
    ? { causedBy: cause.cmdId, quiet: cause.dismissed === 1, ...(outcome === 'rejected' && { text }) }
    : { text };
  await conclude(local, head, view, { outcome, code: missing, ...told });
  const verdict: Refused = { kind: 'refused', status: 404, code: missing, text, violations: [], detail: undefined };
  const settlement: Settlement = { kind: 'rejected', verdict, text, ...(cause && { causedBy: cause.cmdId }) };
  return { kind: 'again', cmd: head, settlement };
}
