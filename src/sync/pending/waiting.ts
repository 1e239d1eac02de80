// The writes of a person that wait on this device, as a list for a screen. Guarantee: every row is in it but what was done on
// the person's behalf, damaged ones as they are.
import type { Cmd, LastTry, Owner, ParkReason } from '#db/rows.ts';
import { isNonEmptyText, isValidCommandRow } from '#db/valid-row.ts';
import type { Place } from '../commands/record.ts';
import { argsOf, findRecord, sentenceOf, unreadableText } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { laneOrder } from '../outbox/lane-order.ts';
import { everyRowWithVisitors } from '../outbox/owners.ts';
import { laneName } from '../outbox/rows.ts';
import { viewsOf } from '../outbox/snapshots.ts';

export interface PendingWrite {
  id: string;
  type: string;
  lane: string;
  /** 'Ajouter 2 × « Brie » au panier' */
  sentence: string;
  /** Null where a damaged row does not say. */
  createdAt: number | null;
  /** Of what is kept for it, pictures included. */
  bytes: number;
  attempts: number;
  /** What the last attempt came to; null before it, and where a row does not say. */
  lastTry: LastTry | null;
  /** Not tried by itself before, milliseconds; null when something else must happen first. */
  nextAt: number | null;
  state: Cmd['state'];
  parkedFor: ParkReason | null;
  /** Another of its lane goes first. */
  behind: boolean;
  /** The sentence of the one that has to be dealt with before it can go; null when it goes by itself. */
  waitsFor: string | null;
  /** It may have reached the server already: it can be marked, not cancelled. */
  inDoubt: boolean;
  undo: boolean;
  canRetry: boolean;
  canDiscard: boolean;
  /** Where it can be changed. */
  editable: Place | null;
  /** The line of the cart it changes. */
  lineKey: string | null;
  /** What the server said of a conflict, such as `theirs`. */
  detail: Record<string, unknown> | null;
  /** Damaged, or of an unknown kind: it can be copied and discarded, and stops nothing. */
  unreadable: boolean;
}

/** Asked again by the person, it may go through; a conflict and a refused dependency want a choice instead. */
const retryableReasons: readonly ParkReason[] = ['stuck', 'expired', 'needs-update'];

/** `every`: all rows of the person, where the caller has read them in the same transaction. */
export function listPendingWrites(
  local: StoreContext,
  owner: Owner,
  knownRows?: readonly Cmd[],
): PromiseLike<PendingWrite[]> {
  const { db } = local;
  return db.transaction('r', [db.outbox, db.snaps, db.device], async () => {
    const all = knownRows ?? (await everyRowWithVisitors(db, owner));
    const rows = all.filter((row) => isCorrupt(row) || !findRecord(row.type)?.silent);
    const views = await viewsOf(db, rows);
    const blockers = findBlockers(all.filter(isValidCommandRow));
    return rows.map((row) => {
      const sentence = isCorrupt(row) ? unreadableText : sentenceOf(row, views.get(laneName(row))?.view ?? null);
      return sentence === unreadableText
        ? corruptWriteOf(row)
        : pendingWriteOf(local, row, sentence, { blocker: blockers.get(row.id), views });
    });
  });
}

export const isCorrupt = (row: Cmd) => row.parkedFor === 'unreadable' || !isValidCommandRow(row);

interface LaneContext {
  blocker: Cmd | undefined;
  views: Awaited<ReturnType<typeof viewsOf>>;
}

function pendingWriteOf(
  local: StoreContext,
  row: Cmd,
  sentence: string,
  { blocker, views }: LaneContext,
): PendingWrite {
  const parkedFor = findParkedRow(row, blocker)?.parkedFor ?? null;
  const waitsFor = parkedFor === null && blocker?.state === 'parked' ? blocker : null;
  const pausing = row.state === 'queued' && row.attempts > 0 && row.nextAt > local.now();
  const args = argsOf(row);
  return {
    id: row.id,
    type: row.type,
    lane: row.lane,
    sentence,
    createdAt: row.createdAt,
    bytes: sizeOf(row),
    attempts: row.attempts,
    lastTry: lastTryOf(row),
    nextAt: row.state === 'queued' && parkedFor === null ? row.nextAt : null,
    state: row.state,
    parkedFor,
    behind: blocker !== undefined,
    waitsFor: waitsFor && sentenceOf(waitsFor, views.get(laneName(waitsFor))?.view ?? null),
    inDoubt: row.state === 'inflight' || row.doubt,
    undo: row.undo ?? false,
    canRetry: parkedFor === null ? pausing : retryableReasons.includes(parkedFor),
    canDiscard: !row.undo,
    editable: args === undefined ? null : (findRecord(row.type)?.place?.(args) ?? null),
    lineKey: (args as { lineKey?: string } | undefined)?.lineKey ?? null,
    detail: row.said?.detail ?? null,
    unreadable: false,
  };
}

/** Listed as it is. */
function corruptWriteOf(row: Partial<Cmd> & { seq: number }): PendingWrite {
  const { id, type, createdAt, attempts, doubt } = row;
  return {
    id: isNonEmptyText(id) ? id : `seq:${row.seq}`,
    type: isNonEmptyText(type) ? type : '',
    lane: isNonEmptyText(row.lane) ? row.lane : '',
    sentence: unreadableText,
    createdAt: Number.isFinite(createdAt) ? (createdAt ?? null) : null,
    bytes: sizeOf(row),
    attempts: Number.isFinite(attempts) ? (attempts ?? 0) : 0,
    lastTry: lastTryOf(row),
    nextAt: null,
    state: 'parked',
    parkedFor: 'unreadable',
    behind: false,
    waitsFor: null,
    inDoubt: doubt === true,
    undo: false,
    canRetry: false,
    canDiscard: true,
    editable: null,
    lineKey: null,
    detail: null,
    unreadable: true,
  };
}

/** As far as it can be read. */
function lastTryOf({ last }: Partial<Cmd>): LastTry | null {
  const { at, status, text } = (last ?? {}) as Partial<LastTry>;
  if (!Number.isFinite(at)) return null;
  return { at: at ?? 0, ...(Number.isFinite(status) && { status }), ...(isNonEmptyText(text) && { text }) };
}

const sizeOf = ({ args, bytes }: Partial<Cmd>) =>
  (JSON.stringify(args) ?? '').length + (Number.isFinite(bytes) ? (bytes ?? 0) : 0);

/** By the id of each waiting row: the one before it. What nobody sees counts only where it stops the lane. */
export function findBlockers(rows: readonly Cmd[]): ReadonlyMap<string, Cmd> {
  const visible = rows.filter(({ type, state }) => state === 'parked' || !findRecord(type)?.silent);
  const lanes = new Map<string, Cmd[]>();
  for (const row of visible) {
    const lane = lanes.get(laneName(row)) ?? [];
    lane.push(row);
    lanes.set(laneName(row), lane);
  }
  return new Map([...lanes.values()].flatMap((lane) => [...laneOrder(lane).blockedBy]));
}

/** The row itself when it is parked, else the silent one (the making of the cart) that stops its lane. */
export function findParkedRow(row: Cmd, blocker: Cmd | undefined): Cmd | undefined {
  if (row.state === 'parked') return row;
  return blocker?.state === 'parked' && findRecord(blocker.type)?.silent ? blocker : undefined;
}
