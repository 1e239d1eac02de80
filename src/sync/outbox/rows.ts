// Outbox rows: queries by lane and owner, and the idempotency key of the next attempt.
// Guarantee: no query of a lane returns a corrupt row.
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

/** A new key for the same command: only after a final refusal. */
export const nextGeneration = ({ gen }: Cmd) => ({
  gen: gen + 1,
  req: undefined,
  attempts: 0,
  doubt: false,
  serverRefusal: undefined,
});

export const idempotencyKey = (cmd: Pick<Cmd, 'id' | 'gen'>) =>
  cmd.gen === 0 ? cmd.id : uuidv5(`${cmd.id} ${cmd.gen}`);

/** A lane in order, as a collection. */
export function laneOf(db: EtalDatabase, owner: Owner, lane: string): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').equals([owner, lane]);
}

/** A valid command; other rows are only listed (pending/waiting.ts). */
export const isCommand = (row: Cmd) => isValidCommandRow(row) && row.parkedFor !== 'unreadable';

/** The valid rows of a lane, in order. */
export function laneRows(db: EtalDatabase, owner: Owner, lane: string): Promise<Cmd[]> {
  return laneOf(db, owner, lane).toArray((rows) => rows.filter(isCommand));
}

/** The lane for which a command was written, also after it was isolated as corrupt; null if that is damaged. */
export function originalLane({ lane, corruptFields = {} }: Cmd): string | null {
  const original = 'lane' in corruptFields ? corruptFields.lane : lane;
  return typeof original === 'string' ? original : null;
}

/** All rows of an owner, by lane. */
export function outboxOf(db: EtalDatabase, owner: Owner): Collection<Cmd, number, NewCmd> {
  return db.outbox.where('[owner+lane]').between([owner, ''], [owner, '\uffff']);
}

/** All valid rows of an owner, in order. */
export async function ownerRows(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await outboxOf(db, owner).toArray();
  return rows.filter(isCommand).sort((a, b) => a.seq - b.seq);
}

/** Includes corrupt rows. */
export async function everyRow(db: EtalDatabase, owner: Owner): Promise<Cmd[]> {
  const rows = await outboxOf(db, owner).toArray();
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Tables of every change of cart. */
export const cartTables = (db: EtalDatabase) => [
  db.outbox,
  db.snaps,
  db.applied,
  db.idmap,
  db.journal,
  db.device,
  db.blobs,
];
