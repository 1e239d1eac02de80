// What the outbox needs from the device: the database, a clock, random numbers. Given, never reached for, so that the
// page, the service worker and the tests run the same code.
import type { Collection } from 'dexie';
import { uploadLife } from '#api/wire.ts';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, NewCmd, NewJournalEntry, Notice, Owner } from '#db/rows.ts';
import { isWhole } from '#db/whole-row.ts';
import { commandOf, sentenceOf } from '../commands/registry.ts';
import { uuidv5 } from './ids.ts';

export interface Local {
  db: EtalDatabase;
  /** Milliseconds; may jump, and nothing here breaks when it does. */
  now(): number;
  newId(): string;
  /** 0 ≤ x < 1 */
  random(): number;
  appVersion: string;
}

/** Longer than any request lives, so that a lease is only taken over from a tab that is gone or frozen. */
export const LEASE = 30_000;
export const MAX_BACKOFF = 60_000;
/** Without an answer a lane is tried once in this time at most, whatever hints come. */
export const TRY_INTERVAL = 5000;
/** Longest `Retry-After` obeyed. */
export const MAX_RETRY_AFTER = 5 * 60_000;
export const DAY = 24 * 3_600_000;
/** Commands older than this ask the person again; the server keeps its keys longer (45 days). */
export const MAX_AGE = 30 * DAY;
/** In doubt and wished again: as long as the server surely remembers the first answer. */
export const LAST_AGE = 40 * DAY;

/** How long a command in flight is left to whoever sends it: strictly longer than its request may live. */
export const leaseOf = ({ bytes }: Pick<Cmd, 'bytes'>): number =>
  bytes === undefined ? LEASE : uploadLife(bytes) + LEASE / 2;

/** The same wish under a new key: only after a definitive refusal. */
export const nextGeneration = ({ gen }: Cmd) => ({
  gen: gen + 1,
  req: undefined,
  attempts: 0,
  doubt: false,
  said: undefined,
});

export const idempotencyKey = (cmd: Pick<Cmd, 'id' | 'gen'>) =>
  cmd.gen === 0 ? cmd.id : uuidv5(`${cmd.id} ${cmd.gen}`);

export const JOURNAL_ROWS = 500;
export const JOURNAL_AGE = 30 * DAY;

export interface Outcome {
  outcome: 'done' | 'rejected' | 'cancelled';
  status?: number;
  code?: string;
  text?: string;
  notices?: Notice[];
  violations?: { propertyPath: string; message: string }[];
  detail?: Record<string, unknown>;
  causedBy?: string;
  /** Dealt with already: nothing to tell. */
  quiet?: boolean;
}

export function journalEntry(
  cmd: Cmd,
  at: number,
  view: Parameters<typeof sentenceOf>[1],
  said: Outcome,
): NewJournalEntry {
  const notices = [...(said.notices ?? [])];
  if (said.text) {
    const code = said.code ?? `${said.status ?? 'refused'}`;
    notices.unshift({ code, text: said.text, ...(said.detail && { detail: said.detail }) });
  }
  return {
    at,
    owner: cmd.owner,
    cmdId: cmd.id,
    lane: cmd.lane,
    type: cmd.type,
    sentence: sentenceOf(cmd, view),
    outcome: said.outcome,
    status: said.status,
    code: said.code,
    notices,
    violations: said.violations,
    ...(said.outcome !== 'done' && { args: cmd.args, base: cmd.base }),
    ...(said.causedBy && { causedBy: said.causedBy }),
    dismissed: !said.quiet && (said.outcome === 'rejected' || notices.length > 0) ? 0 : 1,
  };
}

/** Takes a row out of the outbox and writes what became of it: call it inside the transaction of both tables. */
export async function conclude(
  local: Local,
  cmd: Cmd,
  view: Parameters<typeof sentenceOf>[1],
  said: Outcome,
): Promise<void> {
  const { db } = local;
  await db.outbox.delete(cmd.seq);
  // A picture that was refused is shown with the refusal, until that is dismissed.
  const hasPicture = cmd.type === 'images.upload' || !isWhole(cmd);
  if (hasPicture && (said.outcome !== 'rejected' || said.quiet)) await db.blobs.where('cmdId').equals(cmd.id).delete();
  if (said.outcome !== 'done') await stopDependants(db, cmd);
  if (commandOf(cmd.type)?.droppable) return;
  const entry = journalEntry(cmd, local.now(), view, said);
  // Of someone who has left only what they must be told on their return stays here.
  if (!cmd.away || entry.dismissed === 0) await db.journal.add(entry);
}

/** What was to be sent after this one waits for a choice now. */
async function stopDependants(db: EtalDatabase, { id, owner, args }: Cmd): Promise<void> {
  if (!(args as { tempId?: string } | null)?.tempId) return;
  const waiting = (await ownerRows(db, owner)).filter(({ deps, req }) => deps?.includes(id) && !req);
  const changes = { state: 'parked', parkedFor: 'dependency' } as const;
  await db.outbox.bulkUpdate(waiting.map(({ seq }) => ({ key: seq, changes })));
}

/** A lane in order, to take from it what is needed. */
export function laneOf(db: EtalDatabase, owner: Owner, lane: string): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').equals([owner, lane]);
}

/** What can be relied on to be a command; the rest is listed as it is (tray.ts), and takes part in nothing. */
export const isCommand = (row: Cmd) => isWhole(row) && row.parkedFor !== 'unreadable';

/** The rows of a lane in order. */
export function laneRows(db: EtalDatabase, owner: Owner, lane: string): Promise<Cmd[]> {
  return laneOf(db, owner, lane).toArray((rows) => rows.filter(isCommand));
}

/** All that waits of an owner, lane after lane. */
export function ofOwner(db: EtalDatabase, owner: Owner): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').between([owner, ''], [owner, '\uffff']);
}

/** All waiting rows of an owner, in order. */
export async function ownerRows(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await ofOwner(db, owner).toArray();
  return rows.filter(isCommand).sort((a, b) => a.seq - b.seq);
}

/** With those that nobody can read. */
export async function everyRow(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await ofOwner(db, owner).toArray();
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Keeps the newest entries of the journal, none older than 30 days. */
export async function trimJournal({ db, now }: Local): Promise<void> {
  const old = await db.journal
    .where('at')
    .below(now() - JOURNAL_AGE)
    .count();
  if (old === 0 && (await db.journal.count()) <= JOURNAL_ROWS) return;
  await db.transaction('rw', db.journal, db.blobs, async () => {
    const tooMany = (await db.journal.count()) - JOURNAL_ROWS;
    const oldest = tooMany > 0 ? await db.journal.orderBy('n').limit(tooMany).toArray() : [];
    const ended = await db.journal
      .where('at')
      .below(now() - JOURNAL_AGE)
      .toArray();
    const leaving = [...oldest, ...ended];
    await db.journal.bulkDelete(leaving.map(({ n }) => n));
    const pictures = leaving.filter(({ type }) => type === 'images.upload').map(({ cmdId }) => cmdId);
    await db.blobs.where('cmdId').anyOf(pictures).delete();
  });
}
