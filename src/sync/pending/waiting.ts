// Pending list: the user's pending writes for a screen.
// Guarantee: includes every row, also corrupt ones, except commands that the user did not request.
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
  /** Null if a corrupt row has none. */
  createdAt: number | null;
  /** Stored size, including pictures. */
  bytes: number;
  attempts: number;
  /** Result of the last attempt; null before it, or in a corrupt row. */
  lastTry: LastTry | null;
  /** Next automatic attempt, milliseconds; null if it waits for something else. */
  nextAt: number | null;
  state: Cmd['state'];
  parkedFor: ParkReason | null;
  /** Another command of its lane runs first. */
  behind: boolean;
  /** Sentence of the command that has to be decided first; null if it is sent automatically. */
  waitsFor: string | null;
  /** It may have reached the server, so it can only be marked. */
  inDoubt: boolean;
  undo: boolean;
  canRetry: boolean;
  canDiscard: boolean;
  /** Screen where it can be edited. */
  editable: Place | null;
  /** The changed cart line. */
  lineKey: string | null;
  /** The server's details of a conflict, such as `theirs`. */
  detail: Record<string, unknown> | null;
  /** Corrupt, or of an unknown type: can be copied and discarded, and blocks nothing. */
  unreadable: boolean;
}

/** A retry may succeed; a conflict or a refused dependency needs a choice. */
const retryableReasons: readonly ParkReason[] = ['stuck', 'expired', 'needs-update'];

/** `knownRows`: all rows of the user, if the caller has read them in the same transaction. */
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
    detail: row.serverRefusal?.detail ?? null,
    unreadable: false,
  };
}

/** Lists a corrupt row with its readable fields. */
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

/** The last attempt, as far as the row is readable. */
function lastTryOf({ last }: Partial<Cmd>): LastTry | null {
  const { at, status, text } = (last ?? {}) as Partial<LastTry>;
  if (!Number.isFinite(at)) return null;
  return { at: at ?? 0, ...(Number.isFinite(status) && { status }), ...(isNonEmptyText(text) && { text }) };
}

const sizeOf = ({ args, bytes }: Partial<Cmd>) =>
  (JSON.stringify(args) ?? '').length + (Number.isFinite(bytes) ? (bytes ?? 0) : 0);

/** The preceding command of each pending row, by id. Silent commands count only if they block the lane. */
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

/** The row itself if it is parked, otherwise the silent command (creating the cart) that blocks its lane. */
export function findParkedRow(row: Cmd, blocker: Cmd | undefined): Cmd | undefined {
  if (row.state === 'parked') return row;
  return blocker?.state === 'parked' && findRecord(blocker.type)?.silent ? blocker : undefined;
}
