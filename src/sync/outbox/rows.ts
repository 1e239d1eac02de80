// The rows of the outbox as everything above reads them: a lane, an owner's, all of them; and what the next attempt of one
// is called. Guarantee: what cannot be relied on to be a command is in no lane.
import type { Collection } from 'dexie';
import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, NewCmd, Owner } from '#db/rows.ts';
import { isValidCommandRow } from '#db/valid-row.ts';
import { uuidv5 } from '../device/ids.ts';

export interface Lane {
  owner: Owner;
  lane: string;
}

export const laneName = ({ owner, lane }: Lane) => `${owner} ${lane}`;

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

/** A lane in order, to take from it what is needed. */
export function laneOf(db: EtalDatabase, owner: Owner, lane: string): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').equals([owner, lane]);
}

/** What can be relied on to be a command; the rest is listed as it is (pending/waiting.ts), and takes part in nothing. */
export const isCommand = (row: Cmd) => isValidCommandRow(row) && row.parkedFor !== 'unreadable';

/** The rows of a lane in order. */
export function laneRows(db: EtalDatabase, owner: Owner, lane: string): Promise<Cmd[]> {
  return laneOf(db, owner, lane).toArray((rows) => rows.filter(isCommand));
}

/** All that waits of an owner, lane after lane. */
export function outboxOf(db: EtalDatabase, owner: Owner): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').between([owner, ''], [owner, '\uffff']);
}

/** All waiting rows of an owner, in order. */
export async function ownerRows(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await outboxOf(db, owner).toArray();
  return rows.filter(isCommand).sort((a, b) => a.seq - b.seq);
}

/** With those that nobody can read. */
export async function everyRow(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await outboxOf(db, owner).toArray();
  return rows.sort((a, b) => a.seq - b.seq);
}

/** What every change of cart reads and writes. */
export const cartTables = (db: EtalDatabase) => [
  db.outbox,
  db.snaps,
  db.applied,
  db.idmap,
  db.journal,
  db.device,
  db.blobs,
];
