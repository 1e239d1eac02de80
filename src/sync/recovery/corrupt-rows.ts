// Corrupt rows: outbox rows that are damaged or of an unknown type.
// Guarantees: a corrupt row is never sent or dropped; it moves to its own lane, so that its old lane continues; its
// original values are stored; its owner sees it until they discard it or an app version can read it.

import type { EtalDatabase } from '#db/database.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { isNonEmptyText, isOwner, isValidCommandRow, rowStates } from '#db/valid-row.ts';
import { createCartCommand } from '../commands/cart.ts';
import { isCommandOf } from '../commands/record.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import type { StoreContext } from '../device/context.ts';
import { currentOwner } from '../outbox/owners.ts';

/** Whether this version can describe and send the row. Rows of a later version with a known type stay in their lane. */
export function isReadableCommand(row: Partial<Cmd>): boolean {
  if (!isValidCommandRow(row)) return false;
  try {
    const record = findRecord(row.type);
    if (!record) return false;
    const args = argsOf(row) as never;
    if (args === undefined) return true;
    record.place?.(args);
    record.request(args, { view: null, serverId: null, cmd: row });
    return isNonEmptyText(record.describe(args, null));
  } catch {
    return false;
  }
}

/** Own lane, so that it blocks nothing. */
const corruptLane = (seq: number) => `aside:${seq}`;

/** Moves a corrupt row to its own lane. Requires a transaction over `outbox`. */
export async function isolateRow(
  { db, newId, appVersion }: StoreContext,
  row: Partial<Cmd>,
  finder: Owner,
): Promise<void> {
  const seq = row.seq as number;
  const changes: Partial<Cmd> = {
    id: isNonEmptyText(row.id) ? row.id : newId(),
    // Without a valid owner it belongs to the user who finds it, and to no other.
    owner: isOwner(row.owner) ? row.owner : finder,
    lane: corruptLane(seq),
    state: 'parked',
    parkedFor: 'unreadable',
    parkedBy: appVersion,
    lease: undefined,
  };
  const overwritten = Object.entries(changes).filter(([name, value]) => row[name as keyof Cmd] !== value);
  const corruptFields = Object.fromEntries(overwritten.map(([name]) => [name, row[name as keyof Cmd]]));
  await db.outbox.update(seq, { ...changes, corruptFields });
}

/**
 * Removes an unreadable head from its lane. Requires a transaction over `outbox`. Commands that the user did not
 * request are repaired or deleted.
 */
export async function removeFromLane(local: StoreContext, row: Cmd): Promise<void> {
  const { outbox } = local.db;
  if (isCommandOf(row, createCartCommand) && isValidCommandRow({ ...row, args: {} }))
    await outbox.update(row.seq, { args: {} });
  else if (findRecord(row.type)?.droppable) await outbox.delete(row.seq);
  else await isolateRow(local, row, row.owner);
}

/** The row with its original values. */
export function originalRowOf({ corruptFields, ...row }: Cmd): Record<string, unknown> {
  return corruptFields ? { ...row, ...corruptFields } : { ...row };
}

/** Whether the indexes miss some rows, which then have to be searched one by one; costs a few counts. */
async function hasHiddenRows(db: EtalDatabase): Promise<boolean> {
  const { outbox } = db;
  const [all, ...known] = await Promise.all([
    outbox.count(),
    outbox.where('id').above('').count(),
    countIndexedRows(db),
    outbox
      .where('state')
      .anyOf([...rowStates])
      .count(),
  ]);
  return known.some((count) => count !== all);
}

/** Per owner: a lane that is a number or an array sorts between two owners, outside both ranges. */
async function countIndexedRows({ outbox }: EtalDatabase): Promise<number> {
  const lanes = () => outbox.where('[owner+lane]');
  let count = 0;
  let from = 'u';
  for (;;) {
    const [next] = await lanes().between([from], ['w']).limit(1).keys();
    if (!Array.isArray(next)) return count;
    const owner = String(next[0]);
    if (isOwner(owner)) count += await lanes().between([owner, ''], [owner, '\uffff'], false).count();
    // The smallest text after it.
    from = `${owner}\u0000`;
  }
}

/** Isolates rows that no query by owner or state would find. */
export async function isolateHiddenRows(local: StoreContext): Promise<void> {
  const { db } = local;
  if (!(await hasHiddenRows(db))) return;
  const finder = await currentOwner(local);
  await db.transaction('rw', db.outbox, async () => {
    const hidden = await db.outbox.filter((row) => row.parkedFor !== 'unreadable' && !isValidCommandRow(row)).toArray();
    for (const row of hidden) await isolateRow(local, row, finder);
  });
}

/** Restores rows that an earlier version could not read. */
export async function restoreReadableRows({ db, appVersion }: StoreContext): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const isOlder = ({ parkedFor, parkedBy }: Cmd) => parkedFor === 'unreadable' && parkedBy !== appVersion;
    for (const row of await db.outbox.where('state').equals('parked').filter(isOlder).toArray()) {
      const original = { parkedFor: undefined, parkedBy: undefined, ...originalRowOf(row) } as Cmd;
      if (!isReadableCommand(original)) continue;
      const state = original.state === 'inflight' ? 'queued' : original.state;
      await db.outbox.put({ ...original, state, nextAt: 0, lease: undefined, leaseUntil: undefined });
    }
  });
}
